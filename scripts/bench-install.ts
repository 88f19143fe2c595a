// npm run bench:install: what npm ci takes and brings in a fresh clone, in a folder with a space, with an empty and with a warm cache.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { INSTALL_LIMITS, type InstallKind } from './install-limits.ts'

const OPTIONS: Record<InstallKind, string[]> = { full: [], production: ['--omit=dev'] }
const WALL_MAX_S = 45
const PROCESSOR_MAX_S = 40

const folder = mkdtempSync(join(tmpdir(), 'mailsift install-'))
const cache = join(folder, 'cache')
try {
  for (const kind of ['full', 'production'] satisfies InstallKind[])
    for (const state of ['empty', 'warm'] as const) {
      if (state === 'empty') rmSync(cache, { recursive: true, force: true })
      install(kind, state)
    }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install(kind: InstallKind, state: 'empty' | 'warm'): void {
  const clone = join(folder, 'a clone')
  rmSync(clone, { recursive: true, force: true })
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone])
  const started = performance.now()
  const npm = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time npm ci ${OPTIONS[kind].join(' ')} --cache "$0"`, cache],
    {
      cwd: clone,
      encoding: 'utf8',
    },
  )
  const wallS = (performance.now() - started) / 1000
  if (npm.status !== 0) throw new Error(npm.stderr)
  const [user, system] = npm.stderr.trim().split('\n').at(-1)!.split(' ').map(Number)
  const packages = Number(/added (\d+) packages/.exec(npm.stdout)?.[1])
  const megabytes = megabytesOf(clone)
  const limits = INSTALL_LIMITS[kind]
  console.log(
    `${kind}, ${state} cache: ${wallS.toFixed(0)} s, ${(user! + system!).toFixed(0)} s of processor time, ${packages} packages, ${megabytes} MB ` +
      `(targets: ${WALL_MAX_S} s and ${PROCESSOR_MAX_S} s on two quiet cores with a warm cache, ${limits.packages} packages, ${limits.megabytes} MB)`,
  )
  if (packages > limits.packages || megabytes > limits.megabytes) process.exitCode = 1
}

function megabytesOf(clone: string): number {
  const folders = globSync(join(clone, '{node_modules,packages/*/node_modules}')).filter((path) => existsSync(path))
  const used = execFileSync('du', ['-sm', ...folders], { encoding: 'utf8' })
  return [...used.matchAll(/^\d+/gm)].reduce((sum, [size]) => sum + Number(size), 0)
}
