import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countPackages, INSTALL_LIMITS, type InstallKind } from './install-limits.ts'
import { execFileSync } from './testing/programs.ts'

const MACHINES = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
]

test.each(MACHINES)('npm ci brings few packages on $os $cpu', (machine) => {
  for (const kind of ['full', 'production'] satisfies InstallKind[])
    expect(countPackages('package-lock.json', kind, machine), kind).toBeLessThanOrEqual(INSTALL_LIMITS[kind].packages)
})

test.skipIf(process.platform !== 'linux' || !existsSync('node_modules/.package-lock.json'))(
  'npm ci brings few megabytes',
  () => {
    const folders = ['node_modules', ...globSync('packages/{cli,command,intake,server}/node_modules')]
    const used = execFileSync('du', ['-sm', '--exclude=.cache', ...folders], { encoding: 'utf8' })
    const megabytes = [...used.matchAll(/^\d+/gm)].reduce((sum, [size]) => sum + Number(size), 0)
    expect(megabytes).toBeLessThanOrEqual(INSTALL_LIMITS.full.megabytes)
  },
)

test('npm ci compiles nothing: no package of ours has a script for the installation', () => {
  const manifests = ['package.json', ...globSync('packages/*/package.json')]
  for (const path of manifests) {
    const { scripts = {} } = JSON.parse(readFileSync(path, 'utf8')) as { scripts?: Record<string, string> }
    expect(
      Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name)),
      path,
    ).toEqual([])
  }
})

test('no lock file names a registry', () => {
  for (const path of globSync('**/package-lock.json', { exclude: ['**/node_modules/**', '.*/**'] }))
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/"resolved": "https?:/)
})
