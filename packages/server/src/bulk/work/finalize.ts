// The end of a group: all children have ended, and the customer's own file is written again with the answers appended.

import { answerColumns, cellsOf } from '@mailsift/csv/columns'
import { type AnsweredRecord, exportGroup } from '@mailsift/csv/group-export'
import type { Delimiter } from '@mailsift/csv/header'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskContext } from '../../platform/queue.ts'
import { readResults } from '../export/job-csv.ts'
import type { RecentChunks } from '../export/recent-chunks.ts'
import { createChunkEncoder, type EncodedChunk, encodeStoredChunk, FAILED_ANSWER } from '../export/rows.ts'
import { type StoredCsv, storeCsv } from '../export/stored-csv.ts'
import { unpackRecordEnds } from '../format/record-ends.ts'
import { enqueueGroupTask, type GroupTask } from '../state/group-tasks.ts'
import { TOUCHED } from '../state/job-row.ts'
import { newGroupCsvKey, uploadKey } from '../state/objects.ts'
import { releaseSlot } from '../state/slots.ts'
import { isCutShortTooOften, judgeFailure } from './failure.ts'

export type FinalizeDeps = {
  db: Db
  blobs: Pick<BlobStore, 'read' | 'write' | 'delete'>
  recent: RecentChunks
  log: Log
}

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

export const EXPORT_FAILURE =
  'Writing the CSV failed repeatedly and was given up; the results of the jobs remain available.'
const ALL_FAILED = 'Every job of the group failed.'

export async function finalizeGroup(
  deps: FinalizeDeps,
  task: GroupTask,
  { cutShort }: Pick<TaskContext, 'cutShort'>,
): Promise<void> {
  const { db, log } = deps
  const group = await findFinalizing(db, task.groupId)
  if (!group) return
  try {
    if (isCutShortTooOften(cutShort)) return await failGroup(db, group.id, EXPORT_FAILURE)
    if (group.failed_children === group.children) return await failGroup(db, group.id, ALL_FAILED)
    const csv = await storeCsv(deps.blobs, newGroupCsvKey(group.id), groupCsv(deps, group))
    const status = group.failed_children > 0 ? 'partial' : 'completed'
    if (!(await endGroup(db, group.id, { status, csv }))) await deps.blobs.delete(csv.key)
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    log.warn({ group_id: group.id, error: name, code }, 'the export of a group failed')
    const consequence = judgeFailure(error, task.failures ?? 0)
    if (consequence.kind === 'give_up') return failGroup(db, group.id, EXPORT_FAILURE)
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
  { db, blobs, recent }: Pick<FinalizeDeps, 'db'> & { blobs: Pick<BlobStore, 'read'>; recent?: RecentChunks },
  group: FinalizingGroup,
): AsyncGenerator<Buffer, void> {
  const original = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
  if (!original) throw new Error('The uploaded file is gone.')
  const columns = answerColumns({ withDomain: group.validate_domain, delimiter: group.delimiter })
  const encode = createChunkEncoder(columns)
  const layout = { headerEnd: group.header_end, resultPrefix: group.result_prefix, columns }
  yield* exportGroup(layout, original, batches())

  /** A chunk at a time. Those of a failed child that were never done say so in every row. */
  async function* batches(): AsyncGenerator<AnsweredRecord[], void> {
    for (const stored of await chunksOf(db, group.id)) {
      const { id, done } = stored
      const chunk = done ? await open(stored) : undefined
      const ends = unpackRecordEnds(await readRecordEnds(db, id))
      yield ends.map((end, row) => ({ end, ...(chunk ? cellsOf(chunk, row) : FAILED_ANSWER) }))
      recent?.forget([id])
    }
  }

  /** Cells that were encoded for a job's CSV, which has commas, serve for a file with commas too. */
  async function open({ id, first_index }: GroupChunk): Promise<EncodedChunk> {
    const known = group.delimiter === ',' ? recent?.get(id) : undefined
    return known ?? encodeStoredChunk(encode, first_index, await readResults(db, id))
  }
}

type GroupChunk = { id: string; first_index: number; done: boolean }

async function chunksOf(db: Db, groupId: string): Promise<GroupChunk[]> {
  const { rows } = await sql<GroupChunk>`
    SELECT chunk.id, first_index, done_at IS NOT NULL AS done FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id
    WHERE job.group_id = ${groupId} ORDER BY job.ordinal, first_index`.execute(db)
  return rows
}

async function readRecordEnds(db: Db, chunkId: string): Promise<Buffer> {
  const { record_ends } = await db
    .selectFrom('bulk_chunks')
    .select('record_ends')
    .where('id', '=', chunkId)
    .executeTakeFirstOrThrow()
  return record_ends!
}

type End = { status: 'completed' | 'partial'; csv: StoredCsv } | { status: 'failed'; failure: string }

async function failGroup(db: Db, groupId: string, failure: string): Promise<void> {
  await endGroup(db, groupId, { status: 'failed', failure })
}

/** False when somebody else has ended or removed it: then nobody names the CSV. */
async function endGroup(db: Db, groupId: string, end: End): Promise<boolean> {
  const csv = end.status === 'failed' ? undefined : end.csv
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE bulk_groups SET status = ${end.status}, updated_at = ${TOUCHED},
        failure = ${end.status === 'failed' ? end.failure : null},
        csv_key = ${csv?.key ?? null}, csv_sha256 = ${csv ? Buffer.from(csv.sha256, 'hex') : null}, csv_bytes = ${csv?.size ?? null}
      WHERE id = ${groupId} AND status = 'finalizing' AND expires_at > now() RETURNING user_id`.execute(tx)
    if (rows[0]) await releaseSlot(tx, rows[0].user_id)
    return rows.length > 0
  })
}
