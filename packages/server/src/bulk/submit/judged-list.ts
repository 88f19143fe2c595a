import { sql } from 'kysely'
import { announcing } from '../../outbox/outbox.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Input } from '../format/inputs.ts'
import type { JobRow } from '../state/job-row.ts'
import { AS_ACCEPTED, insertingCompleted } from '../state/job-states.ts'
import type { JudgedList, ShortLists } from '../state/short-lists.ts'
import { keepingAccount, seeingSlot, tooManyUnfinished } from '../state/slots.ts'

export type NewShortList = { userId: string; inputs: readonly Input[]; fingerprint: Buffer }

/**
 * Judges the list, then stores the job with its results and tells of them, in one statement: all of it, or an error and
 * nothing. Its row is as the job was accepted.
 */
export async function insertJudged(
  db: Db | Tx,
  shortLists: ShortLists,
  { userId, inputs, fingerprint }: NewShortList,
): Promise<{ row: JobRow; judged: JudgedList }> {
  const jobId = uuidv7()
  const judged = await shortLists.judge({ jobId, userId, inputs })
  const { event, results, success } = judged
  const announced = success > 0 ? sql`, ${announcing(event, sql`job`)}` : sql``
  const { rows } = await sql<JobRow>`
    WITH slot AS (${seeingSlot(userId)}), account AS (${keepingAccount(userId)}), job AS (
      ${insertingCompleted({ jobId, userId, fingerprint, total: inputs.length, ...judged }, sql`slot`)}
    ), stored AS (
      INSERT INTO bulk_chunks (id, job_id, first_index, row_count, results, done_at)
      SELECT ${event.chunkId}, id, 0, total, ${results}, now() FROM job
    )${announced}
    SELECT ${AS_ACCEPTED} FROM job`.execute(db)
  if (!rows[0]) throw tooManyUnfinished()
  return { row: rows[0], judged }
}
