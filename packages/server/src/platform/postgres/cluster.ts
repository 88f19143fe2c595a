// The files of a new database, made by initdb.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../data-folder/sync-folder.ts'
import { StartupError } from '../fatal.ts'
import type { PostgresBinaries } from './binaries.ts'
import { passwordFileOf, SUPERUSER } from './credentials.ts'
import type { Identity } from './identity.ts'

export type ClusterOptions = {
  binaries: PostgresBinaries
  identity: Identity
  /** Holds the passwords. */
  folder: string
  dataFolder: string
}

const MAJOR_VERSION = '18'

/** Made beside its final place and renamed, so that a killed first start leaves no half-made cluster behind. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataFolder } = options
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version) {
    if (version.trim() === MAJOR_VERSION) return
    throw new StartupError(
      `The database in ${dataFolder} was created by PostgreSQL ${version.trim()}, but this version of Mailsift includes PostgreSQL ${MAJOR_VERSION}. Migrate it with pg_dump, or set DATA_DIR to another folder.`,
    )
  }
  const drafts = `${dataFolder}.new-`
  await removeDrafts(drafts)
  const draft = `${drafts}${randomBytes(4).toString('hex')}`
  await initdb(options, draft)
  await rename(draft, dataFolder)
  // Before the first row: a rename that a loss of power undid would leave a draft, and those are removed.
  await syncFolder(dirname(dataFolder))
}

/** Takes a second of processor time, most of a first start. */
async function initdb(options: ClusterOptions, draft: string): Promise<void> {
  const args = ['-D', draft, '-U', SUPERUSER, '--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin']
  args.push(
    `--pwfile=${passwordFileOf(options.folder, SUPERUSER)}`,
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  )
  const made = run(options, options.binaries.initdb, args)
  if (made.status === 0) return
  await rm(draft, { recursive: true, force: true })
  throw new StartupError(
    `The database could not be created in ${options.dataFolder}: ${firstLine(made.stderr || String(made.error))}`,
  )
}

function run({ binaries, identity }: ClusterOptions, program: string, args: string[]): SpawnSyncReturns<string> {
  const [command, ...before] = identity.wrap(program)
  return spawnSync(command!, [...before, ...args], {
    ...identity.spawnOptions,
    env: binaries.env,
    encoding: 'utf8',
  })
}

/** A start that was killed left them. */
async function removeDrafts(drafts: string): Promise<void> {
  const parent = dirname(drafts)
  const found = (await readdir(parent)).map((name) => join(parent, name)).filter((path) => path.startsWith(drafts))
  for (const path of found) await rm(path, { recursive: true, force: true })
}

function firstLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .find((line) => /error|fatal|denied/i.test(line)) ??
    text.trim().split('\n')[0] ??
    ''
  )
}
