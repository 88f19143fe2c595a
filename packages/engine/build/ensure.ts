// Makes sure that the data file is there and is the one its sources give. Cheap when it is: nothing is compiled then.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DATA_FOLDER, filesOf, readManifest, sha256 } from './manifest.ts'
import { packageInfo, SOURCE_PACKAGES } from './packages.ts'

const STAMP_FILE = new URL('built-from', DATA_FOLDER)
const ENTRY = new URL('compile.ts', import.meta.url)

const stamp = fingerprint()
if (!isCurrent()) {
  const { buildData } = await import('./build-data.ts')
  await buildData()
  writeFileSync(STAMP_FILE, stamp)
}

function isCurrent(): boolean {
  const manifest = readManifest()
  if (manifest === undefined || !existsSync(STAMP_FILE) || readFileSync(STAMP_FILE, 'utf8') !== stamp) return false
  return filesOf(manifest).every(({ name, sha256: expected }) => {
    const file = new URL(name, DATA_FOLDER)
    return existsSync(file) && sha256(readFileSync(file)) === expected
  })
}

/** All that the data depends on: the versions of the packages, and every file of ours that takes part in compiling. */
function fingerprint(): string {
  const versions = SOURCE_PACKAGES.map((name) => `${name}@${packageInfo(name).version}`)
  const files = new Map<string, string>()
  collectFiles(ENTRY, files)
  return sha256(Buffer.from([...versions, ...files.values()].join('\n')))
}

function collectFiles(url: URL, files: Map<string, string>): void {
  if (files.has(url.href)) return
  const text = readFileSync(url, 'utf8')
  files.set(url.href, text)
  for (const [, path] of text.matchAll(/from '(\.[^']+\.ts)'/g)) collectFiles(new URL(path!, url), files)
}
