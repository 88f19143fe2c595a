import type { Job, JobStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

/** The job resource (§2.4): a row of the view bulk_job_resources. */
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

export async function findJob(db: Db | Tx, accountId: string, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    SELECT * FROM bulk_job_resources WHERE id = ${jobId} AND account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** 404 for missing, foreign and removed alike, so ids cannot be probed. */
export function jobNotFound(): AppError {
  return new AppError('not_found', 'The job does not exist.')
}

export function jobExpired(): AppError {
  return new AppError('job_expired', 'The results expired 30 days after submission.')
}
