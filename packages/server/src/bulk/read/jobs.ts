import type { JobList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type JobRow, toJob } from '../state/job-row.ts'
import { countListed } from './totals.ts'

/** §4.4, newest first. The children of groups are listed with their group (§4.7). */
export async function listJobs({ db }: { db: Db }, accountId: string, { page, take }: Paging): Promise<JobList> {
  const [{ jobs: total }, rows] = await Promise.all([
    countListed(db, accountId),
    page === 1 ? readFirst(db, accountId, take) : readFurther(db, accountId, (page - 1) * take, take),
  ])
  return { items: rows.map(toJob), total, page, take }
}

async function readFirst(db: Db, accountId: string, take: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    SELECT * FROM bulk_job_resources WHERE account_id = ${accountId} AND group_id IS NULL
    ORDER BY created_at DESC, id DESC LIMIT ${take}`.execute(db)
  return rows
}

/** Only the ten minutes in which the page begins are counted through; ids come from the index, rows for the page alone. */
async function readFurther(db: Db, accountId: string, skipped: number, take: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    WITH spans AS (
      SELECT span, jobs, sum(jobs) OVER (ORDER BY span DESC) - jobs AS newer FROM bulk_job_times WHERE account_id = ${accountId}
    ), place AS (
      SELECT span + interval '10 minutes' AS until, newer FROM spans WHERE newer + jobs > ${skipped}
      ORDER BY span DESC LIMIT 1
    )
    SELECT * FROM bulk_job_resources WHERE id IN (
      SELECT id FROM bulk_jobs
      WHERE account_id = ${accountId} AND group_id IS NULL AND created_at < (SELECT until FROM place)
      ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET (SELECT ${skipped} - newer FROM place)
    ) ORDER BY created_at DESC, id DESC`.execute(db)
  return rows
}
