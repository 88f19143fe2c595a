// Makes sure that the data file is there and is the one its sources give. Cheap when it is: nothing is compiled then.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DATA_FILE, DATA_FOLDER, readManifest, sha256 } from './manifest.ts'
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
  if (!existsSync(DATA_FILE) || !existsSync(STAMP_FILE)) return false
  return readFileSync(STAMP_FILE, 'utf8') === stamp && sha256(readFileSync(DATA_FILE)) === readManifest()?.file.sha256
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
