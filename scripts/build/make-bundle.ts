// npm run bundle: makes the bundle of the current sources, for releases and images. A start makes it if it is missing, with the folder as
// its argument. Several may run at once, and each may be killed: a bundle gets its name when it is complete, and the first one keeps it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { digestOfBundle, placeInClone, removeStaleBundles } from './bundle.mjs'
import { buildServer } from './server.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const place = resolve(process.argv[2] ?? placeInClone(ROOT))

mkdirSync(place, { recursive: true })
const digest = digestOfBundle(ROOT)
const folder = mkdtempSync(join(place, `.making-${process.pid}-`))
try {
  // A service often runs as another user than the one who installed it.
  chmodSync(folder, 0o755)
  await buildServer(folder)
  if (digestOfBundle(ROOT) !== digest) throw new Error('The sources changed while they were bundled.')
  rename(folder, join(place, digest))
} catch (error) {
  rmSync(folder, { recursive: true, force: true })
  throw error
}
removeStaleBundles(place, digest)

function rename(made: string, bundle: string): void {
  try {
    renameSync(made, bundle)
  } catch (error) {
    if (!existsSync(bundle)) throw error
    rmSync(made, { recursive: true, force: true })
  }
}
