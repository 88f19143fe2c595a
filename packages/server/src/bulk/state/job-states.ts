// How a job ends. The slot of a list, or the count of children in a group, changes in the same transaction.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { endChild } from './group-states.ts'
import { newJobCsvKey } from './objects.ts'
import type { Owned } from './owners.ts'
import { releaseSlot } from './slots.ts'
import { returnTurns } from './turns.ts'

type EndedJob = { account_id: string; group_id: string | null }

/** The CSV gets its key here and is written when it is requested; until then its size is estimated by the number of rows. */
export async function completeJob(db: Db, { id, account_id }: Owned): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET status = 'completed', csv_key = ${newJobCsvKey(id)}, csv_written = false,
        csv_bytes = total * CASE WHEN validate_domain THEN 600 ELSE 300 END, updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = 'processing' AND expires_at > now()
      RETURNING account_id, group_id`.execute(tx)
    await release(tx, rows[0])
  })
}

/** Committed rows stay; the others are never processed. */
export async function failJob(db: Db, { id, account_id }: Owned, failure: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET status = 'failed', failure = ${failure}, updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = 'processing' AND expires_at > now()
      RETURNING account_id, group_id`.execute(tx)
    await release(tx, rows[0])
  })
}

export const STOPPED_FAILURE = 'Stopped by its owner'

/**
 * Ends a job whose list was stopped, once none of its chunks is running. A job whose last chunk is stored is left alone: it completes. A chunk that
 * starts while this statement runs finds that its job has ended, and stores nothing.
 */
export async function endStoppedJob(db: Db, { id, account_id }: Owned): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      UPDATE bulk_jobs SET status = 'processing', updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = 'pending' AND expires_at > now()`.execute(tx)
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET status = 'failed', failure = ${STOPPED_FAILURE}, updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = 'processing' AND expires_at > now() AND chunks_left > 0
        AND NOT EXISTS (
          SELECT FROM bulk_chunks
          WHERE job_id = ${id} AND account_id = ${account_id} AND started_at IS NOT NULL AND done_at IS NULL)
      RETURNING account_id, group_id`.execute(tx)
    if (rows[0]) await returnTurns(tx, { id, account_id })
    await release(tx, rows[0])
  })
}

/** Ends a job, whatever its state, and releases the slot that it still holds. The slot of a child belongs to its group. */
export async function expireJob(tx: Tx, jobId: string): Promise<void> {
  await sql`
    WITH job AS (
      SELECT id, account_id, group_id, status FROM bulk_jobs WHERE id = ${jobId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_jobs SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM job WHERE bulk_jobs.id = job.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM job WHERE bulk_accounts.account_id = job.account_id AND group_id IS NULL AND status IN ('pending', 'processing')`.execute(
    tx,
  )
}

/** Undefined: the job had ended already, and its slot was released then. */
async function release(tx: Tx, job: EndedJob | undefined): Promise<void> {
  if (!job) return
  if (job.group_id === null) await releaseSlot(tx, job.account_id)
  else await endChild(tx, { id: job.group_id, account_id: job.account_id })
}
