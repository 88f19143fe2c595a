import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { execFileSync } from './testing/programs.ts'

type Bom = {
  bomFormat: string
  components: { name: string; version: string; purl: string; hashes?: { alg: string }[] }[]
}
type Lock = { packages: Record<string, { version?: string; link?: boolean; name?: string }> }

test('npm run sbom lists every package of the lock file, with its hash, without the network', () => {
  const output = execFileSync('npm', ['run', '-s', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9/' },
  })
  const bom = JSON.parse(output) as Bom
  expect(bom.bomFormat).toBe('CycloneDX')
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const locked = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  expect(locked.length).toBeGreaterThan(100)
  expect(locked.filter((entry) => !listed.has(entry))).toEqual([])
  const thirdParty = bom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40mailsift/'))
  expect(thirdParty.filter(({ hashes }) => !hashes?.length)).toEqual([])
})
