// 2, 8: states and limits, as the database has them.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Violations } from './violation.ts'

export async function* checkStates(db: Db): Violations {
  const { rows } = await sql<{ id: string; what: string }>`
    SELECT id, 'updated before it was created' AS what FROM bulk_jobs WHERE updated_at < created_at
    UNION ALL SELECT id, 'pending or processing without a slot' FROM bulk_jobs job
      WHERE status IN ('pending', 'processing') AND group_id IS NULL
        AND NOT EXISTS (SELECT FROM bulk_accounts a WHERE a.account_id = job.account_id AND a.unfinished > 0)
    UNION ALL SELECT id, 'failed without saying why' FROM bulk_jobs WHERE status = 'failed' AND failure IS NULL
    UNION ALL SELECT id, 'stopped, but still open without a running chunk' FROM bulk_jobs job
      WHERE status IN ('pending', 'processing') AND chunks_left > 0 AND expires_at > now()
        AND coalesce(stopped_at, (SELECT stopped_at FROM bulk_groups WHERE id = job.group_id)) < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM bulk_chunks WHERE job_id = job.id AND started_at IS NOT NULL AND done_at IS NULL)
    UNION ALL SELECT job.id, 'has results of a chunk that started after the list was stopped' FROM bulk_jobs job
      LEFT JOIN bulk_groups g ON g.id = job.group_id JOIN bulk_chunks chunk ON chunk.job_id = job.id
      WHERE chunk.done_at IS NOT NULL AND chunk.started_at > coalesce(job.stopped_at, g.stopped_at) + interval '1 second'
    UNION ALL SELECT id, 'expired jobs are still open' FROM bulk_jobs
      WHERE expires_at < now() - interval '5 minutes' AND status <> 'expired'`.execute(db)
  for (const { id, what } of rows) yield { invariant: 2, subject: `job ${id}`, what }
}

export async function* checkLimits(db: Db): Violations {
  yield* checkCounts(db)
  yield* checkKeys(db)
  yield* checkListed(db)
}

/** All counts are of one moment. */
export async function* checkCounts(db: Db): Violations {
  const { rows } = await sql<{ account_id: string; unfinished: number; counted: number; unclaimed: number }>`
    SELECT a.account_id, a.unfinished,
      (SELECT count(*) FROM bulk_jobs WHERE account_id = a.account_id AND group_id IS NULL AND status IN ('pending', 'processing'))
      + (SELECT count(*) FROM bulk_groups WHERE account_id = a.account_id
          AND status IN ('queued', 'parsing', 'processing', 'finalizing')) AS counted,
      (SELECT count(*) FROM bulk_uploads WHERE account_id = a.account_id AND claimed_at IS NULL AND expires_at > now())
        AS unclaimed
    FROM bulk_accounts a`.execute(db)
  for (const { account_id, unfinished, counted, unclaimed } of rows) {
    const subject = `user ${account_id}`
    if (unfinished !== counted)
      yield { invariant: 8, subject, what: `${counted} unfinished, but ${unfinished} slots taken` }
    if (counted > 3) yield { invariant: 8, subject, what: `${counted} unfinished submissions` }
    if (unclaimed > 3) yield { invariant: 8, subject, what: `${unclaimed} unclaimed uploads` }
  }
}

async function* checkKeys(db: Db): Violations {
  const lost = await sql<{ resource_id: string }>`
    SELECT resource_id FROM bulk_keys WHERE reserved_until > now() AND removed_at IS NULL
      AND NOT EXISTS (SELECT FROM bulk_jobs WHERE id = resource_id AND bulk_jobs.account_id = bulk_keys.account_id)
      AND NOT EXISTS (SELECT FROM bulk_groups WHERE id = resource_id AND bulk_groups.account_id = bulk_keys.account_id)
      AND NOT EXISTS (SELECT FROM bulk_uploads WHERE id = resource_id AND bulk_uploads.account_id = bulk_keys.account_id)`.execute(
    db,
  )
  for (const { resource_id } of lost.rows)
    yield { invariant: 8, subject: `key of ${resource_id}`, what: 'the key leads to nothing' }
}

/** The list of an account's jobs is paged by these counts, and each list says its length by them. */
async function* checkListed(db: Db): Violations {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM (
      SELECT account_id, date_bin('10 minutes', created_at, 'epoch') AS span, count(*) AS jobs FROM bulk_jobs
      WHERE group_id IS NULL GROUP BY 1, 2
    ) AS counted FULL JOIN bulk_job_times AS listed USING (account_id, span)
    WHERE counted.jobs IS DISTINCT FROM listed.jobs
    UNION
    SELECT account_id FROM (SELECT account_id, sum(jobs) AS jobs FROM bulk_job_times GROUP BY 1) AS listed
    FULL JOIN (SELECT account_id, count(*) AS groups FROM bulk_groups GROUP BY 1) AS counted USING (account_id)
    FULL JOIN bulk_totals AS total USING (account_id)
    WHERE coalesce(listed.jobs, 0) <> coalesce(total.jobs, 0)
      OR coalesce(counted.groups, 0) <> coalesce(total.groups, 0)`.execute(db)
  for (const { account_id } of rows)
    yield {
      invariant: 8,
      subject: `user ${account_id}`,
      what: 'the lists have other counts than there are jobs and groups',
    }
}
