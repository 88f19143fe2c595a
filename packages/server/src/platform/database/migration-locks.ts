// The tables that a migration changes, taken before it does anything, while programs of the version before go on working with them.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../fatal.ts'
import { errorCode } from './errors.ts'

/** A wait that holds nothing. Other sessions that want the table queue behind it, so it has an end, after which they go first. */
const FIRST_LOCK_MS = 2_000
/** A wait that holds the tables before it. All of them together stay below PostgreSQL's `deadlock_timeout`: no customer's transaction is ended for a migration. */
const NEXT_LOCK_MS = 50
const PAUSE_MS = 100
const PATIENCE_MS = 300_000
const LOCK_NOT_AVAILABLE = '55P03'

/** The tables there are. Those that migrations of the same run create are in no other program's hands. */
export async function readTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY 1",
  )
  return rows.map(({ name }) => name)
}

export function tablesNamedIn(sql: string, tables: readonly string[]): string[] {
  const words = new Set(sql.split(/\W+/))
  return tables.filter((table) => words.has(table))
}

/**
 * Begins a transaction that holds these tables. A migration that took them one by one as it comes to them would wait for a transaction
 * that waits for it: a submission has written its job and wants to write its key, while the migration has the keys and wants the jobs.
 */
export async function beginWithTables(
  client: pg.Client,
  tables: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const until = performance.now() + patienceMs
  let order = [...tables]
  for (;;) {
    await client.query('BEGIN')
    const missing = await lockAll(client, order)
    if (missing === undefined) return
    await client.query('ROLLBACK')
    if (performance.now() >= until)
      throw new StartupError(
        `The table ${missing} could not be locked for ${Math.round(patienceMs / 1_000)} seconds. ` +
          'End long transactions and backups of this database (pg_stat_activity shows them), then start again.',
      )
    order = [missing, ...order.filter((table) => table !== missing)]
    await sleep(PAUSE_MS)
  }
}

/** The table that could not be had, if any. */
async function lockAll(client: pg.Client, tables: readonly string[]): Promise<string | undefined> {
  for (const [index, table] of tables.entries()) {
    const waitMs = index === 0 ? FIRST_LOCK_MS : NEXT_LOCK_MS
    try {
      await client.query(`SET LOCAL lock_timeout = ${waitMs}; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
      return table
    }
  }
  if (tables.length > 0) await client.query('SET LOCAL lock_timeout = 0')
  return undefined
}
