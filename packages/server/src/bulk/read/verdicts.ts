import type { Accepted } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { unpackResults } from '../format/results.ts'
import { readChunkResults } from '../state/chunks.ts'

/** So many rows are read, and looked up by the caller, in some milliseconds. */
const SLICE_ROWS = 500

/** The valid addresses of these submissions, a slice at a time. */
export async function* readVerdicts(
  db: Db,
  accountId: string,
  submissionIds: readonly string[],
): AsyncGenerator<Accepted[]> {
  const { rows: chunks } = await sql<{ id: string }>`
    SELECT chunk.id FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id AND chunk.account_id = job.account_id
    WHERE job.account_id = ${accountId} AND chunk.results IS NOT NULL
      AND (job.group_id = ANY(${submissionIds}::uuid[]) OR job.id = ANY(${submissionIds}::uuid[]))
    ORDER BY chunk.id`.execute(db)
  for (const { id } of chunks) {
    const rows = unpackResults(await readChunkResults(db, accountId, id))
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      const slice = Array.from({ length: Math.min(SLICE_ROWS, rows.length - from) }, (_, at) => rows.row(from + at))
      yield slice.flatMap(({ verdict }) => (verdict.ok ? [verdict] : []))
    }
  }
}
