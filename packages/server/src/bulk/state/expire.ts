import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

export type Expirable = 'job' | 'group'

/** Ends a job or a group, whatever its state, and releases the slot that it still holds. */
export async function expire(tx: Tx, kind: Expirable, id: string): Promise<void> {
  await (kind === 'job' ? expireJob(tx, id) : expireGroup(tx, id))
}

/** The slot of a child is its group's. */
async function expireJob(tx: Tx, jobId: string): Promise<void> {
  await sql`
    WITH job AS (
      SELECT id, user_id, group_id, status FROM bulk_jobs WHERE id = ${jobId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_jobs SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM job WHERE bulk_jobs.id = job.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM job WHERE bulk_accounts.user_id = job.user_id AND group_id IS NULL AND status IN ('pending', 'processing')`.execute(
    tx,
  )
}

async function expireGroup(tx: Tx, groupId: string): Promise<void> {
  await sql`
    WITH submission AS (
      SELECT id, user_id, status FROM bulk_groups WHERE id = ${groupId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_groups SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM submission WHERE bulk_groups.id = submission.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM submission WHERE bulk_accounts.user_id = submission.user_id
      AND status IN ('queued', 'parsing', 'processing', 'finalizing')`.execute(tx)
}
