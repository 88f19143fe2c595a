// Every change of a job's state. The slot of a list, or the count of children in a group, changes in the same transaction.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { jobStates, passing, TOUCHED } from './edges.ts'
import { endChild } from './group-states.ts'
import { EXPIRES_AT } from './job-row.ts'
import { newJobCsvKey } from './objects.ts'
import { releaseSlot } from './slots.ts'

const START = jobStates.transition('pending', 'processing')
const COMPLETE = jobStates.transition('processing', 'completed')
/** A short list starts and ends in one moment. */
const START_AND_COMPLETE = passing(START, COMPLETE)
const FAIL = jobStates.transition('processing', 'failed')

/**
 * As a statement within a larger one: a job is processing from the moment its first chunk is loaded. Unless `isAtOnce`, which
 * tells of a job whose one chunk takes a moment: it starts and ends with the statement that stores the chunk.
 */
export function startingJob(jobId: RawBuilder<unknown>, isAtOnce: RawBuilder<boolean> = sql`false`) {
  return sql`UPDATE bulk_jobs SET ${START.set} WHERE id = ${jobId} AND ${START.when} AND NOT ${isAtOnce}`
}

export type CompletedList = {
  jobId: string
  userId: string
  fingerprint: Buffer
  total: number
  success: number
  errors: number
}

/**
 * As a statement within a larger one: a list without domain checks that was judged before it is stored, if `free`, an
 * earlier part, has a row. The job is accepted, processed and completed in one moment.
 */
export function insertingCompleted(
  { jobId, userId, fingerprint, total, success, errors }: CompletedList,
  free: RawBuilder<unknown>,
) {
  return sql`
    INSERT INTO bulk_jobs (id, user_id, status, validate_domain, fingerprint, total, success, errors, chunks_left, expires_at,
      csv_key, csv_bytes, csv_written)
    SELECT ${jobId}, ${userId}, ${sql.lit(START_AND_COMPLETE.to)}, false, ${fingerprint}, ${total}, ${success}, ${errors}, 0, ${EXPIRES_AT},
      ${newJobCsvKey(jobId)}, ${total * CSV_ROW_BYTES}, false FROM ${free}
    RETURNING id, total, created_at, updated_at, expires_at`
}

/** The row that `insertingCompleted` returns, as the job was accepted: a submission is answered with it. */
export const AS_ACCEPTED =
  sql.raw(`id, '${START_AND_COMPLETE.from}' AS status, total, 0 AS success, 0 AS errors, NULL AS failure,
  created_at, updated_at, expires_at`)

/** `completes`, an id, completes the job and starts it if it was not: the chunk is all of it. */
export type CountedChunk = { success: number; errors: number; completes: string | undefined }

/**
 * As a statement within a larger one, in which `chunk` is a part with the column `job_id`: adds the chunk's rows to its
 * job. Returns `chunks_left` and `user_id`; no row if the job is not processing any more.
 */
export function countingChunk({ success, errors, completes }: CountedChunk) {
  return sql`
    UPDATE bulk_jobs SET success = success + ${success}, errors = errors + ${errors}, chunks_left = chunks_left - 1,
      ${completes === undefined ? sql`updated_at = ${TOUCHED}` : completing(completes)}
    FROM chunk WHERE id = chunk.job_id AND ${(completes === undefined ? COMPLETE : START_AND_COMPLETE).when}
    RETURNING chunks_left, user_id`
}

/** A row of a CSV takes about so much, with the facts about its domain and without: until it is written, storage is counted by this. */
const CSV_ROW_BYTES = 300
const CSV_ROW_WITH_DOMAIN_BYTES = 600

/** For SET. The CSV has a name and is written when it is asked for. */
function completing(jobId: string) {
  return sql`${COMPLETE.set}, csv_key = ${newJobCsvKey(jobId)}, csv_written = false,
    csv_bytes = total * CASE WHEN validate_domain THEN ${sql.lit(CSV_ROW_WITH_DOMAIN_BYTES)} ELSE ${sql.lit(CSV_ROW_BYTES)} END`
}

type EndedJob = { user_id: string; group_id: string | null }

export async function completeJob(db: Db, jobId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET ${completing(jobId)} WHERE id = ${jobId} AND ${COMPLETE.when}
      RETURNING user_id, group_id`.execute(tx)
    await release(tx, rows[0])
  })
}

/** Committed rows stay; the others are never processed. */
export async function failJob(db: Db, jobId: string, failure: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<EndedJob>`
      UPDATE bulk_jobs SET ${FAIL.set}, failure = ${failure} WHERE id = ${jobId} AND ${FAIL.when}
      RETURNING user_id, group_id`.execute(tx)
    await release(tx, rows[0])
  })
}

/** Undefined: the job had ended already, and its slot was released then. */
async function release(tx: Tx, job: EndedJob | undefined): Promise<void> {
  if (!job) return
  if (job.group_id === null) await releaseSlot(tx, job.user_id)
  else await endChild(tx, job.group_id)
}
