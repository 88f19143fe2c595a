// Takes submissions away for good: their objects, rows and keys. What they cost stays in the account's total.
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { expireGroup } from '../state/group-states.ts'
import { expireJob } from '../state/job-states.ts'
import { parseObjectKey, uploadKey } from '../state/objects.ts'

export type RemoveDeps = {
  db: Db
  blobs: Pick<BlobStore, 'delete'>
  /** It runs periodically: what a crash brings back is removed then, and no commit waits for the disk. */
  isSweep?: boolean
  /** Keys stay reserved until they lapse: what was submitted with one is not submitted again. */
  keepKeys?: boolean
}

/** A list, a CSV with all that was made of it, or a file that waits to be submitted. */
export type Submission = { kind: 'job' | 'group' | 'upload'; id: string }

/** Stops all work on it: a task that is under way finds, before it writes, that the submission has ended. */
export async function endSubmission(db: Db, { kind, id }: Submission): Promise<void> {
  if (kind === 'upload') return
  await db.transaction().execute((tx) => (kind === 'job' ? expireJob : expireGroup)(tx, id))
  if (kind === 'job') return
  // One after the other and after their group: a child that is just ending locks itself first and then the group.
  for (const child of await childrenOf(db, id)) await db.transaction().execute((tx) => expireJob(tx, child.id))
}

/** To be called once it has ended. Objects go first, so that no crash leaves an unreferenced one. */
export async function removeSubmission(deps: RemoveDeps, { kind, id }: Submission): Promise<void> {
  if (kind === 'job') return removeJob(deps, id)
  if (kind === 'group') return removeGroup(deps, id)
  return removeUpload(deps, id)
}

async function removeJob({ db, blobs, isSweep = false, keepKeys = false }: RemoveDeps, id: string): Promise<void> {
  const { rows } = await sql<{ csv_key: string | null }>`SELECT csv_key FROM bulk_jobs WHERE id = ${id}`.execute(db)
  if (rows[0]?.csv_key) await blobs.delete(rows[0].csv_key)
  await db.transaction().execute(async (tx) => {
    if (isSweep) await commitLater(tx)
    await sql`
      WITH job AS (DELETE FROM bulk_jobs WHERE id = ${id} RETURNING account_id, success)
      UPDATE bulk_accounts SET removed_units = removed_units + success
      FROM job WHERE bulk_accounts.account_id = job.account_id`.execute(tx)
    await (keepKeys ? keepReserved : forgetKeys)(tx, [id])
  })
}

async function removeGroup({ db, blobs, isSweep = false, keepKeys = false }: RemoveDeps, id: string): Promise<void> {
  const { rows } = await sql<{ upload_id: string; csv_key: string | null }>`
    SELECT upload_id, csv_key FROM bulk_groups WHERE id = ${id}`.execute(db)
  const [group] = rows
  if (!group) return
  const named = [group, ...(await childrenOf(db, id))].flatMap(({ csv_key }) => csv_key ?? [])
  for (const key of [...named, uploadKey(group.upload_id)]) await blobs.delete(key)
  await db.transaction().execute(async (tx) => {
    if (isSweep) await commitLater(tx)
    await sql`
      WITH children AS (DELETE FROM bulk_jobs WHERE group_id = ${id} RETURNING account_id, success)
      UPDATE bulk_accounts SET removed_units = removed_units + units
      FROM (SELECT account_id, sum(success) AS units FROM children GROUP BY account_id) AS removed
      WHERE bulk_accounts.account_id = removed.account_id`.execute(tx)
    await sql`DELETE FROM bulk_groups WHERE id = ${id}`.execute(tx)
    await sql`DELETE FROM bulk_uploads WHERE id = ${group.upload_id}`.execute(tx)
    await (keepKeys ? keepReserved : forgetKeys)(tx, [id, group.upload_id])
  })
}

/** The transaction is whole or undone, and may be undone for a moment after its end. */
export async function commitLater(tx: Tx): Promise<void> {
  await sql`SET LOCAL synchronous_commit = off`.execute(tx)
}

/** One that has been submitted since then goes with its group. */
async function removeUpload(deps: RemoveDeps, id: string): Promise<void> {
  const { db, blobs } = deps
  const { rows } = await sql`DELETE FROM bulk_uploads WHERE id = ${id} AND claimed_at IS NULL RETURNING id`.execute(db)
  if (rows.length > 0) {
    await blobs.delete(uploadKey(id))
    return db.transaction().execute((tx) => forgetKeys(tx, [id]))
  }
  const group = await db.selectFrom('bulk_groups').select('id').where('upload_id', '=', id).executeTakeFirst()
  if (!group) return
  await endSubmission(db, { kind: 'group', id: group.id })
  await removeGroup(deps, group.id)
}

/** The jobs that these are, or have as children. */
export async function jobIdsOf(db: Db, submissions: readonly Submission[]): Promise<string[]> {
  const ids: string[] = []
  for (const { kind, id } of submissions) {
    if (kind === 'job') ids.push(id)
    else if (kind === 'group') for (const child of await childrenOf(db, id)) ids.push(child.id)
  }
  return ids
}

async function childrenOf(db: Db, groupId: string): Promise<{ id: string; csv_key: string | null }[]> {
  return db.selectFrom('bulk_jobs').select(['id', 'csv_key']).where('group_id', '=', groupId).execute()
}

/** A key is text of the client's own, and its fingerprint could be compared with a guess. */
async function forgetKeys(tx: Tx, resourceIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM bulk_keys WHERE resource_id = ANY(${resourceIds}::uuid[])`.execute(tx)
}

async function keepReserved(tx: Tx, resourceIds: readonly string[]): Promise<void> {
  await sql`UPDATE bulk_keys SET removed_at = now() WHERE resource_id = ANY(${resourceIds}::uuid[])`.execute(tx)
}

/** Every object that was made for these jobs, groups and uploads, also those of attempts that no row names. */
export async function* objectsOf(blobs: Pick<BlobStore, 'list'>, ids: ReadonlySet<string>): AsyncGenerator<string> {
  for (const prefix of ['jobs/', 'groups/', 'uploads/'])
    for await (const { key } of blobs.list(prefix)) if (ids.has(parseObjectKey(key)?.id ?? '')) yield key
}
