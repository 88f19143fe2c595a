// Makes sure that the built console is the one its sources give. Cheap when it is: nothing is loaded or built then.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST, ROOT } from './folders.ts'

const STAMP_FILE = join(DIST, 'built-from')
/** Of every package whose code the console carries. */
const SOURCES = [
  'console/src',
  'console/build',
  ...['clean', 'contract', 'csv', 'engine', 'intake', 'sdk'].map((name) => `${name}/src`),
]
/** What these name is part of the result too: the versions of all packages, and the data of the engine. */
const NAMED = ['package-lock.json', 'packages/engine/data/manifest.json']

const stamp = fingerprint()
if (!existsSync(STAMP_FILE) || readFileSync(STAMP_FILE, 'utf8') !== stamp) {
  // Another value, set for other programs of the machine, would build React with all its checks.
  process.env.NODE_ENV = 'production'
  const { buildConsole } = await import('./build-console.ts')
  await buildConsole()
  writeFileSync(STAMP_FILE, stamp)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of NAMED) hash.update(readFileSync(join(ROOT, name)))
  for (const folder of SOURCES) {
    const path = join(ROOT, 'packages', folder)
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}
