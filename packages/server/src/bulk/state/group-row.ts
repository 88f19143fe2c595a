import type { Group, GroupStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'

/** The group resource (§2.6): a row of the view bulk_group_resources. */
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

export async function findGroup(db: Db | Tx, accountId: string, groupId: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    SELECT * FROM bulk_group_resources WHERE id = ${groupId} AND account_id = ${accountId}`.execute(db)
  return rows[0]
}

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
  return new AppError('not_found', 'The group does not exist.')
}

export function groupExpired(): AppError {
  return new AppError('job_expired', 'The results expired 30 days after submission.')
}
