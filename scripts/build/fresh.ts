// Before the tests: the bundle and the built parts match the sources, which may have changed since the last commit of packages/*/dist.
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { currentBundle } from './bundle.mjs'
import { isUpToDate, START_PARTS } from './parts.mjs'

const ROOT = dirname(dirname(import.meta.dirname))
const [RUN, BUILD] = [join(ROOT, 'scripts', 'run.mjs'), join(import.meta.dirname, 'build.ts')]

export default async function setup(): Promise<void> {
  const outdated = START_PARTS.filter((part) => !isUpToDate(ROOT, part))
  await Promise.all(outdated.map(build))
  // Otherwise each test that starts a program would make it.
  currentBundle(ROOT)
}

/** In another process, whose settings and memory end with it. Offline the console's packages cannot be installed: its own tests then fail. */
async function build(part: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [RUN, BUILD, '--fresh', part])
  } catch (error) {
    console.error(`The ${part} could not be built from the present sources; its tests see an older build.`, error)
  }
}
