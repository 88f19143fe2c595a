// What `status` knows of an installation.
import { sql } from 'kysely'
import { type LastBackup, readLastBackup } from '../backup/backup.ts'
import { countUnfinished, type Unfinished } from '../bulk/bulk.ts'
import { readListStates } from '../lists/lists.ts'
import { readWaiting, type Waiting } from '../outbox/outbox.ts'
import type { Db } from '../platform/database.ts'
import { readDiskSpace } from '../platform/free-space.ts'
import { countTasks, type TaskCount } from '../platform/queue-metrics.ts'
import { listSetAside } from '../platform/set-aside.ts'
import { ownVersion } from '../platform/version.ts'
import { countPresent } from '../platform/worker-watch.ts'

export type StatusSettings = { dataDir: string; freeSpaceMinBytes: number; blobStore: string; listRefresh: boolean }

type Disk = { folder: string; free_bytes: number; size_bytes: number; needed_bytes: number }

export type StatusFacts = {
  version: string
  at: string
  /** Those that are connected to the database now. */
  processes: { api: number; worker: number }
  tasks: TaskCount[]
  tasks_set_aside: number
  unfinished: Unfinished[]
  outbox: Waiting[]
  database: {
    version: string
    bytes: number
    connections: number
    connections_max: number
    /** Of transactions; what makes vacuum fall behind. */
    oldest_transaction_seconds: number
    reads_only: boolean
  }
  /** Null where this machine does not have the data folder. */
  disk: Disk | null
  files: string
  lists: { count: number; failed: number; oldest_seconds: number | null }
  last_backup: LastBackup | null
}

export async function readStatus(db: Db, settings: StatusSettings): Promise<StatusFacts> {
  const [api, worker, tasks, setAside, unfinished, outbox, database, lists, lastBackup] = await Promise.all([
    countApis(db),
    countPresent(db),
    countTasks(db),
    listSetAside(db),
    countUnfinished(db),
    readWaiting(db),
    readDatabase(db),
    readLists(db),
    readLastBackup(db),
  ])
  return {
    version: ownVersion(),
    at: new Date().toISOString(),
    processes: { api, worker },
    ...{ tasks, tasks_set_aside: setAside.length, unfinished, outbox, database },
    disk: readDisk(settings),
    files: settings.blobStore,
    lists,
    last_backup: lastBackup ?? null,
  }
}

/** Each API process has one session on which it hears of changed accounts. */
async function countApis(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'mailsift account changes'`.execute(db)
  return rows[0]!.count
}

async function readDatabase(db: Db): Promise<StatusFacts['database']> {
  const { rows } = await sql<StatusFacts['database']>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS connections_max,
      coalesce((SELECT max(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND datname = current_database()), 0)::float8 AS oldest_transaction_seconds,
      current_setting('transaction_read_only') = 'on' AS reads_only`.execute(db)
  return rows[0]!
}

function readDisk({ dataDir, freeSpaceMinBytes }: StatusSettings): Disk | null {
  const space = readDiskSpace(dataDir)
  if (!space) return null
  const { freeBytes, sizeBytes } = space
  return { folder: dataDir, free_bytes: freeBytes, size_bytes: sizeBytes, needed_bytes: freeSpaceMinBytes }
}

async function readLists(db: Db): Promise<StatusFacts['lists']> {
  const states = await readListStates(db)
  const ages = states.flatMap(({ fetched_at }) => (fetched_at ? [(Date.now() - Date.parse(fetched_at)) / 1000] : []))
  return {
    count: states.length,
    failed: states.filter(({ outcome }) => outcome !== 'fetched' && outcome !== 'unchanged').length,
    oldest_seconds: ages.length > 0 ? Math.max(...ages) : null,
  }
}
