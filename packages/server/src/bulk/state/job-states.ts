// How a job ends. Its slot, or its group's count, changes in the same transaction: nobody sees one without the other.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { StoredCsv } from '../export/stored-csv.ts'
import { enqueueGroupTask } from './group-tasks.ts'
import { TOUCHED } from './job-row.ts'
import { releaseSlot } from './slots.ts'

type EndedJob = { user_id: string; group_id: string | null }

/** False when the job had ended already: then nobody names the CSV. */
export async function completeJob(db: Db, jobId: string, csv: StoredCsv): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET status = 'completed', updated_at = ${TOUCHED},
        csv_key = ${csv.key}, csv_sha256 = ${Buffer.from(csv.sha256, 'hex')}, csv_bytes = ${csv.size}
      WHERE id = ${jobId} AND status = 'processing' AND expires_at > now()
      RETURNING user_id, group_id`.execute(tx)
    await release(tx, rows[0])
    return rows.length > 0
  })
}

/** Rows that are already committed stay; those that are not will never be. */
export async function failJob(db: Db, jobId: string, failure: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET status = 'failed', updated_at = ${TOUCHED}, failure = ${failure}
      WHERE id = ${jobId} AND status IN ('pending', 'processing') AND expires_at > now()
      RETURNING user_id, group_id`.execute(tx)
    await release(tx, rows[0])
  })
}

/** No row: the job had ended already, and whoever ended it has done this. */
async function release(tx: Tx, job: EndedJob | undefined): Promise<void> {
  if (!job) return
  if (job.group_id === null) return releaseSlot(tx, job.user_id)
  const { rows } = await sql<{ children_left: number }>`
    UPDATE bulk_groups SET children_left = children_left - 1, updated_at = ${TOUCHED},
      status = CASE WHEN children_left = 1 THEN 'finalizing' ELSE status END
    WHERE id = ${job.group_id} AND status = 'processing' RETURNING children_left`.execute(tx)
  if (rows[0]?.children_left === 0) await enqueueGroupTask(tx, 'bulk.finalize', { groupId: job.group_id })
}
