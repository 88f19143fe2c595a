import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartupError } from '../fatal.ts'
import { ownVersion } from '../version.ts'
import { clientFor, openSession, serversAt } from './connection.ts'
import { explainDatabaseError } from './describe-failure.ts'
import { type AppliedMigration, type Migration, readMigrations } from './migration-files.ts'
import { beginWithTables, readTables, tablesNamedIn } from './migration-locks.ts'
import { isBeforeBaseline, takeOver } from './takeover.ts'

/** Any constant will do; it only has to be the same in every process. */
const MIGRATION_LOCK = 7_100_001
const OLDEST_MAJOR_VERSION = 14
const CONNECT_TIMEOUT_MS = 5_000

/**
 * Brings the database to this program's schema and returns how many migrations were applied. Any number of processes
 * may start at once: one works under the lock, the others wait and find nothing left to do.
 */
export async function migrate(url: string, migrations?: Migration[]): Promise<number> {
  const wanted = migrations ?? (await readMigrations())
  const client = await connect(url)
  try {
    await requireVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
      version text NOT NULL)`)
    const taken = await takeOverEarlier(client, wanted[0])
    const pending = pendingAfter(wanted, await readApplied(client))
    await applyAll(client, pending)
    await migrateQueue(client, url)
    return taken + pending.length
  } finally {
    await client.end()
  }
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  return (await client.query<AppliedMigration>('SELECT * FROM migrations ORDER BY number')).rows
}

async function takeOverEarlier(client: pg.Client, baseline: Migration | undefined): Promise<number> {
  const applied = await readApplied(client)
  if (!baseline || !isBeforeBaseline(applied, baseline)) return 0
  return takeOver(client, { applied, baseline, version: ownVersion() })
}

async function connect(url: string): Promise<pg.Client> {
  try {
    return await openSession(url, { name: 'mailsift migration', timeoutMs: CONNECT_TIMEOUT_MS, isPatient: true })
  } catch (error) {
    throw explainDatabaseError(error)
  }
}

/** Whether the database answers; fails as `migrate` does. Of several servers, what opens a connection afterwards knows which one does. */
export async function requireDatabase(url: string): Promise<void> {
  await (await connect(url)).end()
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  const major = Math.floor(rows[0]!.version / 10_000)
  if (major < OLDEST_MAJOR_VERSION)
    throw new StartupError(`The database is PostgreSQL ${major}; Mailsift needs ${OLDEST_MAJOR_VERSION} or later.`)
}

function pendingAfter(wanted: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(wanted.map((migration) => [migration.number, migration]))
  const newer = applied.findLast(({ number }) => !known.has(number))
  if (newer)
    throw new StartupError(
      `The database belongs to Mailsift ${newer.version}: it has migration ${newer.name}, which this version (${ownVersion()}) does not have. ` +
        `Start Mailsift ${newer.version} or a later one. To go back, restore a backup from before the upgrade into an empty database.`,
    )
  for (const { number, name, sha256 } of applied)
    if (known.get(number)!.sha256 !== sha256)
      throw new StartupError(`Migration ${name} was changed after it was applied. Restore the original file.`)
  const done = new Set(applied.map(({ number }) => number))
  return wanted.filter(({ number }) => !done.has(number))
}

async function applyAll(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const tables = pending.length > 0 ? await readTables(client) : []
  for (const migration of pending) {
    const isLast = migration === pending.at(-1)
    await apply(client, migration, { tables: tablesNamedIn(migration.sql, tables), isLast })
  }
}

/** The disk is waited for once, at the last: what a crash takes before that, is applied again. */
const WITHOUT_WAITING = 'SET LOCAL synchronous_commit TO off;'

async function apply(
  client: pg.Client,
  { number, name, sql, sha256 }: Migration,
  { tables, isLast }: { tables: string[]; isLast: boolean },
): Promise<void> {
  await beginWithTables(client, tables)
  try {
    await client.query(isLast ? sql : WITHOUT_WAITING + sql)
    await client.query('INSERT INTO migrations (number, name, sha256, version) VALUES ($1, $2, $3, $4)', [
      number,
      name,
      sha256,
      ownVersion(),
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new StartupError(`Migration ${name} failed: ${(error as Error).message}`)
  }
}

/**
 * graphile-worker keeps its tables in its own schema and migrates them itself. It is loaded only when its version has
 * changed since, because every start waits for this.
 */
async function migrateQueue(client: pg.Client, url: string): Promise<void> {
  // Versions in package.json are exact; the package itself is inside the bundle.
  const { dependencies } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const version: string | undefined = dependencies['graphile-worker']
  if (!version) throw new Error('packages/server/package.json does not name graphile-worker.')
  await client.query('CREATE TABLE IF NOT EXISTS queue_version (version text NOT NULL)')
  const { rows } = await client.query<{ version: string }>('SELECT version FROM queue_version')
  if (rows[0]?.version === version) return
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = new pg.Pool({ Client: clientFor(serversAt(url)) as never, max: 1 })
  // The clients listen for errors themselves; graphile-worker demands both of these of a pool.
  pool.on('error', () => undefined)
  pool.on('connect', (connected) => connected.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
  } finally {
    await pool.end()
  }
  await client.query('WITH old AS (DELETE FROM queue_version) INSERT INTO queue_version VALUES ($1)', [version])
}
