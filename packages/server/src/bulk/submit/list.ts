import { createHash, type Hash } from 'node:crypto'
import type { SubmitListBody } from '@mailsift/contract'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { atOnce, inSlices } from '../../platform/slices.ts'
import { encodeInputs, type Input, storeInputs } from '../format/inputs.ts'
import { CHUNK_ROWS, type NewChunk, type ValidatedChunk } from '../state/chunks.ts'
import type { ShortLists } from '../state/insert-list.ts'
import { insertList, insertValidatedList } from '../state/insert-list.ts'
import { findJob, type JobRow, jobNotFound } from '../state/job-row.ts'
import { bulkDisabled } from './admission.ts'
import { findOriginal, type KeyedRequest, reserveKey } from './idempotency.ts'
import { requireStorage, type Storage } from './storage.ts'

export type SubmitDeps = {
  db: Db
  bulkAdmission: boolean
  storage: Storage
  /** Validates short lists in this process. Without it the workers do. */
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
  const { validated, ...submitted } = await submit(deps, userId, body, key)
  if (validated) deps.shortLists?.noteStored(validated)
  return submitted
}

async function submit(
  { db, bulkAdmission, storage, shortLists }: SubmitDeps,
  userId: string,
  { emails, validate_domain }: SubmitListBody,
  key: string | undefined,
): Promise<Inserted & { replayed: boolean }> {
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
    if (!bulkAdmission) throw bulkDisabled('Bulk submissions are turned off at the moment.')
    if (request) await reserveKey(tx, request, inserted.row.id, inserted.row.expires_at)
    return { ...inserted, replayed: false }
  })
}

/** `validated`: the chunk of a job that is completed already. */
type Inserted = { row: JobRow; validated?: ValidatedChunk }
type PreparedList = { fingerprint: Buffer; insert(db: Db | Tx): Promise<Inserted> }

async function prepareList(
  shortLists: ShortLists | undefined,
  userId: string,
  emails: readonly string[],
  validateDomain: boolean,
): Promise<PreparedList> {
  const total = emails.length
  if (shortLists && total <= shortLists.maxCount && !validateDomain) {
    const fingerprint = listFingerprint(emails, false)
    return {
      fingerprint,
      async insert(db) {
        const jobId = uuidv7()
        const validated = await shortLists.validate({ jobId, userId, inputs: toInputs(emails) })
        return {
          row: await insertValidatedList(db, { jobId, userId, fingerprint, total, chunk: validated }),
          validated,
        }
      },
    }
  }
  const splitting = () => splitList(emails, validateDomain)
  const { chunks, fingerprint } = total > AT_ONCE_COUNT ? await inSlices(splitting) : atOnce(splitting())
  const list = { userId, validateDomain, fingerprint, total, chunks }
  return { fingerprint, insert: async (db) => ({ row: await insertList(db, list) }) }
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

async function requireJob(tx: Tx, userId: string, jobId: string): Promise<JobRow> {
  const job = await findJob(tx, userId, jobId)
  if (!job) throw jobNotFound()
  return job
}
