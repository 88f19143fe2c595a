// Facts about an installation, for `status`.
import { sql } from 'kysely'
import { type LastBackup, readLastBackup } from '../../backup/backup.ts'
import { countUnfinished, type Unfinished } from '../../bulk/bulk.ts'
import { readListStates } from '../../disposable-domains/disposable-domains.ts'
import { readWaiting, type Waiting } from '../../outbox/outbox.ts'
import { readStoreChecks, type StoreChecks } from '../../platform/blobs/store-checks.ts'
import { diskFolderOf, readDiskSpace, type Stores } from '../../platform/data-folder/free-space.ts'
import type { Db } from '../../platform/database/database.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { type AppliedMigration, readMigrations } from '../../platform/database/migration-files.ts'
import { isBeforeBaseline } from '../../platform/database/takeover.ts'
import { listQuarantined } from '../../platform/queue/quarantine.ts'
import { countTasks, type TaskCount } from '../../platform/queue/queue-metrics.ts'
import { countAlive } from '../../platform/queue/worker-watch.ts'
import { ownVersion } from '../../platform/version.ts'
import { CommandError } from './command.ts'

export type StatusSettings = Stores & { freeSpaceMinBytes: number; listRefresh: boolean }

type Disk = { folder: string; free_bytes: number; size_bytes: number; needed_bytes: number }

/** Migrations that the database has and this program does not know, and those of this program that it lacks. */
type Schema = { unknown: string[]; pending: string[] }

export type StatusFacts = {
  version: string
  at: string
  /** Those that are connected to the database now. */
  processes: { api: number; worker: number }
  tasks: TaskCount[]
  tasks_quarantined: number
  unfinished: Unfinished[]
  outbox: Waiting[]
  database: {
    version: string
    bytes: number
    connections: number
    connections_max: number
    /** Age of the oldest open transaction; a long one keeps vacuum from freeing space. */
    oldest_transaction_seconds: number
    reads_only: boolean
    schema: Schema
  }
  /** Null where this machine does not have the data folder. */
  disk: Disk | null
  files: string
  /** The last checks of the object store by the API processes. */
  store: StoreChecks
  /** `oldest_seconds` is null where no list was ever fetched. */
  lists: { count: number; failed: number; never_fetched: number; oldest_seconds: number | null }
  last_backup: LastBackup | null
}

export async function readStatus(db: Db, settings: StatusSettings): Promise<StatusFacts> {
  const schema = await readSchema(db)
  try {
    return await readFacts(db, settings, schema)
  } catch (error) {
    if (schema.unknown.length > 0 && LACKS_RELATION.has(errorCode(error) ?? ''))
      throw new CommandError(`${explainNewer(schema)} ${NEWER_TODO}`)
    throw error
  }
}

/** Undefined table, undefined column. */
const LACKS_RELATION = new Set(['42P01', '42703'])

export function explainNewer({ unknown }: Schema): string {
  return `The database belongs to a newer version of Mailsift: it has migration ${unknown.at(-1)}, which ${ownVersion()} does not have.`
}
export const NEWER_TODO = 'Upgrade Mailsift on this machine. This version does not start on that database.'

async function readFacts(db: Db, settings: StatusSettings, schema: Schema): Promise<StatusFacts> {
  const [api, worker, tasks, quarantined, unfinished, outbox, database, store, lists, lastBackup] = await Promise.all([
    countApis(db),
    countAlive(db),
    countTasks(db),
    listQuarantined(db),
    countUnfinished(db),
    readWaiting(db),
    readDatabase(db),
    readStoreChecks(db),
    readLists(db),
    readLastBackup(db),
  ])
  return {
    version: ownVersion(),
    at: new Date().toISOString(),
    processes: { api, worker },
    tasks,
    tasks_quarantined: quarantined.length,
    unfinished,
    outbox,
    database: { ...database, schema },
    disk: readDisk(settings),
    files: settings.blobStore,
    store,
    lists,
    last_backup: lastBackup ?? null,
  }
}

async function readSchema(db: Db): Promise<Schema> {
  const [known, { rows: applied }] = await Promise.all([
    readMigrations(),
    sql<AppliedMigration>`SELECT * FROM migrations ORDER BY number`.execute(db),
  ])
  const lacking = (all: readonly AppliedMigration[], some: readonly AppliedMigration[]) => {
    const numbers = new Set(some.map(({ number }) => number))
    return all.filter(({ number }) => !numbers.has(number)).map(({ name }) => name)
  }
  // A database from before 0.1.0 has migrations that the baseline replaces when it is taken over.
  return {
    unknown: isBeforeBaseline(applied, known[0]!) ? [] : lacking(applied, known),
    pending: lacking(known, applied),
  }
}

/** Each API process has one session on which it hears of changed accounts. */
async function countApis(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'mailsift account changes'`.execute(db)
  return rows[0]!.count
}

async function readDatabase(db: Db): Promise<Omit<StatusFacts['database'], 'schema'>> {
  const { rows } = await sql<Omit<StatusFacts['database'], 'schema'>>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS connections_max,
      coalesce((SELECT max(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND datname = current_database()), 0)::float8 AS oldest_transaction_seconds,
      current_setting('transaction_read_only') = 'on' AS reads_only`.execute(db)
  return rows[0]!
}

function readDisk(settings: StatusSettings): Disk | null {
  const folder = diskFolderOf(settings)
  const space = readDiskSpace(folder)
  if (!folder || !space) return null
  const { freeBytes, sizeBytes } = space
  return { folder, free_bytes: freeBytes, size_bytes: sizeBytes, needed_bytes: settings.freeSpaceMinBytes }
}

async function readLists(db: Db): Promise<StatusFacts['lists']> {
  const states = await readListStates(db)
  const ages = states.flatMap(({ fetched_at }) => (fetched_at ? [(Date.now() - Date.parse(fetched_at)) / 1000] : []))
  return {
    count: states.length,
    never_fetched: states.length - ages.length,
    failed: states.filter(({ outcome }) => outcome !== 'fetched' && outcome !== 'unchanged').length,
    oldest_seconds: ages.length > 0 ? Math.max(...ages) : null,
  }
}
