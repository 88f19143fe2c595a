// The last check of the object store by each API process, for `admin status`.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { StoreCheck } from './store-watch.ts'

declare module '../database/database.ts' {
  interface Tables {
    store_checks: { process: string; problem: string | null; checked_at: Date }
  }
}

/** A process checks at least once a minute; an older row is of one that has ended. */
const CURRENT = sql`interval '3 minutes'`

export async function recordStoreCheck(db: Db, process: string, { problem }: StoreCheck): Promise<void> {
  await sql`
    WITH ended AS (DELETE FROM store_checks WHERE checked_at < now() - ${CURRENT} AND process <> ${process})
    INSERT INTO store_checks (process, problem) VALUES (${process}, ${problem ?? null})
    ON CONFLICT (process) DO UPDATE SET problem = excluded.problem, checked_at = now()`.execute(db)
}

export type StoreChecks = { processes: number; problems: string[] }

export async function readStoreChecks(db: Db): Promise<StoreChecks> {
  const { rows } = await sql<StoreChecks>`
    SELECT count(*) AS processes, coalesce(array_agg(DISTINCT problem) FILTER (WHERE problem IS NOT NULL), '{}') AS problems
    FROM store_checks WHERE checked_at > now() - ${CURRENT}`.execute(db)
  return rows[0]!
}
