import { answerColumns } from '@mailsift/csv/columns'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database.ts'
import { readChunkResults } from '../state/chunks.ts'
import { newJobCsvKey, type StoredCsv } from '../state/objects.ts'
import type { RecentChunks } from './recent-chunks.ts'
import { type ChunkEncoder, createChunkEncoder, type EncodedChunk, encodeStoredChunk } from './rows.ts'
import { storeCsv } from './stored-csv.ts'

export type ExportDeps = { db: Db; blobs: Pick<BlobStore, 'write' | 'delete'>; recent: RecentChunks }

function createJobEncoder(validateDomain: boolean): ChunkEncoder {
  return createChunkEncoder(answerColumns({ withDomain: validateDomain, delimiter: ',' }))
}

/** An encoder caches domains, so a process keeps its encoders from chunk to chunk. */
export type JobEncoders = (validateDomain: boolean) => ChunkEncoder

export function createJobEncoders(): JobEncoders {
  const withDomain = createJobEncoder(true)
  const withoutDomain = createJobEncoder(false)
  return (validateDomain) => (validateDomain ? withDomain : withoutDomain)
}

/** Writes the CSV of §4.5. */
export async function storeJobCsv(deps: ExportDeps, jobId: string, validateDomain: boolean): Promise<StoredCsv> {
  return storeCsv(deps.blobs, newJobCsvKey(jobId), jobCsv(deps, jobId, validateDomain))
}

/** Stores the CSV of a job that has one chunk. */
export function storeSmallJobCsv(
  { blobs }: Pick<ExportDeps, 'blobs'>,
  jobId: string,
  { bytes }: EncodedChunk,
): Promise<StoredCsv> {
  return storeCsv(blobs, newJobCsvKey(jobId), inOnePiece(bytes))
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
}

/** A chunk at a time, so that memory does not grow with the job. */
export async function* jobCsv(
  { db, recent }: Pick<ExportDeps, 'db'> & { recent?: RecentChunks },
  jobId: string,
  validateDomain: boolean,
): AsyncGenerator<Buffer, void> {
  const encode = createJobEncoder(validateDomain)
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select(['id', 'first_index'])
    .where('job_id', '=', jobId)
    .where('done_at', 'is not', null)
    .orderBy('first_index')
    .execute()
  for (const { id, first_index } of chunks) {
    const chunk = recent?.get(id) ?? encodeStoredChunk(encode, first_index, await readChunkResults(db, id))
    yield chunk.bytes
  }
}
