// 1, 2, 3, 4, 9: every row is there once, as it was sent, under its own id, counted and billed as what it is.
import { sql } from 'kysely'
import { unpackInputs } from '../bulk/format/inputs.ts'
import { unpackResults } from '../bulk/format/results.ts'
import { listFingerprint } from '../bulk/submit/list.ts'
import { resultIds } from '../bulk/work/result-ids.ts'
import type { Db } from '../platform/database/database.ts'
import type { Checkpoints } from './checkpoints.ts'
import { readable } from './readable.ts'
import { type AnnouncedChunk, checkAnnounced } from './usage.ts'
import type { Violation, Violations } from './violation.ts'

type CheckedJob = {
  id: string
  account_id: string
  status: string
  validate_domain: boolean
  fingerprint: Buffer | null
  total: number
  success: number
  errors: number
  chunks_left: number
}
type CheckedChunk = AnnouncedChunk & {
  first_index: number
  row_count: number
  inputs: Buffer | null
  results: Buffer | null
}

const JOBS_PER_READ = 200
/** The outbox forgets an event an hour after it, at the earliest. */
const ANNOUNCED_FOR_MINUTES = 50

export async function* checkRows(db: Db, checkpoints: Checkpoints): Violations {
  const prefixes = new Set<string>()
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows: jobs } = await sql<{ id: string; state: string; ended: boolean }>`
      SELECT id, concat_ws(' ', status, total, success, errors) AS state, status IN ('completed', 'failed') AS ended
      FROM bulk_jobs WHERE id > ${after} ORDER BY id LIMIT ${JOBS_PER_READ}`.execute(db)
    if (jobs.length === 0) return
    const known = jobs.filter(({ id, state, ended }) => ended && checkpoints.isKnown(`rows of job ${id}`, state))
    yield* checkKnown(
      db,
      known.map(({ id }) => id),
      prefixes,
    )
    for (const job of jobs) {
      if (known.includes(job)) continue
      yield* checkJob(db, job.id, prefixes)
      if (job.ended) checkpoints.note(`rows of job ${job.id}`, job.state)
    }
    after = jobs.at(-1)!.id
  }
}

/** Checks jobs whose rows were read before: all chunks are there, and no other has their ids. */
async function* checkKnown(db: Db, jobIds: readonly string[], prefixes: Set<string>): Violations {
  const { rows } = await sql<{
    id: string
    total: number
    chunks_left: number
    stored: number
    left: number
    ids: string[]
  }>`
    SELECT job.id, job.total, job.chunks_left, coalesce(sum(chunk.row_count), 0)::int AS stored,
      count(chunk.id) FILTER (WHERE chunk.results IS NULL)::int AS left, array_remove(array_agg(chunk.id::text), NULL) AS ids
    FROM bulk_jobs job LEFT JOIN bulk_chunks chunk ON chunk.job_id = job.id
    WHERE job.id = ANY (${jobIds}::uuid[]) GROUP BY job.id`.execute(db)
  for (const { id, total, chunks_left, stored, left, ids } of rows) {
    const violated = (invariant: number, what: string): Violation => ({ invariant, subject: `job ${id}`, what })
    if (stored !== total) yield violated(1, `${stored} of ${total} rows are stored`)
    if (left !== chunks_left) yield violated(2, `${left} chunks are left, but the job says ${chunks_left}`)
    for (const chunkId of ids) {
      const prefix = resultIds(chunkId)(0)
      if (prefixes.has(prefix)) yield violated(9, `chunk ${chunkId} shares its result ids with another`)
      prefixes.add(prefix)
    }
  }
}

/** Job and chunks are read at one moment: the service may be running. */
async function* checkJob(db: Db, jobId: string, prefixes: Set<string>): Violations {
  const { job, chunks } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const job = await tx
        .selectFrom('bulk_jobs')
        .select([
          'id',
          'account_id',
          'status',
          'validate_domain',
          'fingerprint',
          'total',
          'success',
          'errors',
          'chunks_left',
        ])
        .where('id', '=', jobId)
        .executeTakeFirst()
      const chunks = await sql<CheckedChunk>`
        SELECT chunk.id, first_index, row_count, inputs, results,
          (event.body->>'units')::int AS announced_units, event.account_id AS announced_account,
          coalesce(done_at > now() - make_interval(mins => ${ANNOUNCED_FOR_MINUTES}), false) AS fresh
        FROM bulk_chunks chunk LEFT JOIN outbox_events event ON event.id = chunk.id
        WHERE job_id = ${jobId} ORDER BY first_index`.execute(tx)
      return { job, chunks: chunks.rows }
    })
  if (job) yield* checkChunks(job, chunks, prefixes)
}

function* checkChunks(job: CheckedJob, chunks: CheckedChunk[], prefixes: Set<string>): Generator<Violation> {
  const violated = (invariant: number, what: string): Violation => ({ invariant, subject: `job ${job.id}`, what })
  const inputs: string[] = []
  let [next, success, errors, left] = [0, 0, 0, 0]
  for (const chunk of chunks) {
    if (chunk.first_index !== next) yield violated(1, `rows ${next} to ${chunk.first_index} are missing or double`)
    next = chunk.first_index + chunk.row_count
    const prefix = resultIds(chunk.id)(0)
    if (prefixes.has(prefix)) yield violated(9, `chunk ${chunk.id} shares its result ids with another`)
    prefixes.add(prefix)
    if (!chunk.results) {
      left++
      const waiting = readable(() => unpackInputs(chunk.inputs!))
      if (waiting) inputs.push(...waiting.map(({ text }) => text))
      else yield violated(4, `the inputs of chunk ${chunk.id} cannot be read`)
      continue
    }
    const { results } = chunk
    const counted = readable(() => countRows(chunk.id, results))
    if (!counted) {
      yield violated(1, `the results of chunk ${chunk.id} cannot be read`)
      continue
    }
    inputs.push(...counted.inputs)
    success += counted.success
    errors += counted.errors
    if (counted.success + counted.errors !== chunk.row_count)
      yield violated(1, `chunk ${chunk.id} does not have one answer for each row`)
    yield* checkAnnounced(chunk, job.account_id, counted.success)
  }
  if (success + errors > job.total) yield violated(2, `${success + errors} of ${job.total} rows are processed`)
  if (next !== job.total) yield violated(1, `${next} of ${job.total} rows are stored`)
  if (success !== job.success || errors !== job.errors)
    yield violated(2, `counted ${success} and ${errors}, but the job says ${job.success} and ${job.errors}`)
  if (left !== job.chunks_left) yield violated(2, `${left} chunks are left, but the job says ${job.chunks_left}`)
  if (job.status === 'completed' && left > 0) yield violated(1, 'completed without all rows')
  if (job.status === 'pending' && left < chunks.length) yield violated(2, 'pending, but chunks are done')
  if (job.fingerprint && !listFingerprint(inputs, job.validate_domain).equals(job.fingerprint))
    yield violated(4, 'the stored inputs are not those that were sent')
}

function countRows(chunkId: string, packed: Buffer): { inputs: string[]; success: number; errors: number } {
  const rows = unpackResults(packed)
  const idOf = resultIds(chunkId)
  const inputs: string[] = []
  let [success, errors] = [0, 0]
  for (let at = 0; at < rows.length; at++) {
    const { input, id, verdict } = rows.row(at)
    inputs.push(input)
    if (verdict.ok && id === idOf(at)) success++
    else if (!verdict.ok && id === '') errors++
  }
  return { inputs, success, errors }
}
