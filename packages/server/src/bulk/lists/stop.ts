// Stops a list: chunks that run finish and are billed, no other chunk starts. The request stores the intention; a task ends the submissions when their
// running chunks have ended. What has ended stays as it is, and idempotency keys stay reserved.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { endUnsplitGroup } from '../state/group-states.ts'
import { endStoppedJob, STOPPED_FAILURE } from '../state/job-states.ts'
import type { Owned } from '../state/owners.ts'
import { requireList } from './lists.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.stop-list': ListOfAccount
  }
}

export type ListOfAccount = { accountId: string; listId: string }

/** A plain chunk takes a fraction of a second. */
const RETRY_MS = 500

/** Whether anything is left to stop: a list that was stopped before, or has ended, stays as it is. */
export async function stopList(tx: Tx, { accountId, listId }: ListOfAccount): Promise<boolean> {
  await requireList(tx, accountId, listId)
  if (!(await isStoppable(tx, { accountId, listId }))) return false
  await markStopped(tx, { accountId, listId })
  await enqueue(tx, 'bulk.stop-list', { accountId, listId }, { jobKey: `bulk.stop-list ${accountId} ${listId}` })
  return true
}

const canStopGroup = sql`status IN ('queued', 'parsing', 'processing')`
const canStopJob = sql`status IN ('pending', 'processing')`

/** A submission runs and is not stopped, or parts are missing that would run. */
async function isStoppable(tx: Tx, { accountId, listId }: ListOfAccount): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM saved_lists list WHERE account_id = ${accountId} AND id = ${listId} AND (
      (stopped_at IS NULL AND parts > (
        SELECT count(*) FROM saved_list_parts part WHERE part.account_id = list.account_id AND list_id = list.id AND round = 0))
      OR EXISTS (SELECT FROM saved_list_parts part JOIN bulk_groups g ON g.id = submission_id AND g.account_id = part.account_id
        WHERE part.account_id = list.account_id AND list_id = list.id AND g.stopped_at IS NULL AND ${canStopGroup})
      OR EXISTS (SELECT FROM saved_list_parts part JOIN bulk_jobs job ON job.id = submission_id AND job.account_id = part.account_id
        WHERE part.account_id = list.account_id AND list_id = list.id AND job.stopped_at IS NULL AND ${canStopJob}))`.execute(
    tx,
  )
  return rows.length > 0
}

/** From here on, no chunk of the list starts. */
export async function markStopped(tx: Tx, { accountId, listId }: ListOfAccount): Promise<void> {
  await sql`
    UPDATE saved_lists SET stopped_at = coalesce(stopped_at, now()) WHERE account_id = ${accountId} AND id = ${listId}`.execute(
    tx,
  )
  await sql`
    UPDATE bulk_groups SET stopped_at = now()
    FROM saved_list_parts part WHERE part.account_id = ${accountId} AND list_id = ${listId} AND submission_id = bulk_groups.id
      AND bulk_groups.account_id = ${accountId} AND stopped_at IS NULL AND ${canStopGroup}`.execute(tx)
  await sql`
    UPDATE bulk_jobs SET stopped_at = now()
    FROM saved_list_parts part WHERE part.account_id = ${accountId} AND list_id = ${listId} AND submission_id = bulk_jobs.id
      AND bulk_jobs.account_id = ${accountId} AND stopped_at IS NULL AND ${canStopJob}`.execute(tx)
}

/** Ends what has no running chunk, and comes back for the rest. */
export async function endStoppedList({ db }: { db: Db }, list: ListOfAccount): Promise<void> {
  if (await endSubmissions(db, list)) return
  await enqueue(db, 'bulk.stop-list', list, { runAt: new Date(Date.now() + RETRY_MS) })
}

/** Whether all have ended, but for exports under way. */
export async function endSubmissions(db: Db, list: ListOfAccount): Promise<boolean> {
  for (const group of await stoppedGroups(db, list)) await endUnsplitGroup(db, group, STOPPED_FAILURE)
  // One at a time: a job that ends locks itself first and then its group.
  for (const job of await stoppedJobs(db, list)) await endStoppedJob(db, job)
  return (await stoppedGroups(db, list)).length + (await stoppedJobs(db, list)).length === 0
}

async function stoppedGroups(db: Db, { accountId, listId }: ListOfAccount): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    SELECT g.id, g.account_id FROM saved_list_parts part JOIN bulk_groups g ON g.id = submission_id AND g.account_id = part.account_id
    WHERE part.account_id = ${accountId} AND list_id = ${listId} AND stopped_at IS NOT NULL
      AND status IN ('queued', 'parsing') AND expires_at > now()`.execute(db)
  return rows
}

async function stoppedJobs(db: Db, { accountId, listId }: ListOfAccount): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    SELECT job.id, job.account_id FROM saved_list_parts part JOIN bulk_jobs job ON job.id = submission_id AND job.account_id = part.account_id
    WHERE part.account_id = ${accountId} AND list_id = ${listId} AND job.stopped_at IS NOT NULL
      AND job.status IN ('pending', 'processing') AND job.expires_at > now()
    UNION ALL
    SELECT child.id, child.account_id FROM saved_list_parts part
      JOIN bulk_groups g ON g.id = submission_id AND g.account_id = part.account_id
      JOIN bulk_jobs child ON child.group_id = g.id AND child.account_id = part.account_id
    WHERE part.account_id = ${accountId} AND list_id = ${listId} AND g.stopped_at IS NOT NULL
      AND child.status IN ('pending', 'processing') AND child.expires_at > now()`.execute(db)
  return rows
}
