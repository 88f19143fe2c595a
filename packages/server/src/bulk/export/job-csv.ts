import { createHash } from 'node:crypto'
import { answerColumns } from '@mailsift/csv/columns'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { inSlices } from '../../platform/slices.ts'
import { readChunkResults } from '../state/chunks.ts'
import type { Owned } from '../state/owners.ts'
import { type ChunkEncoder, createChunkEncoder, encodeSlices } from './rows.ts'

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

export type UnwrittenJobCsv = Owned & { csv_key: string; validate_domain: boolean }

/**
 * Writes the CSV of a completed job (§4.5). Of several who do so at once one writes. Those who find it there, because of that
 * or because a process died before it could say so, read what it is: another version of this service may have written it.
 */
export async function writeJobCsv(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'read' | 'write'> },
  job: UnwrittenJobCsv,
): Promise<void> {
  const { csv_key } = job
  const written = await blobs.write(csv_key, jobCsv({ db }, job, job.validate_domain))
  const csv = written.outcome === 'stored' ? written : await readFacts(blobs, csv_key)
  await sql`
    UPDATE bulk_jobs SET csv_written = true, csv_key = ${csv_key}, csv_sha256 = decode(${csv.sha256}, 'hex'), csv_bytes = ${csv.size}
    WHERE id = ${job.id} AND account_id = ${job.account_id}`.execute(db)
}

async function readFacts(blobs: Pick<BlobStore, 'read'>, key: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of (await blobs.read(key)) ?? []) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * Some rows at a time, so that memory does not grow with the job. However many are requested at once, one is encoded at a
 * time, and whatever else has come is served in between.
 */
export async function* jobCsv({ db }: { db: Db }, job: Owned, validateDomain: boolean): AsyncGenerator<Buffer, void> {
  const encode = createJobEncoder(validateDomain)
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select(['id', 'first_index'])
    .where('job_id', '=', job.id)
    .where('account_id', '=', job.account_id)
    .where('done_at', 'is not', null)
    .orderBy('first_index')
    .execute()
  for (const { id, first_index } of chunks) {
    const slices = encodeSlices(encode, first_index, await readChunkResults(db, job.account_id, id))
    for (;;) {
      const slice = await inSlices(() => one(slices))
      if (slice.done) break
      yield slice.value.bytes
    }
  }
}

// biome-ignore lint/correctness/useYield: it is one step.
function* one<Value>(steps: Iterator<Value>): Generator<void, IteratorResult<Value>> {
  return steps.next()
}
