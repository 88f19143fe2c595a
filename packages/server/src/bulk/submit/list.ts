import { createHash, type Hash } from 'node:crypto'
import type { SubmitListBody } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { atOnce, inSlices } from '../../platform/slices.ts'
import { encodeInputs, type Input, storeInputs } from '../format/inputs.ts'
import { CHUNK_ROWS, type NewChunk } from '../state/chunks.ts'
import { addingChunkTasks } from '../state/enqueue.ts'
import { EXPIRES_AT, findJob, JOB_COLUMNS, type JobRow, jobNotFound } from '../state/job-row.ts'
import type { JudgedList, ShortLists } from '../state/short-lists.ts'
import { takingSlot, tooManyUnfinished } from '../state/slots.ts'
import { bulkDisabled } from './admission.ts'
import { findOriginal, type KeyedRequest, reserveKey } from './idempotency.ts'
import { insertJudged } from './judged-list.ts'
import { requireStorage, type Storage } from './storage.ts'

export type SubmitDeps = {
  db: Db
  bulkAdmission: boolean
  storage: Storage
  /** Judges short lists in this process. Without it the workers do. */
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
  const { judged, ...submitted } = await insertList(deps, userId, body, key)
  if (judged) deps.shortLists?.noteStored(judged)
  return submitted
}

async function insertList(
  { db, bulkAdmission, storage, shortLists }: SubmitDeps,
  userId: string,
  { emails, validate_domain }: SubmitListBody,
  key: string | undefined,
): Promise<InsertedJob & { replayed: boolean }> {
  const { fingerprint, insert } = await prepareList(shortLists, userId, emails, validate_domain === 1)
  const request: KeyedRequest | undefined =
    key === undefined ? undefined : { userId, scope: 'submission', key, fingerprint }
  // Without a key one statement does it all. The order of the checks is the same: replay, storage, slot, admission.
  if (!request && bulkAdmission) {
    await requireStorage(db, storage, userId)
    return { ...(await insert(db)), replayed: false }
  }
  return db.transaction().execute(async (tx) => {
    // A crash or a refusal leaves nothing: no key, no slot, no job.
    const original = request && (await findOriginal(tx, request))
    if (original) return { row: await requireJob(tx, userId, original), replayed: true }
    await requireStorage(tx, storage, userId)
    const inserted = await insert(tx)
    if (!bulkAdmission) throw bulkDisabled('Bulk submissions are switched off at the moment.')
    if (request) await reserveKey(tx, request, inserted.row.id, inserted.row.expires_at)
    return { ...inserted, replayed: false }
  })
}

type PreparedList = { fingerprint: Buffer; insert(db: Db | Tx): Promise<InsertedJob> }

async function prepareList(
  shortLists: ShortLists | undefined,
  userId: string,
  emails: readonly string[],
  validateDomain: boolean,
): Promise<PreparedList> {
  if (shortLists && emails.length <= shortLists.maxCount && !validateDomain) {
    const inputs = toInputs(emails)
    const fingerprint = listFingerprint(emails, false)
    return { fingerprint, insert: (db) => insertJudged(db, shortLists, { userId, inputs, fingerprint }) }
  }
  const splitting = () => splitList(emails, validateDomain)
  const { chunks, fingerprint } = emails.length > AT_ONCE_COUNT ? await inSlices(splitting) : atOnce(splitting())
  const job = { userId, validateDomain, fingerprint, total: emails.length, chunks }
  return { fingerprint, insert: (db) => insertJob(db, job) }
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
    chunks.push({ id: uuidv7(), first_index: first, row_count: inputs.length, inputs: storeInputs(encoded) })
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
}
/** `judged`: of a job that is completed already. */
type InsertedJob = { row: JobRow; judged?: JudgedList }

/** Slot, job, chunks and tasks in one statement: all of them, or an error and none. */
async function insertJob(
  db: Db | Tx,
  { userId, validateDomain, fingerprint, total, chunks }: NewJob,
): Promise<InsertedJob> {
  const chunkIds = chunks.map(({ id }) => id)
  const inputs = inOnePiece(chunks.map((chunk) => chunk.inputs))
  const { rows } = await sql<JobRow>`
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
    ), ${addingChunkTasks(chunkIds, { userId, validateDomain }, sql`job`)}
    SELECT job.* FROM job, added`.execute(db)
  if (!rows[0]) throw tooManyUnfinished()
  return { row: rows[0] }
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
