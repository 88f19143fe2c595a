// Uploads that were prepared and not submitted: an account may have three. Their owner can discard them before they expire.
import type { PendingUpload } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

type PendingRow = { id: string; filename: string; size_bytes: number; created_at: Date; expires_at: Date }

export async function listPendingUploads({ db }: { db: Db }, accountId: string): Promise<PendingUpload[]> {
  const { rows } = await sql<PendingRow>`
    SELECT id, filename, size_bytes, created_at, expires_at FROM bulk_uploads
    WHERE account_id = ${accountId} AND claimed_at IS NULL AND expires_at > now() ORDER BY expires_at, id`.execute(db)
  return rows.map(({ id, filename, size_bytes, created_at, expires_at }) => ({
    id,
    filename: JSON.parse(filename) as string,
    size_bytes,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

/**
 * Ends the upload's hour now. The row stays, so that `bulk.expire` also deletes a file whose PUT is still under way, and the
 * bytes count as stored until then. A submission that claims the upload first wins; later ones find it expired.
 */
export async function discardUpload({ db }: { db: Db }, accountId: string, uploadId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      UPDATE bulk_uploads SET expires_at = now()
      WHERE id = ${uploadId} AND account_id = ${accountId} AND claimed_at IS NULL AND expires_at > now()
      RETURNING id`.execute(tx)
    // The key would lead to the discarded upload; the same file can be prepared again.
    if (rows.length > 0) {
      await sql`
        DELETE FROM bulk_keys
        WHERE account_id = ${accountId} AND scope = 'upload' AND resource_id = ${uploadId}`.execute(tx)
      return
    }
    const upload = await tx
      .selectFrom('bulk_uploads')
      .select('claimed_at')
      .where('id', '=', uploadId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!upload) throw new AppError('not_found', 'The upload does not exist.')
    if (upload.claimed_at) throw new AppError('upload_claimed', 'The upload was submitted and cannot be discarded.')
  })
}
