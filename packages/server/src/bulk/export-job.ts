import { type AnswerColumns, answerColumns } from '@mailsift/csv/columns'
import { type AnsweredItem, exportJob } from '@mailsift/csv/job-export'
import type { VerdictRow } from '@mailsift/engine'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import { newJobCsvKey } from './objects.ts'
import { answerItems, openChunk, type StoredChunk } from './rows.ts'
import { type StoredCsv, storeCsv } from './stored-csv.ts'

export type ExportDeps = { db: Db; blobs: Pick<BlobStore, 'write' | 'delete'> }

/** Writes the CSV of §4.5 from the committed rows. */
export function storeJobCsv({ db, blobs }: ExportDeps, jobId: string, validateDomain: boolean): Promise<StoredCsv> {
  return storeCsv(blobs, newJobCsvKey(jobId), jobCsv(db, jobId, validateDomain))
}

/** Writes the CSV of a job whose rows are all at hand. */
export function storeSmallJobCsv(
  { blobs }: Pick<ExportDeps, 'blobs'>,
  jobId: string,
  rows: readonly VerdictRow[],
  validateDomain: boolean,
): Promise<StoredCsv> {
  const columns = columnsOf(validateDomain)
  return storeCsv(blobs, newJobCsvKey(jobId), exportJob(columns, [answerItems(rows, 0, columns)]))
}

export function jobCsv(db: Db, jobId: string, validateDomain: boolean): AsyncGenerator<Buffer, void> {
  const columns = columnsOf(validateDomain)
  return exportJob(columns, batches())

  /** A chunk at a time, so that memory does not grow with the job. */
  async function* batches(): AsyncGenerator<AnsweredItem[], void> {
    for (let first = 0; ; ) {
      const chunk = await nextChunk(db, jobId, first)
      if (!chunk) return
      yield answerItems(openChunk(chunk), chunk.first_index, columns)
      first = chunk.first_index + chunk.row_count
    }
  }
}

function columnsOf(validateDomain: boolean): AnswerColumns {
  return answerColumns({ withDomain: validateDomain, delimiter: ',' })
}

async function nextChunk(db: Db, jobId: string, first: number): Promise<StoredChunk | undefined> {
  const row = await db
    .selectFrom('bulk_chunks')
    .select(['first_index', 'row_count', 'results'])
    .where('job_id', '=', jobId)
    .where('first_index', '>=', first)
    .where('done_at', 'is not', null)
    .orderBy('first_index')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, results: row.results! }
}
