import { sql } from 'kysely'
import type { Validated } from '../../calibration/calibration.ts'
import { type BulkValidated, listenersOf, storedEvent } from '../../outbox/outbox.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Owned, ownerOfChunk } from './owners.ts'

/** One task, one compressed row, one transaction: large enough that their cost is small beside the rows. */
export const CHUNK_ROWS = 1_000
/** A file without domain lookups: this many rows take a twentieth of a second, and more of them share the cost. */
export const PLAIN_FILE_CHUNK_ROWS = 5_000

export type NewChunk = { id: string; first_index: number; row_count: number; inputs: Buffer }

export type LoadedChunk = {
  job_id: string
  group_id: string | null
  account_id: string
  validate_domain: boolean
  unfinished: boolean
  chunks_left: number
  first_index: number
  row_count: number
  /** Null once the chunk is done. */
  inputs: Buffer | null
}

/**
 * Reads a chunk with its job. A job is processing from the moment its first chunk is loaded. A chunk of a stopped list does not start; one that had
 * started goes on. If a crash loses the start, the same task starts it again.
 */
export async function loadChunk(db: Db, chunkId: string): Promise<LoadedChunk | undefined> {
  const accountId = await ownerOfChunk(db, chunkId)
  if (accountId === undefined) return undefined
  const { rows } = await sql<LoadedChunk>`
    WITH loaded AS (
      SELECT chunk.job_id, job.group_id, job.account_id, job.validate_domain, job.chunks_left,
        job.status IN ('pending', 'processing') AND job.expires_at > now()
          AND (chunk.started_at IS NOT NULL OR coalesce(job.stopped_at, g.stopped_at) IS NULL) AS unfinished,
        chunk.first_index, chunk.row_count, chunk.inputs, set_config('synchronous_commit', 'off', true)
      FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = chunk.job_id AND job.account_id = chunk.account_id
        LEFT JOIN bulk_groups g ON g.id = job.group_id AND g.account_id = job.account_id
      WHERE chunk.id = ${chunkId} AND chunk.account_id = ${accountId}
    ), processing AS (
      UPDATE bulk_jobs SET status = 'processing', updated_at = greatest(updated_at, now())
      FROM loaded WHERE unfinished AND bulk_jobs.id = loaded.job_id AND bulk_jobs.account_id = ${accountId} AND status = 'pending'
    ), started AS (
      UPDATE bulk_chunks SET started_at = now()
      FROM loaded WHERE unfinished AND id = ${chunkId} AND bulk_chunks.account_id = ${accountId} AND started_at IS NULL AND done_at IS NULL
    )
    SELECT job_id, group_id, account_id, validate_domain, unfinished, chunks_left, first_index, row_count, inputs
    FROM loaded`.execute(db)
  return rows[0]
}

export type ValidatedChunk = {
  event: BulkValidated
  results: Buffer
  success: number
  errors: number
  /** Undefined where validated addresses are not kept. */
  validated?: Validated | undefined
}

/**
 * Stores the results, counts them, keeps the validated addresses and writes the outbox event in one statement: a crash leaves all of these or none. Returns how
 * many chunks of the job are left; undefined when another run has stored this chunk, or the job has ended: then nothing is stored.
 */
export async function storeChunk(
  db: Db,
  { event, results, success, errors, validated }: ValidatedChunk,
): Promise<number | undefined> {
  const { rows } = await sql<{ chunks_left: number }>`
    WITH chunk AS (
      SELECT job_id FROM bulk_chunks WHERE id = ${event.chunkId} AND account_id = ${event.accountId} AND done_at IS NULL FOR UPDATE
    ), job AS (
      UPDATE bulk_jobs SET success = success + ${success}, errors = errors + ${errors}, chunks_left = chunks_left - 1,
        updated_at = greatest(updated_at, now())
      FROM chunk WHERE id = chunk.job_id AND account_id = ${event.accountId} AND status = 'processing' AND expires_at > now()
      RETURNING chunks_left
    ), stored AS (
      UPDATE bulk_chunks SET results = ${results}, inputs = NULL, done_at = now()
      FROM job WHERE id = ${event.chunkId} AND account_id = ${event.accountId}
    ), announced AS (
      INSERT INTO outbox_events (id, account_id, body)
      SELECT ${event.id}, ${event.accountId}, ${JSON.stringify(storedEvent(event))} FROM job WHERE ${success}::int > 0
      ON CONFLICT (id) DO NOTHING RETURNING id
    ), deliveries AS (
      INSERT INTO outbox_deliveries (listener, event_id, account_id)
      SELECT listener, id, ${event.accountId} FROM announced, unnest(${listenersOf(event)}::text[]) AS listener
    ), kept AS (
      INSERT INTO validated_addresses (account_id, id, packed, key_version)
      SELECT ${event.accountId}, ${event.id}, ${validated?.packed ?? null}::bytea, ${validated?.keyVersion ?? 0}::integer
      FROM job WHERE ${validated !== undefined}::boolean ON CONFLICT DO NOTHING
    )
    SELECT chunks_left FROM job`.execute(db)
  return rows[0]?.chunks_left
}

/** The packed results of a chunk that is done. */
export async function readChunkResults(db: Db, accountId: string, chunkId: string): Promise<Buffer> {
  const { results } = await db
    .selectFrom('bulk_chunks')
    .select('results')
    .where('id', '=', chunkId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return results!
}

export async function chunkIdsOf(db: Db, { id, account_id }: Owned): Promise<string[]> {
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select('id')
    .where('job_id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
  return chunks.map(({ id }) => id)
}
