import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { spawn } from '../../../../scripts/testing/programs.ts'

/** A command of the administration of the program in a folder. */
export async function runAdminOf(folder: string, env: NodeJS.ProcessEnv, words: string[], input = ''): Promise<string> {
  const script = [join(folder, 'scripts/run.mjs'), join(folder, 'packages/server/src/admin.ts')]
  const child = spawn(process.execPath, [...script, ...words], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  return text(child.stdout)
}
