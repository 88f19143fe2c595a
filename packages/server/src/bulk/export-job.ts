import { answerColumns } from '@mailsift/csv/columns'
import type { AnsweredItem } from '@mailsift/csv/job-export'
import { exportJob } from '@mailsift/csv/job-export'
import { type BlobStore, digestOf } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import type { StoredCsv } from './finish.ts'
import { jobCsvKey } from './objects.ts'
import { answeredItems, type StoredChunk } from './rows.ts'

export type ExportDeps = { db: Db; blobs: Pick<BlobStore, 'write' | 'read'> }

/** Writes the CSV of §4.5. Whoever comes second finds the object, which is the same: a job's results never change. */
export async function storeJobCsv(deps: ExportDeps, jobId: string, validateDomain: boolean): Promise<StoredCsv> {
  const key = jobCsvKey(jobId)
  const written = await deps.blobs.write(key, jobCsv(deps.db, jobId, validateDomain))
  if (written.outcome === 'stored') return written
  const existing = await digestOf(deps.blobs, key)
  if (!existing) throw new Error('The CSV was removed while it was being finished.')
  return existing
}

export function jobCsv(db: Db, jobId: string, validateDomain: boolean): AsyncGenerator<Buffer, void> {
  const columns = answerColumns({ withDomain: validateDomain, delimiter: ',' })
  return exportJob(columns, batches())

  /** A chunk at a time, so that memory does not grow with the job. */
  async function* batches(): AsyncGenerator<AnsweredItem[], void> {
    for (let first = 0; ; ) {
      const chunk = await nextChunk(db, jobId, first)
      if (!chunk) return
      yield answeredItems(chunk, columns)
      first = chunk.first_index + chunk.row_count
    }
  }
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
