// The files of a new database: a copy of what the installation prepared, or made by initdb where there is none.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../data-folder/sync-folder.ts'
import { readMigrations } from '../database/migrate.ts'
import { StartupError } from '../fatal.ts'
import type { PostgresBinaries } from './binaries.ts'
import { passwordFileOf, readCredential, SERVICE_ROLE, SUPERUSER } from './credentials.ts'
import type { Identity } from './identity.ts'
import { readPrepared, unpackCluster } from './prepared-cluster.ts'

export type ClusterOptions = {
  binaries: PostgresBinaries
  identity: Identity
  /** Holds the passwords. */
  folder: string
  dataFolder: string
  prepared: URL | undefined
}

const MAJOR_VERSION = '18'

/** Made beside its final place and renamed, so that a killed first start leaves no half-made cluster behind. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { dataFolder } = options
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version) {
    if (version.trim() === MAJOR_VERSION) return
    throw new StartupError(
      `The database in ${dataFolder} was made by PostgreSQL ${version.trim()}, and this version of Mailsift brings ${MAJOR_VERSION}. Move it with pg_dump, or set DATA_DIR to another folder.`,
    )
  }
  const drafts = `${dataFolder}.new-`
  await removeDrafts(drafts)
  const draft = `${drafts}${randomBytes(4).toString('hex')}`
  if (!(await copyPrepared(options, draft))) await initdb(options, draft)
  await rename(draft, dataFolder)
  // Before the first row: a rename that a loss of power undid would leave a draft, and those are removed.
  await syncFolder(dirname(dataFolder))
}

/** The server's release and the schema: a prepared cluster is for no other. */
export async function madeBy({ release }: PostgresBinaries): Promise<string> {
  const schema = createHash('sha256')
  for (const { name, sha256 } of await readMigrations()) schema.update(`${name} ${sha256}\n`)
  return `${release} ${schema.digest('hex')}`
}

/** False where there is none. A fault that keeps the copy from being made meets initdb as well, which names it. */
async function copyPrepared(options: ClusterOptions, draft: string): Promise<boolean> {
  const { binaries, identity, folder, prepared } = options
  const cluster = prepared && readPrepared(prepared, await madeBy(binaries))
  if (!cluster) return false
  const credentials = [await readCredential(folder, SUPERUSER), await readCredential(folder, SERVICE_ROLE)]
  const statements = credentials.map(({ role, password }) => `ALTER ROLE ${role} PASSWORD '${password}'\n`)
  const single = ['--single', '-F', '-D', draft, '-c', 'scram_iterations=1', 'postgres']
  try {
    unpackCluster(cluster, draft, identity)
    // One process without a socket: the passwords of the prepared cluster never let anyone in.
    const changed = run(options, binaries.postgres, single, statements.join(''))
    const synced = run(options, binaries.initdb, ['--sync-only', '-D', draft])
    if (changed.status === 0 && !/ERROR|FATAL|PANIC/.test(changed.stderr) && synced.status === 0) return true
  } catch {}
  await rm(draft, { recursive: true, force: true })
  return false
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

function run(
  { binaries, identity }: ClusterOptions,
  program: string,
  args: string[],
  input = '',
): SpawnSyncReturns<string> {
  const [command, ...before] = identity.wrap(program)
  return spawnSync(command!, [...before, ...args], {
    ...identity.spawnOptions,
    env: binaries.env,
    input,
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
