// The end of everything, by the database's clock: what is past its time says so, and a week later it is gone.
import { JOB_CLEANUP_DELAY_MS, UPLOAD_PUT_WINDOW_MS } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { parseObjectKey, uploadKey } from './objects.ts'
import { releaseSlot } from './slots.ts'

declare module '../platform/queue.ts' {
  interface Tasks {
    'bulk.expire': Record<string, never>
    'bulk.cleanup': Record<string, never>
    'bulk.remove-orphans': Record<string, never>
  }
}

export type ExpireDeps = { db: Db; blobs: Pick<BlobStore, 'delete' | 'list' | 'removeAbandoned'>; log: Log }

const BATCH_COUNT = 500
/** An object is written before the row that names it says so; nothing that young is an orphan. */
const ORPHAN_AGE_MS = 12 * 3600_000

type Ended = { user_id: string; was_unfinished: boolean }

/** Every minute. Readers do not wait for it: they compare the time themselves. What it really does is free the slots. */
export async function expireDue({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<void> {
  for (const table of ['bulk_jobs', 'bulk_groups'] as const) {
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM ${sql.table(table)} WHERE expires_at <= now() AND status <> 'expired'
        LIMIT ${BATCH_COUNT}`.execute(db)
      for (const { id } of rows) await db.transaction().execute((tx) => expireOne(tx, table, id))
      if (rows.length < BATCH_COUNT) break
    }
  }
  await sql`DELETE FROM bulk_keys WHERE reserved_until <= now()`.execute(db)
  await removeUnclaimed({ db, blobs })
}

/** A PUT that began in time may still be under way when its hour ends. */
const UPLOAD_GRACE_SECONDS = UPLOAD_PUT_WINDOW_MS / 1000

/** The row stays a while, to answer that the upload has expired. */
async function removeUnclaimed({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bulk_uploads WHERE claimed_at IS NULL AND removed_at IS NULL
      AND expires_at <= now() - make_interval(secs => ${UPLOAD_GRACE_SECONDS}) LIMIT ${BATCH_COUNT}`.execute(db)
  for (const { id } of rows) {
    await blobs.delete(uploadKey(id))
    await sql`UPDATE bulk_uploads SET removed_at = now() WHERE id = ${id}`.execute(db)
  }
  await sql`DELETE FROM bulk_uploads WHERE claimed_at IS NULL
    AND removed_at <= now() - make_interval(secs => ${JOB_CLEANUP_DELAY_MS / 1000})`.execute(db)
}

async function expireOne(tx: Tx, table: 'bulk_jobs' | 'bulk_groups', id: string): Promise<void> {
  const holdsSlot =
    table === 'bulk_jobs'
      ? sql`old.group_id IS NULL AND old.status IN ('pending', 'processing')`
      : sql`old.status IN ('queued', 'parsing', 'processing', 'finalizing')`
  const { rows } = await sql<Ended>`
    UPDATE ${sql.table(table)} AS ended SET status = 'expired', updated_at = greatest(ended.updated_at, now())
    FROM (SELECT * FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE) AS old
    WHERE ended.id = old.id AND old.status <> 'expired'
    RETURNING old.user_id, ${holdsSlot} AS was_unfinished`.execute(tx)
  if (rows[0]?.was_unfinished) await releaseSlot(tx, rows[0].user_id)
}

/** Every hour: removes what has answered 410 for a week. Objects go first, so that no crash leaves one that nobody knows. */
export async function cleanUp({ db, blobs, log }: ExpireDeps): Promise<void> {
  const removed = (await removeJobs({ db, blobs })) + (await removeGroups({ db, blobs }))
  if (removed > 0) log.info({ removed }, 'expired submissions were removed')
}

const IS_DUE = sql`status = 'expired' AND expires_at <= now() - make_interval(secs => ${JOB_CLEANUP_DELAY_MS / 1000})`

async function removeJobs({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<number> {
  let removed = 0
  for (;;) {
    const { rows } = await sql<{ id: string; csv_key: string | null }>`
      SELECT id, csv_key FROM bulk_jobs WHERE ${IS_DUE} AND group_id IS NULL LIMIT ${BATCH_COUNT}`.execute(db)
    for (const { id, csv_key } of rows) {
      if (csv_key) await blobs.delete(csv_key)
      await db.transaction().execute((tx) => removeCounted(tx, sql`id = ${id}`))
    }
    removed += rows.length
    if (rows.length < BATCH_COUNT) return removed
  }
}

async function removeGroups({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<number> {
  let removed = 0
  for (;;) {
    const { rows } = await sql<{ id: string; upload_id: string; keys: (string | null)[] }>`
      SELECT id, upload_id, csv_key || array(SELECT csv_key FROM bulk_jobs WHERE group_id = bulk_groups.id) AS keys
      FROM bulk_groups WHERE ${IS_DUE} LIMIT ${BATCH_COUNT}`.execute(db)
    for (const { id, upload_id, keys } of rows) {
      for (const key of [...keys, uploadKey(upload_id)]) if (key) await blobs.delete(key)
      await db.transaction().execute(async (tx) => {
        await removeCounted(tx, sql`group_id = ${id}`)
        await sql`DELETE FROM bulk_groups WHERE id = ${id}`.execute(tx)
        await sql`DELETE FROM bulk_uploads WHERE id = ${upload_id}`.execute(tx)
      })
    }
    removed += rows.length
    if (rows.length < BATCH_COUNT) return removed
  }
}

/** Deletes jobs with all their rows; what they cost stays in the account's total. */
async function removeCounted(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: string; success: number }>`
    DELETE FROM bulk_jobs WHERE ${which} RETURNING user_id, success`.execute(tx)
  for (const { user_id, success } of rows)
    await sql`UPDATE bulk_accounts SET removed_units = removed_units + ${success} WHERE user_id = ${user_id}`.execute(
      tx,
    )
}

/** Every few hours: objects that no row names, such as those of a deleted account or of an export that was killed. */
export async function removeOrphans({ db, blobs, log }: ExpireDeps): Promise<void> {
  const before = Date.now() - ORPHAN_AGE_MS
  await blobs.removeAbandoned(before)
  let removed = 0
  for (const prefix of ['jobs/', 'groups/', 'uploads/']) {
    for await (const { key, modifiedAtMs } of blobs.list(prefix)) {
      if (modifiedAtMs > before || (await isNamed(db, key))) continue
      await blobs.delete(key)
      removed++
    }
  }
  if (removed > 0) log.info({ removed }, 'objects without a submission were removed')
}

export async function isNamed(db: Db, key: string): Promise<boolean> {
  const object = parseObjectKey(key)
  if (!object) return false
  const { kind, id } = object
  const { rows } = await (kind === 'upload'
    ? sql`SELECT FROM bulk_uploads WHERE id = ${id} AND removed_at IS NULL`
    : sql`SELECT FROM ${sql.table(kind === 'job' ? 'bulk_jobs' : 'bulk_groups')} WHERE id = ${id} AND csv_key = ${key}`
  ).execute(db)
  return rows.length > 0
}
