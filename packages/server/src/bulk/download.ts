import { DOWNLOAD_LINK_MAX_MS, type Download } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import { AppError } from '../platform/problem.ts'
import { jobExpired, jobNotFound } from './job-store.ts'

export type DownloadDeps = { db: Db; blobs: Pick<BlobStore, 'downloadLink'> }

type Downloadable = { csv_key: string | null; unfinished: boolean; expired: boolean; until: Date }

const NOT_READY_RETRY_SECONDS = 2

/** §4.5 for a job; a group's id is accepted too, because its CSV is asked for in the same way. */
export async function linkToCsv({ db, blobs }: DownloadDeps, userId: string, id: string): Promise<Download> {
  const found = await findDownloadable(db, userId, id)
  if (!found) throw jobNotFound()
  if (found.expired) throw jobExpired()
  if (!found.csv_key) throw notReady(found)
  const link = { fileName: `results-${id}.csv`, expiresAtMs: found.until.getTime() }
  const url = await blobs.downloadLink(found.csv_key, link)
  return { download_url: url, expires_at: found.until.toISOString() }
}

/** The link ends with the hour or with the job, whichever comes first; by the database's clock. */
async function findDownloadable(db: Db, userId: string, id: string): Promise<Downloadable | undefined> {
  const columns = sql`csv_key, expires_at <= now() AS expired,
    least(expires_at, now() + make_interval(secs => ${DOWNLOAD_LINK_MAX_MS / 1000})) AS until`
  const { rows } = await sql<Downloadable>`
    SELECT status IN ('pending', 'processing') AS unfinished, ${columns}
    FROM bulk_jobs WHERE id = ${id} AND user_id = ${userId}
    UNION ALL
    SELECT status IN ('queued', 'parsing', 'processing', 'finalizing'), ${columns}
    FROM bulk_groups WHERE id = ${id} AND user_id = ${userId}`.execute(db)
  return rows[0]
}

function notReady({ unfinished }: Downloadable): AppError {
  return unfinished
    ? new AppError('csv_not_ready', 'The CSV is written when all rows have results.', {
        retryAfterSeconds: NOT_READY_RETRY_SECONDS,
      })
    : new AppError('csv_not_ready', 'The job failed and has no CSV; its committed results can be read page by page.')
}
