import {
  type PreparedUpload,
  type PrepareUploadBody,
  UNCLAIMED_UPLOADS_MAX_COUNT,
  UPLOAD_PUT_WINDOW_MS,
  UPLOAD_SUBMIT_WINDOW_MS,
} from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { uploadKey } from '../state/objects.ts'
import { lockAccount } from '../state/slots.ts'
import { bulkDisabled } from './admission.ts'
import { findOriginal, fingerprintOf, type KeyedRequest, reserveKey } from './idempotency.ts'
import { requireStorage, type Storage } from './storage.ts'

export type UploadDeps = { db: Db; blobs: Pick<BlobStore, 'reserveUpload'>; csvAdmission: boolean; storage: Storage }

/** `put_until`: 15 minutes from now, but not past the hour in which the upload has to be submitted. */
type UploadRow = { id: string; size_bytes: number; expires_at: Date; put_until: Date }

/** §4.1. The same key again refreshes the signature of the same upload. */
export async function prepareUpload(
  deps: UploadDeps,
  accountId: string,
  { filename, size_bytes }: PrepareUploadBody,
  key: string | undefined,
): Promise<{ upload: PreparedUpload; replayed: boolean }> {
  const fingerprint = fingerprintOf({ filename, size_bytes })
  const request: KeyedRequest | undefined =
    key === undefined ? undefined : { accountId, scope: 'upload', key, fingerprint }
  const { row, replayed } = await deps.db.transaction().execute(async (tx) => {
    const original = request && (await findOriginal(tx, request))
    if (original) return { row: await readUpload(tx, original), replayed: true }
    await requireRoom(tx, accountId)
    await requireStorage(tx, deps.storage, accountId, { moreBytes: size_bytes })
    if (!deps.csvAdmission) throw bulkDisabled('CSV uploads are turned off at the moment.')
    const row = await insertUpload(tx, accountId, filename, size_bytes)
    if (request) await reserveKey(tx, request, row.id, row.expires_at)
    return { row, replayed: false }
  })
  const { url, headers } = await deps.blobs.reserveUpload(uploadKey(row.id), {
    size: row.size_bytes,
    expiresAtMs: row.put_until.getTime(),
  })
  return { upload: { upload_id: row.id, upload_url: url, headers, expires_at: row.put_until.toISOString() }, replayed }
}

async function readUpload(tx: Tx, uploadId: string): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    SELECT id, size_bytes, expires_at,
      least(expires_at, now() + make_interval(secs => ${UPLOAD_PUT_WINDOW_MS / 1000})) AS put_until
    FROM bulk_uploads WHERE id = ${uploadId} AND expires_at > clock_timestamp()`.execute(tx)
  if (!rows[0]) throw new AppError('upload_expired', 'The upload has expired. Prepare it again with a new key.')
  return rows[0]
}

/** Counted under the account's lock: claims and the clock can only make room. */
async function requireRoom(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  const { rows } = await sql<{ unclaimed: number; lapses_in_seconds: number }>`
    SELECT count(*) AS unclaimed, ceil(extract(epoch FROM min(expires_at) - now()))::int AS lapses_in_seconds
    FROM bulk_uploads WHERE account_id = ${accountId} AND claimed_at IS NULL AND expires_at > now()`.execute(tx)
  const { unclaimed, lapses_in_seconds: retryAfterSeconds } = rows[0]!
  if (unclaimed >= UNCLAIMED_UPLOADS_MAX_COUNT)
    throw new AppError(
      'too_many_uploads',
      `The account already has ${UNCLAIMED_UPLOADS_MAX_COUNT} unfinished uploads. Submit or discard one, or wait until the oldest expires.`,
      { retryAfterSeconds },
    )
}

async function insertUpload(tx: Tx, accountId: string, filename: string, size: number): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, expires_at)
    VALUES (${uuidv7()}, ${accountId}, ${JSON.stringify(filename)}, ${size},
      now() + make_interval(secs => ${UPLOAD_SUBMIT_WINDOW_MS / 1000}))
    RETURNING id, size_bytes, expires_at,
      least(expires_at, now() + make_interval(secs => ${UPLOAD_PUT_WINDOW_MS / 1000})) AS put_until`.execute(tx)
  return rows[0]!
}
