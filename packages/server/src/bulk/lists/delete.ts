// Deletes lists before their time. A running list is stopped first: chunks that run finish, so that what is billed is stored. What the list cost
// stays, and its idempotency keys stay reserved: a request that is sent again starts nothing.
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { removeSubmission } from '../retention/remove.ts'
import { requireList } from './lists.ts'
import { endSubmissions, type ListOfAccount, markStopped } from './stop.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.delete-list': ListOfAccount
  }
}

const RETRY_MS = 500

export async function deleteList(tx: Tx, { accountId, listId }: ListOfAccount): Promise<void> {
  await requireList(tx, accountId, listId)
  await sql`
    UPDATE saved_lists SET deleted_at = coalesce(deleted_at, now())
    WHERE account_id = ${accountId} AND id = ${listId}`.execute(tx)
  await markStopped(tx, { accountId, listId })
  await enqueue(tx, 'bulk.delete-list', { accountId, listId }, { jobKey: `bulk.delete-list ${accountId} ${listId}` })
}

type Part = { kind: 'job' | 'group'; id: string; ended: boolean }

/** Removes what has ended, and comes back for the rest. */
export async function removeDeletedList(
  deps: { db: Db; blobs: Pick<BlobStore, 'delete'> },
  { accountId, listId }: ListOfAccount,
): Promise<void> {
  const { db } = deps
  await endSubmissions(db, { accountId, listId })
  const { rows } = await sql<Part>`
    SELECT 'group' AS kind, g.id, g.status IN ('completed', 'partial', 'failed', 'expired') AS ended
    FROM saved_list_parts part JOIN bulk_groups g ON g.id = part.submission_id AND g.account_id = part.account_id
    WHERE part.account_id = ${accountId} AND part.list_id = ${listId}
    UNION ALL
    SELECT 'job', job.id, job.status IN ('completed', 'failed', 'expired')
    FROM saved_list_parts part JOIN bulk_jobs job ON job.id = part.submission_id AND job.account_id = part.account_id
    WHERE part.account_id = ${accountId} AND part.list_id = ${listId}`.execute(db)
  for (const part of rows.filter(({ ended }) => ended)) await removeSubmission({ ...deps, keepKeys: true }, part)
  if (rows.some(({ ended }) => !ended)) {
    const runAt = new Date(Date.now() + RETRY_MS)
    await enqueue(db, 'bulk.delete-list', { accountId, listId }, { runAt })
    return
  }
  // The last part has taken the list with it; one without parts goes here.
  await sql`
    DELETE FROM saved_lists WHERE account_id = ${accountId} AND id = ${listId} AND deleted_at IS NOT NULL`.execute(db)
}
