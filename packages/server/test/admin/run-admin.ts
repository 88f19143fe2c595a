import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { loadEngine } from '@mailsift/engine/node'
import { auditCommands } from '../../src/admin/audit.ts'
import { runCommandLine } from '../../src/admin/command-line.ts'
import { open } from '../../src/admin/database.ts'
import { privacyCommands } from '../../src/admin/privacy.ts'
import { signInCommands } from '../../src/admin/sign-in.ts'
import { statusCommands } from '../../src/admin/status.ts'
import { subscriptionCommands } from '../../src/admin/subscription.ts'
import { systemCommands } from '../../src/admin/system.ts'
import { taskCommands } from '../../src/admin/tasks.ts'
import { tokenCommands } from '../../src/admin/tokens.ts'
import { usageCommands } from '../../src/admin/usage.ts'
import { userCommands } from '../../src/admin/users.ts'
import type { BlobStore } from '../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { silentLog } from '../support/database.ts'

export const commands = [
  ...userCommands,
  ...signInCommands,
  ...tokenCommands,
  ...subscriptionCommands,
  ...usageCommands,
  ...auditCommands,
  ...taskCommands,
  ...privacyCommands,
  ...statusCommands(() => ({
    dataDir: '/',
    freeSpaceMinBytes: 0,
    blobStore: 'disk',
    listRefresh: true,
    databaseUrl: '',
  })),
  ...systemCommands(() => []),
]

const emptyStore = createDiskBlobs({
  folder: '/nonexistent',
  linkBaseUrl: '',
  secrets: [Buffer.alloc(0)],
  uploadStallMs: 0,
})
const RUN = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url))

/** As the services of these tests have it. */
const ADMIN_SECRETS = ['a secret for tests that is long enough'] as const

export type AdminResult = { code: number | null; output: string; errors: string }

/** The real command in a process of its own. */
export async function runAdmin(
  environment: NodeJS.ProcessEnv,
  words: string[],
  input = '',
  { closeOutput = false, within = [] as readonly string[] } = {},
): Promise<AdminResult> {
  const [command = '', ...rest] = [...within, process.execPath, RUN, ADMIN, ...words]
  const child = spawn(command, rest, {
    env: { ...CHILD_ENV, ...environment },
    stdio: 'pipe',
  })
  child.stdin.on('error', () => undefined).end(input)
  if (closeOutput) child.stdout.destroy()
  const exited = once(child, 'exit')
  const [output, errors] = await Promise.all([closeOutput ? '' : text(child.stdout), text(child.stderr)])
  const [code] = (await exited) as [number | null]
  return { code, output, errors }
}

/** The same commands on the same kind of database, without the price of a process for each call. */
export async function callAdmin(
  databaseUrl: string,
  words: string[],
  input = '',
  blobs: BlobStore = emptyStore,
): Promise<AdminResult> {
  const printed = { output: '', errors: '' }
  const database = open(databaseUrl, silentLog)
  const code = await runCommandLine(
    {
      commands,
      open: () => ({
        context: {
          database: async () => database,
          blobs: async () => blobs,
          origin: () => 'http://mailsift.test',
          engine: async () => loadEngine(),
          secrets: async () => ADMIN_SECRETS,
          readSecret: async () => input,
        },
        close: () => database.close(),
      }),
      print: (text) => {
        printed.output += `${text}\n`
      },
      write: async (text) => {
        printed.output += text
      },
      printError: (text) => {
        printed.errors += `${text}\n`
      },
    },
    words,
  )
  return { code, ...printed }
}
