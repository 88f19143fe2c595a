import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** How long the lists of an account are; jobs of groups are not in the list of jobs. */
export async function countListed(db: Db, accountId: string): Promise<{ jobs: number; groups: number }> {
  const { rows } = await sql<{ jobs: number; groups: number }>`
    SELECT jobs, groups FROM bulk_totals WHERE account_id = ${accountId}`.execute(db)
  return rows[0] ?? { jobs: 0, groups: 0 }
}
