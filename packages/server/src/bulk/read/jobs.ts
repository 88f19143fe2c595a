import type { JobList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { JOB_COLUMNS, type JobRow, toJob } from '../state/job-row.ts'

/** §4.4, newest first. The children of groups are listed with their group (§4.7). */
export async function listJobs({ db }: { db: Db }, userId: string, { page, take }: Paging): Promise<JobList> {
  const skipped = (page - 1) * take
  const [total, listed] = await Promise.all([
    countListedJobs(db, userId),
    // Only the ten minutes in which the page begins are counted through; ids come from the index, rows for the page alone.
    sql<JobRow>`
      WITH spans AS (
        SELECT span, jobs, sum(jobs) OVER (ORDER BY span DESC) - jobs AS newer FROM bulk_job_times WHERE user_id = ${userId}
      ), place AS (
        SELECT span + interval '10 minutes' AS until, newer FROM spans WHERE newer + jobs > ${skipped}
        ORDER BY span DESC LIMIT 1
      )
      SELECT ${JOB_COLUMNS} FROM bulk_jobs WHERE id IN (
        SELECT id FROM bulk_jobs
        WHERE user_id = ${userId} AND group_id IS NULL AND created_at < (SELECT until FROM place)
        ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET (SELECT ${skipped} - newer FROM place)
      ) ORDER BY created_at DESC, id DESC`.execute(db),
  ])
  return { items: listed.rows.map(toJob), total, page, take }
}

export async function countListedJobs(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(jobs), 0)::int AS total FROM bulk_job_times WHERE user_id = ${userId}`.execute(db)
  return rows[0]!.total
}
