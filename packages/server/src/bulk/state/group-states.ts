// Every change of a group's state, and the slot that a group holds until it has ended.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { enqueueGroupTask } from './enqueue.ts'
import type { StoredCsv } from './objects.ts'
import { type Owned, ownerOfGroup } from './owners.ts'
import { releaseSlot } from './slots.ts'

export type ParsingGroup = {
  id: string
  account_id: string
  upload_id: string
  upload_version: string
  email_column: string
  validate_domain: boolean
}

/** An interrupted split finds its group in parsing. Undefined: the group has been split already, or has ended. */
export async function startParsing(db: Db, groupId: string): Promise<ParsingGroup | undefined> {
  const accountId = await ownerOfGroup(db, groupId)
  if (accountId === undefined) return undefined
  const { rows } = await sql<ParsingGroup>`
    UPDATE bulk_groups SET status = 'parsing', updated_at = greatest(updated_at, now())
    WHERE id = ${groupId} AND account_id = ${accountId} AND status IN ('queued', 'parsing') AND expires_at > now()
    RETURNING id, account_id, upload_id, upload_version, email_column, validate_domain`.execute(db)
  return rows[0]
}

export type ParsedFile = {
  total: number
  children: number
  delimiter: string
  headerEnd: number
  resultPrefix: string
}

/** One splitter passes, however many there are. */
export async function startProcessing(tx: Tx, { id, account_id }: Owned, file: ParsedFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE bulk_groups SET status = 'processing', total = ${file.total}, children_left = ${file.children},
      delimiter = ${file.delimiter}, header_end = ${file.headerEnd}, result_prefix = ${file.resultPrefix},
      updated_at = greatest(updated_at, now())
    WHERE id = ${id} AND account_id = ${account_id} AND status = 'parsing' AND expires_at > now()`.execute(tx)
  return numAffectedRows === 1n
}

/** The end of the last child starts the export. */
export async function endChild(tx: Tx, { id, account_id }: Owned): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    UPDATE bulk_groups SET children_left = children_left - 1,
      status = CASE WHEN children_left = 1 THEN 'finalizing' ELSE 'processing' END, updated_at = greatest(updated_at, now())
    WHERE id = ${id} AND account_id = ${account_id} AND status = 'processing' AND expires_at > now()
    RETURNING status`.execute(tx)
  if (rows[0]?.status === 'finalizing') await enqueueGroupTask(tx, 'bulk.finalize', { groupId: id })
}

type FinishedGroup = { id: string; accountId: string; filename: string; rows: number; createdAt: Date }
/** Runs in the transaction that finishes the group. */
export type OnGroupFinished = (tx: Tx, group: FinishedGroup) => Promise<void>

/** False when the group has ended or was removed: then no row refers to the CSV. */
export async function finishGroup(
  db: Db,
  { id, account_id }: Owned,
  status: 'completed' | 'partial',
  { key, sha256, size }: StoredCsv,
  onFinished: OnGroupFinished = async () => undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ filename: string; total: number; created_at: Date }>`
      UPDATE bulk_groups SET status = ${status}, csv_key = ${key}, csv_sha256 = decode(${sha256}, 'hex'), csv_bytes = ${size},
        updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = 'finalizing' AND expires_at > now()
      RETURNING total, created_at,
        (SELECT filename FROM bulk_uploads u WHERE u.id = upload_id AND u.account_id = ${account_id}) AS filename`.execute(
      tx,
    )
    const group = rows[0]
    if (!group) return false
    await releaseSlot(tx, account_id)
    const { filename, total, created_at } = group
    await onFinished(tx, {
      id,
      accountId: account_id,
      filename: JSON.parse(filename),
      rows: total,
      createdAt: created_at,
    })
    return true
  })
}

/** Fails a group whose file cannot be read, or whose children have ended. */
export async function failGroup(
  db: Db,
  { id, account_id }: Owned,
  from: 'parsing' | 'finalizing',
  failure: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ account_id: string }>`
      UPDATE bulk_groups SET status = 'failed', failure = ${failure}, updated_at = greatest(updated_at, now())
      WHERE id = ${id} AND account_id = ${account_id} AND status = ${from} AND expires_at > now() RETURNING account_id`.execute(
      tx,
    )
    if (rows[0]) await releaseSlot(tx, rows[0].account_id)
  })
}

/** Ends a stopped group that is not split yet. A splitter that is under way finds, before it inserts children, that the group has ended. */
export async function endUnsplitGroup(db: Db, { id, account_id }: Owned, failure: string): Promise<void> {
  await sql`
    UPDATE bulk_groups SET status = 'parsing', updated_at = greatest(updated_at, now())
    WHERE id = ${id} AND account_id = ${account_id} AND status = 'queued' AND expires_at > now()`.execute(db)
  await failGroup(db, { id, account_id }, 'parsing', failure)
}

/** Ends a group, whatever its state, and releases the slot that it still holds. */
export async function expireGroup(tx: Tx, groupId: string): Promise<void> {
  await sql`
    WITH submission AS (
      SELECT id, account_id, status FROM bulk_groups WHERE id = ${groupId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_groups SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM submission WHERE bulk_groups.id = submission.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM submission WHERE bulk_accounts.account_id = submission.account_id
      AND status IN ('queued', 'parsing', 'processing', 'finalizing')`.execute(tx)
}
