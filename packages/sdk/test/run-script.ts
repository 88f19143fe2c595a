import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { execFile } from '../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../../server/test/support/child-env.ts'

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Runs a program as a separate process, in a folder with the packages of this repository. */
export async function runScript(
  folder: string,
  source: string,
  { nodeOptions = [], env = {} }: { nodeOptions?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  await symlink(NODE_MODULES, join(folder, 'node_modules')).catch(() => {})
  const file = join(folder, 'script.mjs')
  await writeFile(file, source)
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeOptions, file], {
    cwd: folder,
    env: { ...process.env, ...CHILD_ENV, ...env },
  })
  return stdout
}
