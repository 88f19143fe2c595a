import type { JobList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { JOB_COLUMNS, type JobRow, toJob } from '../state/job-row.ts'

/** §4.4, newest first. The children of groups are listed with their group (§4.7). */
export async function listJobs({ db }: { db: Db }, userId: string, { page, take }: Paging): Promise<JobList> {
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`
      SELECT count(*) AS total FROM bulk_jobs WHERE user_id = ${userId} AND group_id IS NULL`.execute(db),
    sql<JobRow>`
      SELECT ${JOB_COLUMNS} FROM bulk_jobs WHERE user_id = ${userId} AND group_id IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  return { items: listed.rows.map(toJob), total: counted.rows[0]!.total, page, take }
}
