import { DOWNLOAD_LINK_MAX_MS, type Download } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { writeJobCsv } from '../export/job-csv.ts'
import { groupStates, jobStates } from '../state/edges.ts'
import { groupNotFound } from '../state/group-row.ts'
import { jobExpired, jobNotFound } from '../state/job-row.ts'

export type DownloadDeps = { db: Db; blobs: Pick<BlobStore, 'read' | 'write' | 'downloadLink'> }

type Downloadable = { csv_key: string | null; unfinished: boolean; expired: boolean; until: Date }
type DownloadableJob = Downloadable & { csv_written: boolean; validate_domain: boolean }

const NOT_READY_RETRY_SECONDS = 2

/** §4.5 for a job; a group's id is accepted too, because its CSV is asked for in the same way. */
export async function linkToCsv(deps: DownloadDeps, userId: string, id: string): Promise<Download> {
  const job = await findDownloadable<DownloadableJob>(deps.db, JOB, userId, id)
  const found = job ?? (await findDownloadable(deps.db, GROUP, userId, id))
  if (!found) throw jobNotFound()
  const link = await linkTo(deps, id, found)
  if (job?.csv_key && !job.csv_written) await writeJobCsv(deps, { ...job, id, csv_key: job.csv_key })
  return link
}

export async function linkToGroupCsv(deps: DownloadDeps, userId: string, id: string): Promise<Download> {
  const found = await findDownloadable(deps.db, GROUP, userId, id)
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

const JOB = { table: 'bulk_jobs', states: jobStates, more: sql`, csv_written, validate_domain` }
const GROUP = { table: 'bulk_groups', states: groupStates, more: sql`` }

/** The link ends with the hour or with the job, whichever comes first; by the database's clock. */
async function findDownloadable<Found = Downloadable>(
  db: Db,
  { table, states, more }: typeof JOB | typeof GROUP,
  userId: string,
  id: string,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    SELECT csv_key, ${states.isUnfinished()} AS unfinished, expires_at <= now() AS expired,
      least(expires_at, now() + make_interval(secs => ${DOWNLOAD_LINK_MAX_MS / 1000})) AS until ${more}
    FROM ${sql.table(table)} WHERE id = ${id} AND user_id = ${userId}`.execute(db)
  return rows[0]
}

function notReady({ unfinished }: Downloadable): AppError {
  return unfinished
    ? new AppError('csv_not_ready', 'The CSV is written when all rows have results.', {
        retryAfterSeconds: NOT_READY_RETRY_SECONDS,
      })
    : new AppError('csv_not_ready', 'The job failed and has no CSV; its committed results can be read page by page.')
}
