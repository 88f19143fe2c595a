import { JOB_RETENTION_MS, type Job, type JobStatus } from '@mailsift/contract'
import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/problem.ts'

type JobsTable = {
  id: string
  user_id: string
  status: Generated<JobStatus>
  validate_domain: boolean
  fingerprint: Buffer | null
  total: number
  success: Generated<number>
  errors: Generated<number>
  chunks_left: number
  failure: string | null
  csv_key: string | null
  csv_sha256: Buffer | null
  csv_bytes: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  expires_at: Date
  group_id: string | null
  ordinal: number | null
  row_offset: number | null
}

type ChunksTable = {
  id: string
  job_id: string
  first_index: number
  row_count: number
  inputs: Buffer | null
  results: Buffer | null
  record_ends: Buffer | null
  done_at: Date | null
}

declare module '../../platform/database.ts' {
  interface Tables {
    bulk_jobs: JobsTable
    bulk_chunks: ChunksTable
  }
}

/** What §2.4 shows, as the database has it. */
export type JobRow = {
  id: string
  status: JobStatus
  total: number
  success: number
  errors: number
  failure: string | null
  created_at: Date
  updated_at: Date
  expires_at: Date
}

/** A job is expired from the moment its time is up, not from the minute in which the sweep says so. */
export const JOB_COLUMNS = sql.raw(`
  id, CASE WHEN expires_at <= now() THEN 'expired' ELSE status END AS status, total, success, errors, failure,
  created_at, updated_at, expires_at`)

/** When a submission of this moment expires, by the database's clock. */
export const EXPIRES_AT = sql<Date>`now() + make_interval(secs => ${JOB_RETENTION_MS / 1000})`

/** Transactions commit in another order than they begin, and `updated_at` must not go back. */
export const TOUCHED = sql<Date>`greatest(updated_at, now())`

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    status: row.status,
    total: row.total,
    processed: row.success + row.errors,
    success: row.success,
    errors: row.errors,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    failure: row.failure,
  }
}

export async function findJob(db: Db | Tx, userId: string, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM bulk_jobs WHERE id = ${jobId} AND user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Missing, another user's, and removed are told apart by nobody. */
export function jobNotFound(): AppError {
  return new AppError('not_found', 'There is no such job.')
}

export function jobExpired(): AppError {
  return new AppError('job_expired', 'The results were kept for 30 days and have expired.')
}
