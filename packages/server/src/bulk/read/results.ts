import type { Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { itemsJson, type StoredChunk } from '../export/rows.ts'
import { type JobRow, jobExpired, jobNotFound, toJob } from '../state/job-row.ts'

/** `rows_before`: how many committed rows come before the chunk. */
type ShownChunk = StoredChunk & { rows_before: number }
type Found = JobRow & (ShownChunk | { rows_before: null })

/**
 * §4.3 as JSON text: the job and one page of its committed rows in the order of their index. One statement reads both, so
 * that `total` and the items are of the same moment. A job has a handful of chunks; only those that the page shows are
 * read and unpacked, so every page costs the same.
 */
export async function readResults(
  { db }: { db: Db },
  accountId: string,
  jobId: string,
  { page, take }: Paging,
): Promise<string> {
  const from = (page - 1) * take
  const { rows } = await sql<Found>`
    WITH job AS (SELECT * FROM bulk_job_resources WHERE id = ${jobId} AND account_id = ${accountId})
    SELECT job.*, chunk.* FROM job LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT first_index, row_count, results,
          sum(row_count) OVER (ORDER BY first_index) - row_count AS rows_before
        FROM bulk_chunks WHERE job_id = job.id AND account_id = ${accountId} AND done_at IS NOT NULL
      ) AS committed
      WHERE job.status <> 'expired' AND rows_before < ${from + take} AND rows_before + row_count > ${from}
    ) AS chunk ON true
    ORDER BY chunk.first_index`.execute(db)
  const [row] = rows
  if (!row) throw jobNotFound()
  if (row.status === 'expired') throw jobExpired()
  const items: string[] = []
  for (const chunk of rows) {
    if (chunk.rows_before === null) break
    const first = Math.max(0, from - chunk.rows_before)
    const end = Math.min(chunk.row_count, from + take - chunk.rows_before)
    items.push(...itemsJson(chunk, first, end))
  }
  const job = toJob(row)
  return `{"job":${JSON.stringify(job)},"items":[${items.join()}],"total":${job.processed},"page":${page},"take":${take}}`
}
