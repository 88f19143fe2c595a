import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

/** How many rows of these tables have been read so far. Only what the database's one connection has read is counted at once. */
export async function rowsRead(db: Db, tables: readonly string[]): Promise<number> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS read FROM pg_stat_user_tables
    WHERE relname = ANY(${tables})`.execute(db)
  return rows[0]!.read
}
