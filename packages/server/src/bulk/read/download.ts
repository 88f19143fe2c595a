import { DOWNLOAD_LINK_MAX_MS, type Download } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { writeJobCsv } from '../export/job-csv.ts'
import { groupNotFound } from '../state/group-row.ts'
import { jobExpired, jobNotFound } from '../state/job-row.ts'

export type DownloadDeps = { db: Db; blobs: Pick<BlobStore, 'read' | 'write' | 'downloadLink'> }

type Downloadable = { csv_key: string | null; unfinished: boolean; expired: boolean; until: Date }
type DownloadableJob = Downloadable & { csv_written: boolean; validate_domain: boolean }

const NOT_READY_RETRY_SECONDS = 2

/** §4.5 for a job; a group's id is accepted too, because its CSV is requested in the same way. */
export async function linkToCsv(deps: DownloadDeps, accountId: string, id: string): Promise<Download> {
  const job = await findJobCsv(deps.db, accountId, id)
  const found = job ?? (await findGroupCsv(deps.db, accountId, id))
  if (!found) throw jobNotFound()
  const link = await linkTo(deps, id, found)
  if (job?.csv_key && !job.csv_written)
    await writeJobCsv(deps, { ...job, id, account_id: accountId, csv_key: job.csv_key })
  return link
}

export async function linkToGroupCsv(deps: DownloadDeps, accountId: string, id: string): Promise<Download> {
  const found = await findGroupCsv(deps.db, accountId, id)
  if (!found) throw groupNotFound()
  return linkTo(deps, id, found)
}

async function linkTo({ blobs }: DownloadDeps, id: string, found: Downloadable): Promise<Download> {
  if (found.expired) throw jobExpired()
  if (!found.csv_key) throw notReady(found)
  const link = { fileName: `results-${id}.csv`, expiresAtMs: found.until.getTime() }
  const url = await blobs.downloadLink(found.csv_key, link)
  return { download_url: url, expires_at: found.until.toISOString() }
}

/** The link ends with the hour or with the job, whichever comes first; by the database's clock. */
async function findJobCsv(db: Db, accountId: string, id: string): Promise<DownloadableJob | undefined> {
  const { rows } = await sql<DownloadableJob>`
    SELECT csv_key, csv_written, validate_domain, status IN ('pending', 'processing') AS unfinished, expires_at <= now() AS expired,
      least(expires_at, now() + make_interval(secs => ${DOWNLOAD_LINK_MAX_MS / 1000})) AS until
    FROM bulk_jobs WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return rows[0]
}

async function findGroupCsv(db: Db, accountId: string, id: string): Promise<Downloadable | undefined> {
  const { rows } = await sql<Downloadable>`
    SELECT csv_key, status IN ('queued', 'parsing', 'processing', 'finalizing') AS unfinished, expires_at <= now() AS expired,
      least(expires_at, now() + make_interval(secs => ${DOWNLOAD_LINK_MAX_MS / 1000})) AS until
    FROM bulk_groups WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return rows[0]
}

function notReady({ unfinished }: Downloadable): AppError {
  return unfinished
    ? new AppError('csv_not_ready', 'The CSV is available when all rows have results.', {
        retryAfterSeconds: NOT_READY_RETRY_SECONDS,
      })
    : new AppError('csv_not_ready', 'The job failed and has no CSV. You can read its stored results page by page.')
}
