import { type AnswerColumns, answerColumns } from '@mailsift/csv/columns'
import { type AnsweredItem, exportJob } from '@mailsift/csv/job-export'
import { createVerdictWriter, type VerdictWriter } from '@mailsift/csv/verdict-cells'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import { newJobCsvKey } from './objects.ts'
import type { RecentChunks } from './recent-chunks.ts'
import { answeredItems, type EncodedChunk, encodeStoredChunk } from './rows.ts'
import { type StoredCsv, storeCsv } from './stored-csv.ts'

export type ExportDeps = { db: Db; blobs: Pick<BlobStore, 'write' | 'delete'>; recent: RecentChunks }

function jobColumns(validateDomain: boolean): AnswerColumns {
  return answerColumns({ withDomain: validateDomain, delimiter: ',' })
}

/** They remember the domains that they have written, so a process keeps them from chunk to chunk. */
export type JobWriters = (validateDomain: boolean) => VerdictWriter

export function createJobWriters(): JobWriters {
  const withDomain = createVerdictWriter(jobColumns(true))
  const withoutDomain = createVerdictWriter(jobColumns(false))
  return (validateDomain) => (validateDomain ? withDomain : withoutDomain)
}

/** Writes the CSV of §4.5. */
export async function storeJobCsv(deps: ExportDeps, jobId: string, validateDomain: boolean): Promise<StoredCsv> {
  return storeCsv(deps.blobs, newJobCsvKey(jobId), jobCsv(deps, jobId, validateDomain))
}

const HEADER_BYTES = 2_048

/** The same for a job whose rows are all in this one chunk. */
export function storeSmallJobCsv(
  { blobs }: Pick<ExportDeps, 'blobs'>,
  jobId: string,
  chunk: EncodedChunk,
  validateDomain: boolean,
): Promise<StoredCsv> {
  const items = answeredItems(chunk, 0)
  const expectedBytes = HEADER_BYTES + 2 * chunk.bytes.length
  return storeCsv(blobs, newJobCsvKey(jobId), exportJob(jobColumns(validateDomain), [items], expectedBytes))
}

/** A chunk at a time, so that memory does not grow with the job. */
export function jobCsv(
  { db, recent }: Pick<ExportDeps, 'db'> & { recent?: RecentChunks },
  jobId: string,
  validateDomain: boolean,
): AsyncGenerator<Buffer, void> {
  const columns = jobColumns(validateDomain)
  const write = createVerdictWriter(columns)
  return exportJob(columns, batches())

  async function* batches(): AsyncGenerator<AnsweredItem[], void> {
    const chunks = await db
      .selectFrom('bulk_chunks')
      .select(['id', 'first_index'])
      .where('job_id', '=', jobId)
      .where('done_at', 'is not', null)
      .orderBy('first_index')
      .execute()
    for (const { id, first_index } of chunks) {
      const chunk = recent?.get(id) ?? encodeStoredChunk(write, await readResults(db, id))
      yield answeredItems(chunk, first_index)
    }
  }
}

export async function readResults(db: Db, chunkId: string): Promise<Buffer> {
  const { results } = await db
    .selectFrom('bulk_chunks')
    .select('results')
    .where('id', '=', chunkId)
    .executeTakeFirstOrThrow()
  return results!
}
