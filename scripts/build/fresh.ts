// Before the tests: the built parts match the sources, which may have changed since the last commit of packages/*/dist.
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { currentFolder, PARTS } from './parts.mjs'

const ROOT = dirname(dirname(import.meta.dirname))
const [RUN, BUILD] = [join(ROOT, 'scripts', 'run.mjs'), join(import.meta.dirname, 'build.ts')]

export default async function setup(): Promise<void> {
  const outdated = PARTS.filter((part) => !currentFolder(ROOT, part))
  // Other processes: the settings and memory of a build end with them.
  await Promise.all(outdated.map((part) => promisify(execFile)(process.execPath, [RUN, BUILD, '--fresh', part])))
}
