import { promisify } from 'node:util'
import { execFile } from '../../../../scripts/testing/programs.ts'

/** With owners and modes, on which PostgreSQL insists; Node's own copy drops the owners. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}
