// The end of a group: all children have ended, and the customer's own file is written again with the answers appended.
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskContext } from '../../platform/queue/queue.ts'
import { type ExportedGroup, groupCsv } from '../export/group-csv.ts'
import type { RecentChunks } from '../export/recent-chunks.ts'
import { storeCsv } from '../export/stored-csv.ts'
import { enqueueGroupTask, type GroupTask } from '../state/enqueue.ts'
import { failGroup, finishGroup, type OnGroupFinished } from '../state/group-states.ts'
import { STOPPED_FAILURE } from '../state/job-states.ts'
import { newGroupCsvKey } from '../state/objects.ts'
import { ownerOfGroup } from '../state/owners.ts'
import { runTask } from './run-task.ts'

export type FinalizeDeps = {
  db: Db
  blobs: Pick<BlobStore, 'read' | 'write' | 'delete'>
  recent: RecentChunks
  log: Log
  onGroupFinished?: OnGroupFinished
}

export const EXPORT_FAILURE =
  'Writing the CSV failed repeatedly and was stopped; the results of the jobs remain available.'
const ALL_FAILED = 'Every job of the group failed.'

export async function finalizeGroup(
  deps: FinalizeDeps,
  task: GroupTask,
  { isQuarantined }: Pick<TaskContext, 'isQuarantined'>,
): Promise<void> {
  const { db, log } = deps
  const group = await findFinalizing(db, task.groupId)
  if (!group) return
  const { id } = group
  await runTask({
    log,
    isQuarantined,
    failures: task.failures,
    subject: { group_id: id },
    complaint: 'group export failed',
    work: () => finalize(deps, group),
    again: (failures, delaySeconds) => enqueueGroupTask(db, 'bulk.finalize', { groupId: id, failures }, delaySeconds),
    fail: () => failGroup(db, group, 'finalizing', EXPORT_FAILURE),
  })
}

type FinalizingGroup = ExportedGroup & { children: number; failed_children: number; stopped: boolean }

async function finalize(deps: FinalizeDeps, group: FinalizingGroup): Promise<void> {
  const { db, blobs, onGroupFinished } = deps
  const { id, children, failed_children } = group
  if (failed_children === children)
    return failGroup(db, group, 'finalizing', group.stopped ? STOPPED_FAILURE : ALL_FAILED)
  const csv = await storeCsv(blobs, newGroupCsvKey(id), groupCsv(deps, group))
  const isFinished = await finishGroup(db, group, failed_children > 0 ? 'partial' : 'completed', csv, onGroupFinished)
  if (!isFinished) await blobs.delete(csv.key)
}

async function findFinalizing(db: Db, groupId: string): Promise<FinalizingGroup | undefined> {
  const accountId = await ownerOfGroup(db, groupId)
  if (accountId === undefined) return undefined
  const { rows } = await sql<FinalizingGroup>`
    SELECT id, account_id, upload_id, upload_version, validate_domain, delimiter, header_end, result_prefix,
      stopped_at IS NOT NULL AS stopped,
      (SELECT count(*) FROM bulk_jobs WHERE group_id = g.id AND account_id = ${accountId}) AS children,
      (SELECT count(*) FROM bulk_jobs WHERE group_id = g.id AND account_id = ${accountId} AND status = 'failed') AS failed_children
    FROM bulk_groups g WHERE id = ${groupId} AND account_id = ${accountId} AND status = 'finalizing' AND expires_at > now()`.execute(
    db,
  )
  return rows[0]
}
