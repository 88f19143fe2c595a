// A submitted CSV: read once as a stream, checked to its end, and only then split into children of 10,000 records. The
// records themselves stay in the file; what is kept of them is the address and where each one ends.

import { CHILD_JOB_RECORDS_MAX_COUNT } from '@mailsift/contract'
import { type CsvFile, openCsv } from '@mailsift/csv/read'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import { CsvStructureError } from '@mailsift/csv/structure-error'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { LoggableError } from '../../platform/error-facts.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { TaskContext } from '../../platform/queue/queue.ts'
import type { Quotas } from '../../usage/usage.ts'
import { type Input, packInputs } from '../format/inputs.ts'
import { packRecordEnds } from '../format/record-ends.ts'
import { CHUNK_ROWS, type NewChunk, PLAIN_FILE_CHUNK_ROWS } from '../state/chunks.ts'
import { enqueueChunks, enqueueGroupTask, type GroupTask } from '../state/enqueue.ts'
import { failGroup, type ParsingGroup, startParsing, startProcessing } from '../state/group-states.ts'
import { uploadKey } from '../state/objects.ts'
import { runTask } from './run-task.ts'

export type SplitDeps = {
  db: Db
  blobs: Pick<BlobStore, 'read'>
  log: Log
  quotas?: Pick<Quotas, 'reserve'> | undefined
}

/** `first_index` is that of its child. */
type FileChunk = NewChunk & { record_ends: Buffer }

const FAILURE = 'Reading the file failed repeatedly and was stopped.'
/**
 * A thousand addresses have a fortieth of this. But a cell may hold anything, up to a whole record, and a chunk is held in
 * memory as a whole: when it is validated, and when a page of it is shown.
 */
const CHUNK_MAX_CHARACTERS = 1024 * 1024

export async function splitGroup(
  deps: SplitDeps,
  task: GroupTask,
  { isQuarantined }: Pick<TaskContext, 'isQuarantined'>,
): Promise<void> {
  const { db, log } = deps
  const group = await startParsing(db, task.groupId)
  if (!group) return
  const { id } = group
  await runTask({
    log,
    isQuarantined,
    failures: task.failures,
    subject: { group_id: id },
    complaint: 'file split failed',
    async work() {
      try {
        await split(deps, group)
      } catch (error) {
        if (!isRefusal(error)) throw error
        await failGroup(db, group, 'parsing', error.message)
      }
    },
    again: (failures, delaySeconds) => enqueueGroupTask(db, 'bulk.split', { groupId: id, failures }, delaySeconds),
    fail: () => failGroup(db, group, 'parsing', FAILURE),
  })
}

/** A file that cannot be read, or that the account's plan or credits do not allow; not a service that is unavailable. */
function isRefusal(error: unknown): error is CsvStructureError | AppError {
  return error instanceof CsvStructureError || (error instanceof AppError && error.statusCode < 500)
}

async function split({ db, blobs, quotas }: SplitDeps, group: ParsingGroup): Promise<void> {
  const file = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
  if (!file) throw new LoggableError('The uploaded file is gone.')
  const csv = await openCsv(file, JSON.parse(group.email_column) as string)
  const children = await packRecords(csv, group.validate_domain)
  const total = countRows(children.flat())
  await db.transaction().execute(async (tx) => {
    // A crash leaves all children and their credits, or none.
    const isMine = await startProcessing(tx, group, {
      total,
      children: children.length,
      delimiter: csv.delimiter,
      headerEnd: csv.headerEnd,
      resultPrefix: chooseResultPrefix(csv.names),
    })
    if (!isMine) return
    await quotas?.reserve(tx, group.account_id, { id: group.id, rows: total })
    await insertChildren(tx, group, children)
  })
}

/** The chunks of each child, packed as they are read: a hundred thousand records take a few megabytes. */
async function packRecords({ headerEnd, records }: CsvFile, validateDomain: boolean): Promise<FileChunk[][]> {
  const rowsMax = validateDomain ? CHUNK_ROWS : PLAIN_FILE_CHUNK_ROWS
  const children: FileChunk[][] = []
  let firstIndex = 0
  let start = headerEnd
  let inputs: Input[] = []
  let ends: number[] = []
  let characters = 0
  const pack = () => {
    if (firstIndex === 0) children.push([])
    children.at(-1)!.push({
      id: uuidv7(),
      first_index: firstIndex,
      row_count: inputs.length,
      inputs: packInputs(inputs),
      record_ends: packRecordEnds(start, ends),
    })
    firstIndex = (firstIndex + inputs.length) % CHILD_JOB_RECORDS_MAX_COUNT
    start = ends.at(-1)!
    inputs = []
    ends = []
    characters = 0
  }
  for await (const batch of records) {
    for (const { email, fault, end } of batch) {
      inputs.push({ text: email, fault })
      ends.push(end)
      characters += email.length
      const isFull = inputs.length === rowsMax || characters >= CHUNK_MAX_CHARACTERS
      if (isFull || firstIndex + inputs.length === CHILD_JOB_RECORDS_MAX_COUNT) pack()
    }
  }
  if (inputs.length > 0) pack()
  return children
}

function countRows(chunks: readonly FileChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.row_count, 0)
}

async function insertChildren(tx: Tx, group: ParsingGroup, children: FileChunk[][]): Promise<void> {
  const { account_id, validate_domain } = group
  const ids = children.map(() => uuidv7())
  await sql`
    INSERT INTO bulk_jobs
      (id, account_id, validate_domain, total, chunks_left, expires_at, group_id, ordinal, row_offset)
    SELECT child.id, ${account_id}, ${validate_domain}, child.total, child.chunks, expires_at, bulk_groups.id, child.number - 1,
      (child.number - 1) * ${CHILD_JOB_RECORDS_MAX_COUNT}
    FROM bulk_groups, unnest(${ids}::uuid[], ${children.map(countRows)}::int[], ${children.map(({ length }) => length)}::int[])
      WITH ORDINALITY AS child (id, total, chunks, number)
    WHERE bulk_groups.id = ${group.id} AND bulk_groups.account_id = ${account_id}`.execute(tx)
  // Child by child: the chunks of a whole file may be large.
  for (const [ordinal, chunks] of children.entries())
    await tx
      .insertInto('bulk_chunks')
      .values(chunks.map((chunk) => ({ ...chunk, job_id: ids[ordinal]!, account_id: account_id })))
      .execute()
  await enqueueChunks(tx, children.flat(), { accountId: account_id, validateDomain: validate_domain })
}
