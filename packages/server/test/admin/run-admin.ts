import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../src/admin/command-line.ts'
import { subscriptionCommands } from '../../src/admin/subscription.ts'
import { systemCommands } from '../../src/admin/system.ts'
import { tokenCommands } from '../../src/admin/tokens.ts'
import { usageCommands } from '../../src/admin/usage.ts'
import { userCommands } from '../../src/admin/users.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { silentLog } from '../support/database.ts'

export const commands = [
  ...userCommands,
  ...tokenCommands,
  ...subscriptionCommands,
  ...usageCommands,
  ...systemCommands(() => []),
]

const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url))

export type AdminResult = { code: number | null; output: string; errors: string }

/** The real command in a process of its own. */
export async function runAdmin(environment: NodeJS.ProcessEnv, words: string[], input = ''): Promise<AdminResult> {
  const child = spawn(process.execPath, [ADMIN, ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => undefined).end(input)
  const exited = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await exited) as [number | null]
  return { code, output, errors }
}

/** The same commands on the same kind of database, without the price of a process for each call. */
export async function callAdmin(databaseUrl: string, words: string[], input = ''): Promise<AdminResult> {
  const printed = { output: '', errors: '' }
  const database = openDatabase(databaseUrl, { log: silentLog, connectionCount: 1 })
  const code = await runCommandLine(
    {
      commands,
      open: () => ({
        context: { database: async () => database, readSecret: async () => input },
        close: () => database.close(),
      }),
      print: (text) => {
        printed.output += `${text}\n`
      },
      printError: (text) => {
        printed.errors += `${text}\n`
      },
    },
    words,
  )
  return { code, ...printed }
}
