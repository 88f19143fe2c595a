import { createHash, type Hash } from 'node:crypto'
import type { SubmitListBody } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { atOnce, inSlices } from '../../platform/slices.ts'
import { compress } from '../format/compress.ts'
import { encodeInputs, type Input } from '../format/inputs.ts'
import { CHUNK_ROWS, type NewChunk } from '../state/chunks.ts'
import { addingChunkTasks } from '../state/enqueue.ts'
import type { HeldTask, ShortLists } from '../state/held-task.ts'
import { EXPIRES_AT, findJob, JOB_COLUMNS, type JobRow, jobNotFound } from '../state/job-row.ts'
import { takingSlot, tooManyUnfinished } from '../state/slots.ts'
import { bulkDisabled } from './admission.ts'
import { findOriginal, type KeyedRequest, reserveKey } from './idempotency.ts'
import { requireStorage, type Storage } from './storage.ts'

export type SubmitDeps = {
  db: Db
  bulkAdmission: boolean
  storage: Storage
  /** Runs short lists in this process. Without it the queue does. */
  shortLists?: ShortLists | undefined
}

export type Submitted<Row> = { row: Row; replayed: boolean }

/** Lists up to this length are split without letting others in between. */
const AT_ONCE_COUNT = 100

export async function submitList(
  deps: SubmitDeps,
  userId: string,
  body: SubmitListBody,
  key: string | undefined,
): Promise<Submitted<JobRow>> {
  const place = body.validate_domain === 1 ? undefined : deps.shortLists?.reserve(body.emails.length)
  try {
    const { held, ...submitted } = await insertList(deps, userId, body, { key, isHeld: place !== undefined })
    if (held) place?.run(held)
    return submitted
  } finally {
    place?.release()
  }
}

async function insertList(
  { db, bulkAdmission, storage }: SubmitDeps,
  userId: string,
  { emails, validate_domain }: SubmitListBody,
  { key, isHeld }: { key: string | undefined; isHeld: boolean },
): Promise<InsertedJob & { replayed: boolean }> {
  const validateDomain = validate_domain === 1
  const splitting = () => splitList(emails, validateDomain)
  const { chunks, fingerprint } = emails.length > AT_ONCE_COUNT ? await inSlices(splitting) : atOnce(splitting())
  const request: KeyedRequest | undefined =
    key === undefined ? undefined : { userId, scope: 'submission', key, fingerprint }
  const submission = { userId, validateDomain, fingerprint, total: emails.length, chunks, isHeld }
  // Without a key one statement does it all. The order of the checks is part of the contract.
  if (!request && bulkAdmission) {
    await requireStorage(db, storage, userId)
    return { ...(await insertJob(db, submission)), replayed: false }
  }
  return db.transaction().execute(async (tx) => {
    // A crash or a refusal leaves nothing: no key, no slot, no job.
    const original = request && (await findOriginal(tx, request))
    if (original) return { row: await requireJob(tx, userId, original), held: undefined, replayed: true }
    const inserted = await insertJob(tx, submission)
    await requireStorage(tx, storage, userId)
    if (!bulkAdmission) throw bulkDisabled('Bulk submissions are switched off at the moment.')
    if (request) await reserveKey(tx, request, inserted.row.id, inserted.row.expires_at)
    return { ...inserted, replayed: false }
  })
}

/** SHA-256 of the request after defaults: of the strings exactly as they are stored, however they are split into chunks. */
export function listFingerprint(emails: readonly string[], validateDomain: boolean): Buffer {
  return startFingerprint(validateDomain)
    .update(encodeInputs(toInputs(emails)))
    .digest()
}

function startFingerprint(validateDomain: boolean): Hash {
  return createHash('sha256').update(validateDomain ? 'with domain ' : 'without domain ')
}

/** The chunks and, from the same bytes, the fingerprint. */
function* splitList(
  emails: readonly string[],
  validateDomain: boolean,
): Generator<void, { chunks: NewChunk[]; fingerprint: Buffer }> {
  const hash = startFingerprint(validateDomain)
  const chunks: NewChunk[] = []
  for (let first = 0; first < emails.length; first += CHUNK_ROWS) {
    const inputs = toInputs(emails.slice(first, first + CHUNK_ROWS))
    const encoded = encodeInputs(inputs)
    hash.update(encoded)
    chunks.push({ id: uuidv7(), first_index: first, row_count: inputs.length, inputs: compress(encoded) })
    yield
  }
  return { chunks, fingerprint: hash.digest() }
}

function toInputs(emails: readonly string[]): Input[] {
  return emails.map((text) => ({ text, fault: null }))
}

type NewJob = {
  userId: string
  validateDomain: boolean
  fingerprint: Buffer
  total: number
  chunks: NewChunk[]
  isHeld: boolean
}
type InsertedJob = { row: JobRow; held: HeldTask | undefined }

/** Slot, job, chunks and tasks in one statement: all of them, or an error and none. */
async function insertJob(
  db: Db | Tx,
  { userId, validateDomain, fingerprint, total, chunks, isHeld }: NewJob,
): Promise<InsertedJob> {
  const chunkIds = chunks.map(({ id }) => id)
  const inputs = inOnePiece(chunks.map((chunk) => chunk.inputs))
  const { rows } = await sql<JobRow & { task_id?: string }>`
    WITH slot AS (${takingSlot(userId)}), job AS (
      INSERT INTO bulk_jobs (id, user_id, validate_domain, fingerprint, total, chunks_left, expires_at)
      SELECT ${uuidv7()}, user_id, ${validateDomain}, ${fingerprint}, ${total}, ${chunks.length}, ${EXPIRES_AT} FROM slot
      RETURNING ${JOB_COLUMNS}
    ), stored AS (
      INSERT INTO bulk_chunks (id, job_id, first_index, row_count, inputs)
      SELECT chunk.id, job.id, first_index, row_count, substring(${inputs.bytes}::bytea FROM start FOR length)
      FROM job, unnest(
        ${chunkIds}::uuid[], ${chunks.map((chunk) => chunk.first_index)}::int[],
        ${chunks.map((chunk) => chunk.row_count)}::int[], ${inputs.starts}::int[], ${inputs.lengths}::int[]
      ) AS chunk (id, first_index, row_count, start, length)
    ), ${addingChunkTasks(chunkIds, { userId, validateDomain, isHeld }, sql`job`)}
    SELECT job.* ${isHeld ? sql`, task_id` : sql``} FROM job, added`.execute(db)
  if (!rows[0]) throw tooManyUnfinished()
  const { task_id: taskId, ...row } = rows[0]
  const held =
    taskId === undefined ? undefined : { taskId, chunkId: chunkIds[0]!, jobId: row.id, userId, inputs: inputs.bytes }
  return { row, held }
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

async function requireJob(tx: Tx, userId: string, jobId: string): Promise<JobRow> {
  const job = await findJob(tx, userId, jobId)
  if (!job) throw jobNotFound()
  return job
}
