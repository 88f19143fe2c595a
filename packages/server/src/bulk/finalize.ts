// The end of a group: all children have ended, and the customer's own file is written again with the answers appended.

import { answerColumns } from '@mailsift/csv/columns'
import { type AnsweredRecord, exportGroup } from '@mailsift/csv/group-export'
import type { Delimiter } from '@mailsift/csv/header'
import { sql } from 'kysely'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { TaskContext } from '../platform/queue.ts'
import { isCutShortTooOften, judgeFailure } from './failure.ts'
import { enqueueGroupTask, type GroupTask } from './group-tasks.ts'
import { TOUCHED } from './job-store.ts'
import { newGroupCsvKey, uploadKey } from './objects.ts'
import { unpackRecordEnds } from './record-ends.ts'
import { answerItems, failedAnswers, openChunk } from './rows.ts'
import { releaseSlot } from './slots.ts'
import { type StoredCsv, storeCsv } from './stored-csv.ts'

export type FinalizeDeps = { db: Db; blobs: Pick<BlobStore, 'read' | 'write'>; log: Log }

export type FinalizingGroup = {
  id: string
  upload_id: string
  upload_version: string
  validate_domain: boolean
  delimiter: Delimiter
  header_end: number
  result_prefix: string
  children: number
  failed_children: number
}

const EXPORT_FAILURE = 'Writing the CSV failed repeatedly and was given up; the results of the jobs remain available.'
const ALL_FAILED = 'Every job of the group failed.'

export async function finalizeGroup(
  deps: FinalizeDeps,
  task: GroupTask,
  { attempt }: Pick<TaskContext, 'attempt'>,
): Promise<void> {
  const { db, log } = deps
  const group = await findFinalizing(db, task.groupId)
  if (!group) return
  try {
    if (isCutShortTooOften(attempt)) return await endGroup(db, group.id, { status: 'failed', failure: EXPORT_FAILURE })
    if (group.failed_children === group.children)
      return await endGroup(db, group.id, { status: 'failed', failure: ALL_FAILED })
    const csv = await storeCsv(deps.blobs, newGroupCsvKey(group.id), groupCsv(deps, group))
    await endGroup(db, group.id, { status: group.failed_children > 0 ? 'partial' : 'completed', csv })
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    log.warn({ group_id: group.id, error: name, code }, 'the export of a group failed')
    const consequence = judgeFailure(error, task.failures ?? 0)
    if (consequence.kind === 'give_up') return endGroup(db, group.id, { status: 'failed', failure: EXPORT_FAILURE })
    const again = { groupId: group.id, failures: consequence.failures }
    await enqueueGroupTask(db, 'bulk.finalize', again, consequence.delaySeconds)
  }
}

async function findFinalizing(db: Db, groupId: string): Promise<FinalizingGroup | undefined> {
  const { rows } = await sql<FinalizingGroup>`
    ${FINISHED_GROUP} WHERE g.id = ${groupId} AND g.status = 'finalizing' AND g.expires_at > now()`.execute(db)
  return rows[0]
}

export const FINISHED_GROUP = sql.raw(`
  SELECT g.id, upload_id, upload_version, g.validate_domain, delimiter, header_end, result_prefix,
    (SELECT count(*) FROM bulk_jobs WHERE group_id = g.id) AS children,
    (SELECT count(*) FROM bulk_jobs WHERE group_id = g.id AND status = 'failed') AS failed_children
  FROM bulk_groups g`)

export async function* groupCsv(
  { db, blobs }: Pick<FinalizeDeps, 'db'> & { blobs: Pick<BlobStore, 'read'> },
  group: FinalizingGroup,
): AsyncGenerator<Buffer, void> {
  const original = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
  if (!original) throw new Error('The uploaded file is gone.')
  const columns = answerColumns({ withDomain: group.validate_domain, delimiter: group.delimiter })
  const layout = { headerEnd: group.header_end, resultPrefix: group.result_prefix, columns }
  yield* exportGroup(layout, original, batches())

  /** A chunk at a time. Those of a failed child that were never done say so in every row. */
  async function* batches(): AsyncGenerator<AnsweredRecord[], void> {
    for (let position = { ordinal: 0, first_index: -1 }; ; ) {
      const chunk = await nextChunk(db, group.id, position)
      if (!chunk) return
      const ends = unpackRecordEnds(chunk.record_ends)
      const answers =
        chunk.results === null
          ? failedAnswers(chunk.row_count)
          : answerItems(openChunk({ results: chunk.results }), 0, columns)
      yield answers.map((answer, row) => ({ ...answer, end: ends[row]! }))
      position = chunk
    }
  }
}

type GroupChunk = {
  ordinal: number
  first_index: number
  row_count: number
  results: Buffer | null
  record_ends: Buffer
}

async function nextChunk(
  db: Db,
  groupId: string,
  after: { ordinal: number; first_index: number },
): Promise<GroupChunk | undefined> {
  const { rows } = await sql<GroupChunk>`
    SELECT job.ordinal, first_index, row_count, results, record_ends
    FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id
    WHERE job.group_id = ${groupId} AND (job.ordinal, first_index) > (${after.ordinal}, ${after.first_index})
    ORDER BY job.ordinal, first_index LIMIT 1`.execute(db)
  return rows[0]
}

type End = { status: 'completed' | 'partial'; csv: StoredCsv } | { status: 'failed'; failure: string }

async function endGroup(db: Db, groupId: string, end: End): Promise<void> {
  const csv = end.status === 'failed' ? undefined : end.csv
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE bulk_groups SET status = ${end.status}, updated_at = ${TOUCHED},
        failure = ${end.status === 'failed' ? end.failure : null},
        csv_key = ${csv?.key ?? null}, csv_sha256 = ${csv ? Buffer.from(csv.sha256, 'hex') : null}, csv_bytes = ${csv?.size ?? null}
      WHERE id = ${groupId} AND status = 'finalizing' AND expires_at > now() RETURNING user_id`.execute(tx)
    if (rows[0]) await releaseSlot(tx, rows[0].user_id)
  })
}
