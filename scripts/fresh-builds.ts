import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url))

/**
 * The builds of the installation may be older than the sources, after a pull for example. A console whose engine reads other data than it
 * has shows nothing, and each of its tests would wait for its time limit.
 */
export default async function setup(): Promise<void> {
  await Promise.all([ensure('guard'), ensure('console')])
}

/** In processes of their own, as at the installation: what they set and load ends with them. */
async function ensure(name: string): Promise<void> {
  const program = fileURLToPath(new URL(`../packages/${name}/build/ensure.ts`, import.meta.url))
  await promisify(execFile)(process.execPath, [RUN, program])
}
