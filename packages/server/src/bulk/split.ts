// A submitted CSV: read once as a stream, checked to its end, and only then split into children of 10,000 records. The
// records themselves stay in the file; what is kept of them is the address and where each one ends.
import { CHILD_JOB_RECORDS_MAX_COUNT } from '@mailsift/contract'
import { type CsvFile, openCsv } from '@mailsift/csv/read'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import { CsvStructureError } from '@mailsift/csv/structure-error'
import { sql } from 'kysely'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db, Tx } from '../platform/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { TaskContext } from '../platform/queue.ts'
import { enqueueChunks } from './chunk-tasks.ts'
import { isCutShortTooOften, judgeFailure } from './failure.ts'
import { enqueueGroupTask, type GroupTask } from './group-tasks.ts'
import { type Input, packInputs } from './inputs.ts'
import { TOUCHED } from './job-store.ts'
import { uploadKey } from './objects.ts'
import { packRecordEnds } from './record-ends.ts'
import { releaseSlot } from './slots.ts'
import { CHUNK_ROWS, type NewChunk } from './submit-list.ts'

export type SplitDeps = { db: Db; blobs: Pick<BlobStore, 'read'>; log: Log }

type ParsingGroup = {
  id: string
  user_id: string
  upload_id: string
  upload_version: string
  email_column: string
  validate_domain: boolean
}
type FileChunk = Omit<NewChunk, 'first_index'> & { record_ends: Buffer }

const FAILURE = 'Reading the file failed repeatedly and was given up.'
const CHUNKS_PER_CHILD = CHILD_JOB_RECORDS_MAX_COUNT / CHUNK_ROWS

export async function splitGroup(
  deps: SplitDeps,
  task: GroupTask,
  { cutShort }: Pick<TaskContext, 'cutShort'>,
): Promise<void> {
  const { db, log } = deps
  const group = await startParsing(db, task.groupId)
  if (!group) return
  try {
    if (isCutShortTooOften(cutShort)) return await failGroup(db, group.id, FAILURE)
    await split(deps, group)
  } catch (error) {
    if (error instanceof CsvStructureError) return failGroup(db, group.id, error.message)
    const { name, code } = error as { name?: string; code?: string }
    log.warn({ group_id: group.id, error: name, code }, 'a file could not be split')
    const consequence = judgeFailure(error, task.failures ?? 0)
    if (consequence.kind === 'give_up') return failGroup(db, group.id, FAILURE)
    const again = { groupId: group.id, failures: consequence.failures }
    await enqueueGroupTask(db, 'bulk.split', again, consequence.delaySeconds)
  }
}

/** No group: it has been split already, or has ended. */
async function startParsing(db: Db, groupId: string): Promise<ParsingGroup | undefined> {
  const { rows } = await sql<ParsingGroup>`
    UPDATE bulk_groups SET status = 'parsing', updated_at = ${TOUCHED}
    WHERE id = ${groupId} AND status IN ('queued', 'parsing') AND expires_at > now()
    RETURNING id, user_id, upload_id, upload_version, email_column, validate_domain`.execute(db)
  return rows[0]
}

async function split({ db, blobs }: SplitDeps, group: ParsingGroup): Promise<void> {
  const file = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
  if (!file) throw new Error('The uploaded file is gone.')
  const csv = await openCsv(file, JSON.parse(group.email_column) as string)
  const chunks = await packRecords(csv)
  const total = chunks.reduce((sum, chunk) => sum + chunk.row_count, 0)
  const childCount = Math.ceil(chunks.length / CHUNKS_PER_CHILD)
  await db.transaction().execute(async (tx) => {
    // A crash leaves all children or none; the group's state lets only one splitter pass.
    const { numAffectedRows } = await sql`
      UPDATE bulk_groups SET status = 'processing', updated_at = ${TOUCHED}, total = ${total},
        children_left = ${childCount}, delimiter = ${csv.delimiter}, header_end = ${csv.headerEnd},
        result_prefix = ${chooseResultPrefix(csv.names)}
      WHERE id = ${group.id} AND status = 'parsing'`.execute(tx)
    if (numAffectedRows === 0n) return
    for (let ordinal = 0; ordinal < childCount; ordinal++) {
      const start = ordinal * CHUNKS_PER_CHILD
      await insertChild(tx, group, ordinal, chunks.slice(start, start + CHUNKS_PER_CHILD))
    }
  })
}

/** All records, packed as they are read: a hundred thousand of them take a few megabytes. */
async function packRecords({ headerEnd, records }: CsvFile): Promise<FileChunk[]> {
  const chunks: FileChunk[] = []
  let start = headerEnd
  let inputs: Input[] = []
  let ends: number[] = []
  const pack = () => {
    chunks.push({
      id: uuidv7(),
      row_count: inputs.length,
      inputs: packInputs(inputs),
      record_ends: packRecordEnds(start, ends),
    })
    start = ends.at(-1)!
    inputs = []
    ends = []
  }
  for await (const batch of records) {
    for (const { email, wellFormed, end } of batch) {
      inputs.push({ text: email, malformed: !wellFormed })
      ends.push(end)
      if (inputs.length === CHUNK_ROWS) pack()
    }
  }
  if (inputs.length > 0) pack()
  return chunks
}

async function insertChild(tx: Tx, group: ParsingGroup, ordinal: number, chunks: FileChunk[]): Promise<void> {
  const { user_id, validate_domain } = group
  const id = uuidv7()
  const total = chunks.reduce((sum, chunk) => sum + chunk.row_count, 0)
  await sql`
    INSERT INTO bulk_jobs
      (id, user_id, validate_domain, total, chunks_left, expires_at, group_id, ordinal, row_offset)
    SELECT ${id}, ${user_id}, ${validate_domain}, ${total}, ${chunks.length}, expires_at, id, ${ordinal}::int,
      ${ordinal * CHILD_JOB_RECORDS_MAX_COUNT}::int
    FROM bulk_groups WHERE id = ${group.id}`.execute(tx)
  await tx
    .insertInto('bulk_chunks')
    .values(chunks.map((chunk, index) => ({ ...chunk, job_id: id, first_index: index * CHUNK_ROWS })))
    .execute()
  await enqueueChunks(
    tx,
    chunks.map((chunk) => chunk.id),
    { userId: user_id, validateDomain: validate_domain },
  )
}

async function failGroup(db: Db, groupId: string, failure: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE bulk_groups SET status = 'failed', updated_at = ${TOUCHED}, failure = ${failure}
      WHERE id = ${groupId} AND status = 'parsing' AND expires_at > now() RETURNING user_id`.execute(tx)
    if (rows[0]) await releaseSlot(tx, rows[0].user_id)
  })
}
