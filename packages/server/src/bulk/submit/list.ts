import { createHash, type Hash } from 'node:crypto'
import type { SubmitListBody } from '@mailsift/contract'
import { quotaOf } from '../../outbox/outbox.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { atOnce, inSlices } from '../../platform/slices.ts'
import type { Quotas } from '../../usage/usage.ts'
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
  /** Without them, no plan has limits. */
  quotas?: Pick<Quotas, 'limitsLists' | 'reserve' | 'release'> | undefined
  /** Validates short lists in this process. Without it the workers do. */
  shortLists?: ShortLists | undefined
}

export type Submitted<Row> = { row: Row; replayed: boolean }

/** Lists up to this length are split without letting others in between. */
const AT_ONCE_COUNT = 100

export async function submitList(
  deps: SubmitDeps,
  accountId: string,
  body: SubmitListBody,
  key: string | undefined,
): Promise<Submitted<JobRow>> {
  const { validated, ...submitted } = await submit(deps, accountId, body, key)
  if (validated) deps.shortLists?.noteStored(validated)
  return submitted
}

async function submit(
  { db, bulkAdmission, storage, quotas, shortLists }: SubmitDeps,
  accountId: string,
  { emails, validate_domain }: SubmitListBody,
  key: string | undefined,
): Promise<Inserted & { replayed: boolean }> {
  const isLimited = quotas !== undefined && (await quotas.limitsLists(accountId))
  const list = { accountId, emails, validateDomain: validate_domain === 1, isLimited }
  const { jobId, fingerprint, insert } = await prepareList(shortLists, list)
  const request: KeyedRequest | undefined =
    key === undefined ? undefined : { accountId, scope: 'submission', key, fingerprint }
  // Without a key one statement does it all. The order of the checks is the same: replay, storage, slot, admission.
  if (!request && bulkAdmission && !isLimited) {
    await requireStorage(db, storage, accountId)
    return { ...(await insert(db)), replayed: false }
  }
  return db.transaction().execute(async (tx) => {
    // A crash or a refusal leaves nothing: no key, no slot, no job.
    const original = request && (await findOriginal(tx, request))
    if (original) return { row: await requireJob(tx, accountId, original), replayed: true }
    await requireStorage(tx, storage, accountId)
    if (isLimited) await quotas.reserve(tx, accountId, { id: jobId, rows: emails.length })
    const inserted = await insert(tx)
    // A list that is complete already has been counted.
    if (isLimited && inserted.validated) await quotas.release(tx, accountId, jobId)
    if (!bulkAdmission) throw bulkDisabled('Bulk submissions are turned off at the moment.')
    if (request) await reserveKey(tx, request, inserted.row.id, inserted.row.expires_at)
    return { ...inserted, replayed: false }
  })
}

/** `validated`: the chunk of a job that is completed already. */
type Inserted = { row: JobRow; validated?: ValidatedChunk }
type NewSubmission = { accountId: string; emails: readonly string[]; validateDomain: boolean; isLimited: boolean }
type PreparedList = { jobId: string; fingerprint: Buffer; insert(db: Db | Tx): Promise<Inserted> }

async function prepareList(
  shortLists: ShortLists | undefined,
  { accountId, emails, validateDomain, isLimited }: NewSubmission,
): Promise<PreparedList> {
  const total = emails.length
  const jobId = uuidv7()
  if (shortLists && total <= shortLists.maxCount && !validateDomain) {
    const fingerprint = listFingerprint(emails, false)
    return {
      jobId,
      fingerprint,
      async insert(db) {
        const { event, ...chunk } = await shortLists.validate({ jobId, accountId, inputs: toInputs(emails) })
        const validated = { ...chunk, event: { ...event, ...quotaOf(isLimited ? jobId : undefined) } }
        return {
          row: await insertValidatedList(db, { jobId, accountId, fingerprint, total, chunk: validated }),
          validated,
        }
      },
    }
  }
  const splitting = () => splitList(emails, validateDomain)
  const { chunks, fingerprint } = total > AT_ONCE_COUNT ? await inSlices(splitting) : atOnce(splitting())
  const list = { jobId, accountId, validateDomain, fingerprint, total, chunks }
  return { jobId, fingerprint, insert: async (db) => ({ row: await insertList(db, list) }) }
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

async function requireJob(tx: Tx, accountId: string, jobId: string): Promise<JobRow> {
  const job = await findJob(tx, accountId, jobId)
  if (!job) throw jobNotFound()
  return job
}
