import { JOB_RETENTION_MS, type SubmitCsvBody } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobInfo, BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Quotas } from '../../usage/usage.ts'
import { enqueueGroupTask } from '../state/enqueue.ts'
import { findGroup, type GroupRow, groupNotFound } from '../state/group-row.ts'
import { uploadKey } from '../state/objects.ts'
import { takeSlot } from '../state/slots.ts'
import { bulkDisabled } from './admission.ts'
import { findOriginal, fingerprintOf, type KeyedRequest, reserveKey } from './idempotency.ts'
import type { Submitted } from './list.ts'
import { requireStorage, type Storage } from './storage.ts'

export type SubmitCsvDeps = {
  db: Db
  blobs: Pick<BlobStore, 'stat'>
  bulkAdmission: boolean
  csvAdmission: boolean
  storage: Storage
  quotas?: Pick<Quotas, 'requireSome'> | undefined
}

const NOT_READY_RETRY_SECONDS = 5

export async function submitCsv(
  deps: SubmitCsvDeps,
  accountId: string,
  body: SubmitCsvBody,
  key: string | undefined,
): Promise<Submitted<GroupRow>> {
  const uploadId = body.upload_id.toLowerCase()
  const validateDomain = body.validate_domain === 1
  const canonical = { upload_id: uploadId, email_column: body.email_column, validate_domain: validateDomain ? 1 : 0 }
  const fingerprint = fingerprintOf(canonical)
  const request: KeyedRequest | undefined =
    key === undefined ? undefined : { accountId, scope: 'submission', key, fingerprint }
  const object = await lookAtObject(deps, accountId, uploadId)
  return deps.db.transaction().execute(async (tx) => {
    // A crash or a refusal leaves nothing: no key, no slot, no claim. The order of the checks is part of the contract.
    const original = request && (await findOriginal(tx, request))
    if (original) return { row: await requireGroup(tx, accountId, original), replayed: true }
    await requireStorage(tx, deps.storage, accountId)
    // How many rows the file has is known once it is read (work/split.ts), which reserves credits for all of them.
    await deps.quotas?.requireSome(tx, accountId)
    await takeSlot(tx, accountId)
    if (!deps.bulkAdmission || !deps.csvAdmission) throw bulkDisabled('CSV submissions are turned off at the moment.')
    const size = await claimUpload(tx, accountId, uploadId)
    const version = versionOf(object, size)
    const groupId = uuidv7()
    await sql`
      INSERT INTO bulk_groups (id, account_id, upload_id, upload_version, email_column, validate_domain, expires_at)
      VALUES (${groupId}, ${accountId}, ${uploadId}, ${version}, ${JSON.stringify(body.email_column)}, ${validateDomain},
        now() + make_interval(secs => ${JOB_RETENTION_MS / 1000}))`.execute(tx)
    const row = await requireGroup(tx, accountId, groupId)
    if (request) await reserveKey(tx, request, groupId, row.expires_at)
    await enqueueGroupTask(tx, 'bulk.split', { groupId })
    return { row, replayed: false }
  })
}

async function requireGroup(tx: Tx, accountId: string, groupId: string): Promise<GroupRow> {
  const group = await findGroup(tx, accountId, groupId)
  if (!group) throw groupNotFound()
  return group
}

/**
 * Exactly one submission gets the upload. Returns its announced size. By the time of the statement: an upload that was
 * discarded after this transaction began has expired, too.
 */
async function claimUpload(tx: Tx, accountId: string, uploadId: string): Promise<number> {
  const { rows } = await sql<{ size_bytes: number }>`
    UPDATE bulk_uploads SET claimed_at = now()
    WHERE id = ${uploadId} AND account_id = ${accountId} AND claimed_at IS NULL AND expires_at > clock_timestamp()
    RETURNING size_bytes`.execute(tx)
  if (rows[0]) return rows[0].size_bytes
  const upload = await tx
    .selectFrom('bulk_uploads')
    .select('claimed_at')
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!upload) throw new AppError('not_found', 'The upload does not exist.')
  if (upload.claimed_at) throw new AppError('upload_claimed', 'The upload was already submitted.')
  throw new AppError('upload_expired', 'The upload was discarded or not submitted within an hour. Prepare it again.')
}

type LookedAt = PromiseSettledResult<BlobInfo | undefined>

/**
 * Before the transaction, which must not wait for the store. The object never changes once it is there, so its version holds inside.
 * A store that is away is a refusal only where the checks before have passed. An upload that cannot be claimed is not looked at.
 */
async function lookAtObject({ db, blobs }: SubmitCsvDeps, accountId: string, uploadId: string): Promise<LookedAt> {
  const { rows } = await sql`
    SELECT FROM bulk_uploads
    WHERE id = ${uploadId} AND account_id = ${accountId} AND claimed_at IS NULL AND expires_at > now()`.execute(db)
  const looking = rows.length > 0 ? blobs.stat(uploadKey(uploadId)) : undefined
  return (await Promise.allSettled([looking]))[0]
}

function versionOf(object: LookedAt, size: number): string {
  if (object.status === 'rejected') throw object.reason
  if (object.value?.size === size) return object.value.version
  throw new AppError('upload_not_ready', 'The file has not been uploaded yet.', {
    retryAfterSeconds: NOT_READY_RETRY_SECONDS,
  })
}
