import type { Db } from '../../platform/database/database.ts'

/** One task, one compressed row, one transaction: large enough that their cost is small beside the rows. */
export const CHUNK_ROWS = 1_000
/** A file whose domains are not looked up: so many rows are judged in a twentieth of a second, and more of them share the cost. */
export const PLAIN_FILE_CHUNK_ROWS = 5_000

export type NewChunk = { id: string; first_index: number; row_count: number; inputs: Buffer }

/** The packed results of a chunk that is done. */
export async function readChunkResults(db: Db, chunkId: string): Promise<Buffer> {
  const { results } = await db
    .selectFrom('bulk_chunks')
    .select('results')
    .where('id', '=', chunkId)
    .executeTakeFirstOrThrow()
  return results!
}

export async function chunkIdsOf(db: Db, jobId: string): Promise<string[]> {
  const chunks = await db.selectFrom('bulk_chunks').select('id').where('job_id', '=', jobId).execute()
  return chunks.map(({ id }) => id)
}
