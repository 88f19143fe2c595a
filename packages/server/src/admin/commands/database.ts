import { access, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDataFolder } from '../../platform/data-folder/folder.ts'
import { FolderInUse, type FolderLock, lockDataFolder } from '../../platform/data-folder/lock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { migrate, requireDatabase } from '../../platform/database/migrate.ts'
import { StartupError } from '../../platform/fatal.ts'
import type { Log } from '../../platform/log.ts'
import { embeddedDatabaseUrl, startEmbeddedPostgres } from '../../platform/postgres/embedded.ts'

export type AdminDatabaseOptions = { databaseUrl: string; dataDir: string; log: Log }

/** An instance that is just starting has its database a moment later. */
const RUNNING_INSTANCE_TIMEOUT_MS = 10_000

/**
 * The installation's database: the outside one, that of the running instance, or the embedded one started for as long
 * as the command takes. Closing it leaves everything as it was found.
 */
export async function openAdminDatabase(options: AdminDatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openOutside(options.databaseUrl, options.log)
  const folder = await existingFolder(options.dataDir)
  const lock = await takeFolder(folder, options.log)
  const postgresFolder = join(folder, 'postgres')
  return lock
    ? migrated(await startForCommand(postgresFolder, lock, options.log))
    : joinRunning(await embeddedDatabaseUrl(postgresFolder), folder, options.log)
}

/** For a restore: the outside database, or the embedded one, which is made if it is not there. No service may run on it. */
export async function openNewDatabase({ databaseUrl, dataDir, log }: AdminDatabaseOptions): Promise<Database> {
  if (databaseUrl) return openOutside(databaseUrl, log)
  const folder = await openDataFolder(dataDir)
  return startForCommand(join(folder, 'postgres'), await lockDataFolder({ folder, purpose: 'command', log }), log)
}

/** The writable server among several is found first; others may be away or read-only. */
async function openOutside(url: string, log: Log): Promise<Database> {
  await requireDatabase(url)
  return open(url, log)
}

/** A mistyped folder must not become a new, empty installation. */
async function existingFolder(dataDir: string): Promise<string> {
  try {
    await access(join(dataDir, 'postgres', 'pgdata', 'PG_VERSION'))
    return await realpath(dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM')
      throw new StartupError(
        `The data folder ${dataDir} belongs to another user. Run the command as the user that runs Mailsift.`,
      )
    throw new StartupError(
      `There is no database in the data folder ${dataDir}. Start Mailsift once (npm start), or set DATA_DIR or DATABASE_URL.`,
    )
  }
}

/** Undefined when an instance on this machine has the folder: its database answers on a socket in it, in any container. */
async function takeFolder(folder: string, log: Log): Promise<FolderLock | undefined> {
  return lockDataFolder({ folder, purpose: 'command', log }).catch((error: unknown) => {
    if (error instanceof FolderInUse && error.reachable) return undefined
    throw error
  })
}

async function joinRunning(url: string, folder: string, log: Log): Promise<Database> {
  const database = open(url, log)
  for (const deadline = Date.now() + RUNNING_INSTANCE_TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    const answers = await sql`SELECT 1`.execute(database.db).then(
      () => true,
      () => false,
    )
    if (answers) return database
  }
  await database.close()
  throw new StartupError(
    `Mailsift is running with the data folder ${folder}, but its embedded database does not respond. If it uses an external database, set the same DATABASE_URL here.`,
  )
}

async function startForCommand(folder: string, lock: FolderLock, log: Log): Promise<Database> {
  const { fromOtherMachine } = lock
  const postgres = await startEmbeddedPostgres({ folder, log, fromOtherMachine }).catch(async (error: unknown) => {
    await lock.release()
    throw error
  })
  const database = open(postgres.url, log)
  const close = async () => {
    await database.close()
    await postgres.stop()
    await lock.release()
  }
  return { ...database, close }
}

/** A database that a command starts gets its pending migrations, as `npm start` would give it. */
async function migrated(database: Database): Promise<Database> {
  await migrate(database.url).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return database
}

/** By the name of its connections the audit trail knows the administration. */
export function open(url: string, log: Log): Database {
  return openDatabase(url, { log, connectionCount: 2, applicationName: 'mailsift administration' })
}
