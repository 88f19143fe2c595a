import { JOB_RETENTION_MS, UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { sql } from 'kysely'
import { listenersOf, storedEvent } from '../../outbox/outbox.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import type { Input } from '../format/inputs.ts'
import type { NewChunk, ValidatedChunk } from './chunks.ts'
import { lookupQueueOf, TASK_MAX_ATTEMPTS, TURN_PRIORITY } from './enqueue.ts'
import type { JobRow } from './job-row.ts'
import { newJobCsvKey } from './objects.ts'
import { tooManyUnfinished } from './slots.ts'
import { laneOf, turnsOfRows } from './turns.ts'

export type NewList = {
  jobId: string
  accountId: string
  validateDomain: boolean
  fingerprint: Buffer
  total: number
  chunks: NewChunk[]
}

/** Slot, job, chunks and tasks in one statement: all of them, or an error and none. */
export async function insertList(db: Db | Tx, list: NewList): Promise<JobRow> {
  const { jobId, accountId, validateDomain, fingerprint, total, chunks } = list
  const count = chunks.length
  const { starts, ends, total: turns } = laneOf(chunks.map((chunk) => turnsOfRows(chunk.row_count)))
  const inputs = inOnePiece(chunks.map((chunk) => chunk.inputs))
  const { rows } = await sql<JobRow>`
    WITH slot AS (
      INSERT INTO bulk_accounts AS account (account_id, unfinished) VALUES (${accountId}, 1)
      ON CONFLICT (account_id) DO UPDATE SET unfinished = account.unfinished + 1
        WHERE account.unfinished < ${UNFINISHED_SUBMISSIONS_MAX_COUNT}
      RETURNING account_id
    ), job AS (
      INSERT INTO bulk_jobs (id, account_id, validate_domain, fingerprint, total, chunks_left, expires_at)
      SELECT ${jobId}, account_id, ${validateDomain}, ${fingerprint}, ${total}, ${count},
        now() + make_interval(secs => ${JOB_RETENTION_MS / 1000}) FROM slot
      RETURNING id, account_id, status, total, success, errors, failure, created_at, updated_at, expires_at
    ), stored AS (
      INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, inputs)
      SELECT chunk.id, job.id, job.account_id, first_index, row_count, substring(${inputs.bytes}::bytea FROM start FOR length)
      FROM job, unnest(
        ${chunks.map((chunk) => chunk.id)}::uuid[], ${chunks.map((chunk) => chunk.first_index)}::int[],
        ${chunks.map((chunk) => chunk.row_count)}::int[], ${inputs.starts}::int[], ${inputs.lengths}::int[]
      ) AS chunk (id, first_index, row_count, start, length)
    ), turns AS (
      INSERT INTO bulk_turns AS turns (account_id, validate_domain, last_turn)
      SELECT account_id, ${validateDomain}, last_value + ${turns} FROM job, bulk_turn
      ON CONFLICT (account_id, validate_domain)
        DO UPDATE SET last_turn = greatest(turns.last_turn, excluded.last_turn - ${turns}) + ${turns}
      RETURNING last_turn - ${turns} AS first
    ), tasks AS (
      SELECT id, first + start_at AS turn_start, first + end_at AS turn, first, position
      FROM turns, unnest(${chunks.map((chunk) => chunk.id)}::uuid[], ${starts}::bigint[], ${ends}::bigint[])
        WITH ORDINALITY AS chunk (id, start_at, end_at, position)
    ), added AS (
      SELECT count(*) FROM (SELECT graphile_worker.add_jobs(array_agg((
        'bulk.chunk', json_strip_nulls(json_build_object('chunkId', id, 'turn', turn, 'turnStart', turn_start, 'trace', ${currentTrace() ?? null}::text)),
        ${lookupQueueOf(list)}::text || (first + position) % 2, to_timestamp(turn / 1000.0), ${TASK_MAX_ATTEMPTS}, NULL, ${TURN_PRIORITY}, NULL
      )::graphile_worker.job_spec)) FROM tasks) AS jobs
    )
    SELECT job.* FROM job, added`.execute(db)
  if (!rows[0]) throw tooManyUnfinished()
  return rows[0]
}

/** An array of bytes would travel as text, twice as long and with every backslash escaped; one value goes as it is. */
function inOnePiece(parts: readonly Buffer[]): { bytes: Buffer; starts: number[]; lengths: number[] } {
  const lengths = parts.map((part) => part.length)
  let start = 1
  const starts = lengths.map((length) => {
    start += length
    return start - length
  })
  return { bytes: Buffer.concat(parts), starts, lengths }
}

type ShortList = { jobId: string; accountId: string; inputs: readonly Input[] }

/** A short list on its way from validation to the statement that stores it, in the process that accepts it. */
export type ShortLists = {
  /** Longer ones are left to the queue. */
  maxCount: number
  /** Returns the one chunk of the job. */
  validate(list: ShortList): Promise<ValidatedChunk>
  /** Call it after the commit. */
  noteStored(chunk: ValidatedChunk): void
}

export type NewValidatedList = {
  jobId: string
  accountId: string
  fingerprint: Buffer
  total: number
  chunk: ValidatedChunk
}

/**
 * A list that was validated before it is stored: the job with its results and its outbox event in one statement, or an error and
 * nothing. The job is accepted, processed and completed at once; the row returned is that of the accepted job. It needs a free slot
 * and takes none. What an account has removed is counted in its row, so the account has one before it has jobs.
 */
export async function insertValidatedList(
  db: Db | Tx,
  { jobId, accountId, fingerprint, total, chunk }: NewValidatedList,
): Promise<JobRow> {
  const { event, results, success, errors, validated } = chunk
  const { rows } = await sql<JobRow>`
    WITH account AS (
      INSERT INTO bulk_accounts (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING
    ), job AS (
      INSERT INTO bulk_jobs (id, account_id, status, validate_domain, fingerprint, total, success, errors, chunks_left, expires_at,
        csv_key, csv_bytes, csv_written)
      SELECT ${jobId}, ${accountId}, 'completed', false, ${fingerprint}, ${total}::int, ${success}, ${errors}, 0,
        now() + make_interval(secs => ${JOB_RETENTION_MS / 1000}), ${newJobCsvKey(jobId)}, ${total}::int * 300, false
      WHERE NOT EXISTS (
        SELECT FROM bulk_accounts WHERE account_id = ${accountId} AND unfinished >= ${UNFINISHED_SUBMISSIONS_MAX_COUNT})
      RETURNING id, total, created_at, updated_at, expires_at
    ), stored AS (
      INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, results, done_at)
      SELECT ${event.chunkId}, id, ${accountId}, 0, total, ${results}, now() FROM job
    ), announced AS (
      INSERT INTO outbox_events (id, account_id, body)
      SELECT ${event.id}, ${accountId}, ${JSON.stringify(storedEvent(event))} FROM job WHERE ${success}::int > 0
      ON CONFLICT (id) DO NOTHING RETURNING id
    ), deliveries AS (
      INSERT INTO outbox_deliveries (listener, event_id, account_id)
      SELECT listener, id, ${accountId} FROM announced, unnest(${listenersOf(event)}::text[]) AS listener
    ), kept AS (
      INSERT INTO validated_addresses (account_id, id, packed, key_version)
      SELECT ${accountId}, ${event.id}, ${validated?.packed ?? null}::bytea, ${validated?.keyVersion ?? 0}::integer
      FROM job WHERE ${validated !== undefined}::boolean ON CONFLICT DO NOTHING
    )
    SELECT id, 'pending' AS status, total, 0 AS success, 0 AS errors, NULL AS failure, created_at, updated_at, expires_at
    FROM job`.execute(db)
  if (!rows[0]) throw tooManyUnfinished()
  return rows[0]
}
