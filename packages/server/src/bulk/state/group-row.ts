import type { Group, GroupStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/http/problem.ts'

/** The row behind the group resource (§2.6). */
export type GroupRow = {
  id: string
  status: GroupStatus
  total: number
  success: number
  errors: number
  failure: string | null
  result_prefix: string | null
  download_ready: boolean
  created_at: Date
  updated_at: Date
  expires_at: Date
}

/** The counters are those of the children at this moment: there is no second copy that could disagree. */
export const GROUP_WITH_COUNTS = sql.raw(`
  SELECT g.id, g.user_id, CASE WHEN g.expires_at <= now() THEN 'expired' ELSE g.status END AS status, g.total,
    coalesce(children.success, 0) AS success, coalesce(children.errors, 0) AS errors, g.failure, g.result_prefix,
    g.csv_key IS NOT NULL AND g.expires_at > now() AS download_ready, g.created_at,
    greatest(g.updated_at, children.updated_at) AS updated_at, g.expires_at
  FROM bulk_groups g CROSS JOIN LATERAL (
    SELECT sum(success) AS success, sum(errors) AS errors, max(updated_at) AS updated_at
    FROM bulk_jobs WHERE group_id = g.id
  ) AS children`)

export function toGroup(row: GroupRow): Group {
  const processed = row.success + row.errors
  return {
    id: row.id,
    status: row.status,
    total: row.total,
    processed,
    success: row.success,
    errors: row.errors,
    unprocessed: row.total - processed,
    failure: row.failure,
    result_prefix: row.result_prefix,
    download_ready: row.download_ready,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** 404 for missing, foreign and removed alike, so ids cannot be probed. */
export function groupNotFound(): AppError {
  return new AppError('not_found', 'There is no such group.')
}

export function groupExpired(): AppError {
  return new AppError('job_expired', 'The results were kept for 30 days and have expired.')
}
