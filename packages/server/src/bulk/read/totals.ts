import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** How long the lists of an account are; jobs of groups are not in the list of jobs. */
export async function countListed(db: Db, userId: string): Promise<{ jobs: number; groups: number }> {
  const { rows } = await sql<{ jobs: number; groups: number }>`
    SELECT jobs, groups FROM bulk_totals WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? { jobs: 0, groups: 0 }
}
