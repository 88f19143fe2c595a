import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { loadEngine } from '@mailsift/engine/node'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import type { BackupContext } from '../../src/admin/commands/backup.ts'
import type { Command, CommandContext } from '../../src/admin/commands/command.ts'
import { type CommandLine, runCommandLine } from '../../src/admin/commands/command-line.ts'
import { allCommands } from '../../src/admin/commands/commands.ts'
import { open } from '../../src/admin/commands/database.ts'
import type { BlobStore } from '../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { silentLog } from '../support/database.ts'

/** Every command; those of backups get no further than to the place that they ask for. */
export function commandsWith(openPlace: BackupContext['openPlace']): Command[] {
  return allCommands({
    backups: {
      openPlace,
      newDatabase: async () => Promise.reject(new Error('no new database')),
      dataFolder: () => '/nonexistent',
      progress: () => undefined,
    },
    bounces: { mailDomain: async () => 'bounces.example.com' },
    probe: { selfTest: async () => async () => [], dailyMax: () => 1_000 },
    openMail: async () => ({ isConfigured: true, sendNow: async () => ({ outcome: 'sent' }) }),
    readStatusSettings: () => ({
      dataDir: '/',
      freeSpaceMinBytes: 0,
      blobStore: 'disk',
      listRefresh: true,
      databaseUrl: '',
    }),
    describeSettings: () => [],
  })
}

const commands = commandsWith(async () => Promise.reject(new Error('no place for backups')))

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

/** The real command in its own process. */
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
  plans = readPlans(''),
): Promise<AdminResult> {
  const database = open(databaseUrl, silentLog)
  const context: CommandContext = {
    database: async () => database,
    blobs: async () => blobs,
    origin: async () => 'http://mailsift.test',
    engine: async () => loadEngine(),
    plans: () => plans,
    secrets: async () => ADMIN_SECRETS,
    readSecret: async () => input,
  }
  return callCommands(commands, () => ({ context, close: () => database.close() }), words)
}

/** One call of the command line, and all that it printed. */
export async function callCommands(
  known: readonly Command[],
  open: CommandLine['open'],
  words: readonly string[],
): Promise<AdminResult> {
  const printed = { output: '', errors: '' }
  const code = await runCommandLine(
    {
      commands: known,
      open,
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
