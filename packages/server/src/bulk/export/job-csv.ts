import { createHash } from 'node:crypto'
import { answerColumns } from '@mailsift/csv/columns'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database.ts'
import { readChunkResults } from '../state/chunks.ts'
import { csvColumns, newJobCsvKey, type StoredCsv } from '../state/objects.ts'
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

/** The CSV of a job that has one chunk, as it will be when someone asks for it. */
export function describeSmallJobCsv(jobId: string, { bytes }: EncodedChunk): StoredCsv {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { key: newJobCsvKey(jobId), size: bytes.length, sha256 }
}

export type PromisedJobCsv = { id: string; csv_key: string; validate_domain: boolean }

/**
 * Writes a CSV that was described before. Of several who do so at once one writes, and all write the same. Another version
 * of this service may write other columns than it had described: what is in the store is then what the job says of it.
 */
export async function writePromisedCsv(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'write'> },
  { id, csv_key, validate_domain }: PromisedJobCsv,
): Promise<void> {
  const written = await blobs.write(csv_key, jobCsv({ db }, id, validate_domain))
  const found = written.outcome === 'stored' ? sql`, ${csvColumns({ key: csv_key, ...written })}` : sql``
  await sql`UPDATE bulk_jobs SET csv_written = true${found} WHERE id = ${id}`.execute(db)
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
