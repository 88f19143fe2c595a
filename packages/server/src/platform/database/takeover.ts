// Databases from before 0.1.0 have other names of tables and columns, and a chain of migrations that one baseline file replaces. They are
// taken over once, in one transaction: the rest of the chain, the names, and then the views, functions and triggers of the baseline.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../fatal.ts'
import { type AppliedMigration, type Migration, readTakeover } from './migration-files.ts'
import { beginWithTables, readTables } from './migration-locks.ts'

const OLDEST_COMMIT = 'f553c234'
/** The last migration of that commit: databases of earlier commits lack it, or one before it. */
const OLDEST_LAST = 1174
/** What the takeover runs after the chain. */
const NAMES = 9000
const TASKS = 9010

/** Sessions of API processes and workers. A node that was killed leaves its sessions for a moment. */
const SERVICE_SESSIONS = ['mailsift', 'mailsift account changes', 'mailsift queue']
const NODES_END_MS = 15_000
const LOOK_AGAIN_MS = 100

/** Any migration with a number below the baseline's. */
export function isBeforeBaseline(applied: readonly Pick<AppliedMigration, 'number'>[], baseline: Migration): boolean {
  return applied.some(({ number }) => number < baseline.number)
}

/** The migrations that made the schema of a backup from before the baseline. */
export async function readChain(): Promise<Migration[]> {
  return (await readTakeover()).filter(({ number }) => number < NAMES)
}

export type Takeover = {
  applied: readonly AppliedMigration[]
  /** The migration that the others become. */
  baseline: Migration
  version: string
}

/** Returns the number of migrations that it applied. */
export async function takeOver(client: pg.Client, { applied, baseline, version }: Takeover): Promise<number> {
  const chain = await readChain()
  requireChain(applied, chain)
  await requireNoNodes(client)
  const pending = chain.filter(({ number }) => !applied.some((migration) => migration.number === number))
  const files = await readTakeover()
  const queue = await client.query<{ exists: boolean }>(
    "SELECT to_regnamespace('graphile_worker') IS NOT NULL AS exists",
  )
  const last = files.filter(({ number }) => number === NAMES || (number === TASKS && queue.rows[0]!.exists))
  await beginWithTables(client, await readTables(client))
  try {
    for (const { name, sql } of [...pending, ...last, { name: baseline.name, sql: programsIn(baseline.sql) }])
      await client.query(sql).catch((error: Error) => {
        throw new StartupError(`The takeover of the database failed in ${name}: ${error.message}`)
      })
    await client.query('DELETE FROM migrations')
    await client.query('INSERT INTO migrations (number, name, sha256, version) VALUES ($1, $2, $3, $4)', [
      baseline.number,
      baseline.name,
      baseline.sha256,
      version,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return pending.length + 1
}

/** Fails for what is too old or unknown. */
export function requireChain(applied: readonly Pick<AppliedMigration, 'name'>[], chain: readonly Migration[]): void {
  const names = new Set(applied.map(({ name }) => name))
  const unknown = applied.find(({ name }) => !chain.some((migration) => migration.name === name))
  const missing = chain.find(({ number, name }) => number <= OLDEST_LAST && !names.has(name))
  if (missing)
    throw new StartupError(
      `The database is from a version of Mailsift before 0.1.0 that is too old: it lacks migration ${missing.name}. ` +
        `Start Mailsift of commit ${OLDEST_COMMIT} on it once, stop it, then start this version.`,
    )
  if (unknown)
    throw new StartupError(
      `The database is from a version of Mailsift before 0.1.0 that was never released: it has migration ${unknown.name}, which no released version knows. ` +
        'Start the version that it belongs to, or restore a backup from before that migration.',
    )
}

/** The statements of the baseline that create functions, triggers and views. */
function programsIn(baseline: string): string {
  const programs = baseline.split(/^(?=CREATE )/m).flatMap((text) => {
    const [, kind] = /^CREATE (FUNCTION|TRIGGER|VIEW) /.exec(text) ?? []
    if (kind === undefined) return []
    const end = kind === 'FUNCTION' ? '$$;' : ';'
    return text.slice(0, text.indexOf(`${end}\n`) + end.length)
  })
  return programs.join('\n')
}

/** Earlier nodes do not know the new names. Workers also say in the database that they are alive, whatever stands between them and it. */
async function requireNoNodes(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + NODES_END_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const { rows } = await client.query<{ sessions: number; workers: number }>(
      `SELECT (SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = ANY($1::text[])) AS sessions,
       (SELECT count(*)::int FROM heartbeats WHERE ended_by IS NULL AND seen_at > now() - interval '10 seconds') AS workers`,
      [SERVICE_SESSIONS],
    )
    const { sessions, workers } = rows[0]!
    if (sessions === 0 && workers === 0) return
    if (Date.now() >= deadline)
      throw new StartupError(
        `An earlier version of Mailsift still uses this database (${sessions} connections, ${workers} live workers). ` +
          'To upgrade to 0.1.0, stop all nodes first, then start this version. From 0.1.0 on, nodes can be replaced one by one.',
      )
  }
}
