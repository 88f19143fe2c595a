// The end of everything, by the database's clock: what is past its time says so, and a week later it is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_CLEANUP_DELAY_MS, UPLOAD_PUT_WINDOW_MS } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { expireGroup } from '../state/group-states.ts'
import { expireJob } from '../state/job-states.ts'
import { parseObjectKey, uploadKey } from '../state/objects.ts'
import { commitLater, type RemoveDeps, removeSubmission } from './remove.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.expire': Record<string, never>
    'bulk.cleanup': Record<string, never>
    'bulk.remove-orphans': Record<string, never>
  }
}

export type ExpireDeps = { db: Db; blobs: Pick<BlobStore, 'delete' | 'list' | 'removeAbandoned'>; log: Log }

const BATCH_COUNT = 500
const CLEANUP_DELAY_SECONDS = JOB_CLEANUP_DELAY_MS / 1000
/** An object is written before the row that names it says so; nothing that young is an orphan. */
const ORPHAN_AGE_MS = 12 * 3600_000

/** Every five minutes. Readers do not wait for it: they compare the time themselves. What it really does is free the slots. */
export async function expireDue({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ kind: 'job' | 'group'; id: string }>`
      SELECT 'job' AS kind, id FROM bulk_jobs WHERE expires_at <= now() AND status <> 'expired'
      UNION ALL SELECT 'group', id FROM bulk_groups WHERE expires_at <= now() AND status <> 'expired'
      LIMIT ${BATCH_COUNT}`.execute(db)
    await gently(rows, ({ kind, id }) =>
      db.transaction().execute(async (tx) => {
        await commitLater(tx)
        await (kind === 'job' ? expireJob : expireGroup)(tx, id)
      }),
    )
    if (rows.length < BATCH_COUNT) break
  }
  await sql`DELETE FROM bulk_keys WHERE reserved_until <= now()`.execute(db)
  await removeUnclaimed({ db, blobs })
  await removeFailed({ db, blobs })
}

const WORKED_MS = 10
/** Work that took longer was itself waiting. */
const REST_MAX_MS = 50

/** Rests as long as it works: a month's end can bring thousands, and requests come first. */
async function gently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let startedAt = performance.now()
  for (const item of items) {
    await work(item)
    const worked = performance.now() - startedAt
    if (worked < WORKED_MS) continue
    await sleep(Math.min(worked, REST_MAX_MS))
    startedAt = performance.now()
  }
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
    AND removed_at <= now() - make_interval(secs => ${CLEANUP_DELAY_SECONDS})`.execute(db)
}

/** A file that could not be read has no results; an hour is time to look at it. */
const FAILED_FILE_SECONDS = 3_600

/** Its group stays, to say why it failed. */
async function removeFailed({ db, blobs }: Pick<ExpireDeps, 'db' | 'blobs'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      SELECT u.id FROM bulk_groups g JOIN bulk_uploads u ON u.id = g.upload_id
      WHERE g.status = 'failed' AND g.updated_at <= now() - make_interval(secs => ${FAILED_FILE_SECONDS})
        AND u.removed_at IS NULL LIMIT ${BATCH_COUNT}`.execute(db)
    for (const { id } of rows) {
      await blobs.delete(uploadKey(id))
      await sql`UPDATE bulk_uploads SET removed_at = now() WHERE id = ${id}`.execute(db)
    }
    if (rows.length < BATCH_COUNT) return
  }
}

/** Age of a spool file past its last byte that only a killed writer can have left. */
const ABANDONED_AGE_MS = 3_600_000

/** Every hour: removes what has answered 410 for a week. */
export async function cleanUp({ db, blobs, log }: ExpireDeps): Promise<void> {
  const removed = await removeDue({ db, blobs })
  if (removed > 0) log.info({ removed }, 'expired submissions deleted')
  await blobs.removeAbandoned(Date.now() - ABANDONED_AGE_MS)
}

async function removeDue(deps: RemoveDeps): Promise<number> {
  for (let removed = 0; ; ) {
    const { rows } = await sql<{ kind: 'job' | 'group'; id: string }>`
      SELECT 'job' AS kind, id FROM bulk_jobs WHERE status = 'expired' AND group_id IS NULL
        AND expires_at <= now() - make_interval(secs => ${CLEANUP_DELAY_SECONDS})
      UNION ALL SELECT 'group', id FROM bulk_groups WHERE status = 'expired'
        AND expires_at <= now() - make_interval(secs => ${CLEANUP_DELAY_SECONDS})
      LIMIT ${BATCH_COUNT}`.execute(deps.db)
    await gently(rows, (submission) => removeSubmission({ ...deps, isSweep: true }, submission))
    removed += rows.length
    if (rows.length < BATCH_COUNT) return removed
  }
}

/** Every few hours: objects that no row names, such as those of a deleted account or of an export that was killed. */
export async function removeOrphans({ db, blobs, log }: ExpireDeps): Promise<void> {
  const before = Date.now() - ORPHAN_AGE_MS
  let removed = 0
  for (const prefix of ['jobs/', 'groups/', 'uploads/']) {
    for await (const { key, modifiedAtMs } of blobs.list(prefix)) {
      // A key in another format is that of a newer node.
      if (modifiedAtMs > before || !parseObjectKey(key) || (await isNamed(db, key))) continue
      await blobs.delete(key)
      removed++
    }
  }
  if (removed > 0) log.info({ removed }, 'unreferenced objects deleted')
}

export async function isNamed(db: Db, key: string): Promise<boolean> {
  const object = parseObjectKey(key)
  if (!object) return false
  const { rows } = await sql`
    SELECT FROM bulk_uploads WHERE ${object.kind}::text = 'upload' AND id = ${object.id} AND removed_at IS NULL
    UNION ALL SELECT FROM bulk_jobs WHERE id = ${object.id} AND csv_key = ${key}
    UNION ALL SELECT FROM bulk_groups WHERE id = ${object.id} AND csv_key = ${key}`.execute(db)
  return rows.length > 0
}
