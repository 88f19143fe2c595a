// All that a user has submitted, read a little at a time.
import type { Job } from '@mailsift/contract'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { itemsJson, waitingItemJson } from '../export/rows.ts'
import { unpackInputs } from '../format/inputs.ts'
import type { Submission } from '../retention/remove.ts'
import { type GroupRow, toGroup } from '../state/group-row.ts'
import { type JobRow, toJob } from '../state/job-row.ts'
import { uploadKey } from '../state/objects.ts'

const JOBS_PER_QUERY = 500
const NO_ID = '00000000-0000-0000-0000-000000000000'

export type StoredJob = Job & { group_id: string | null; ordinal: number | null; validate_domain: boolean }

/** Also the children of groups. */
export async function* jobsOfAccount(db: Db, accountId: string): AsyncGenerator<StoredJob> {
  for (let after = NO_ID; ; ) {
    const { rows } = await sql<JobRow & Omit<StoredJob, keyof Job>>`
      SELECT * FROM bulk_job_resources
      WHERE account_id = ${accountId} AND id > ${after} ORDER BY id LIMIT ${JOBS_PER_QUERY}`.execute(db)
    for (const row of rows) {
      const { group_id, ordinal, validate_domain } = row
      yield { ...toJob(row), group_id, ordinal, validate_domain }
    }
    if (rows.length < JOBS_PER_QUERY) return
    after = rows.at(-1)!.id
  }
}

/** The rows of a job as items of §2.5, as JSON texts; those that wait have neither a result nor an error. */
export async function* rowsOfJob(db: Db, jobId: string): AsyncGenerator<string> {
  const chunks = await db
    .selectFrom('bulk_chunks')
    .select('id')
    .where('job_id', '=', jobId)
    .orderBy('first_index')
    .execute()
  for (const { id } of chunks) {
    const chunk = await db
      .selectFrom('bulk_chunks')
      .select(['first_index', 'row_count', 'inputs', 'results'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (chunk?.results) yield* itemsJson({ ...chunk, results: chunk.results }, 0, chunk.row_count)
    else if (chunk?.inputs)
      for (const [at, { text }] of unpackInputs(chunk.inputs).entries())
        yield waitingItemJson(chunk.first_index + at, text)
  }
}

export async function groupsOfAccount(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<GroupRow & { upload_id: string; email_column: string }>`
    SELECT * FROM bulk_group_resources WHERE account_id = ${accountId} ORDER BY id`.execute(db)
  return rows.map((row) => ({
    ...toGroup(row),
    upload_id: row.upload_id,
    email_column: JSON.parse(row.email_column) as string,
  }))
}

/** Lists with their submissions, as their owner named and grouped them. */
export async function listsOfAccount(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<{ name: string | null; notes: string }>`
    SELECT id, name, notes, total, fingerprint, created_at, deleted_at, (
      SELECT coalesce(json_agg(json_build_object('submission_id', submission_id, 'round', round, 'part', part) ORDER BY round, part), '[]')
      FROM saved_list_parts part WHERE part.account_id = ${accountId} AND list_id = list.id) AS parts
    FROM saved_lists list WHERE account_id = ${accountId} ORDER BY id`.execute(db)
  return rows.map((row) => ({ ...row, name: row.name && JSON.parse(row.name), notes: JSON.parse(row.notes) as string }))
}

export type StoredUpload = {
  id: string
  filename: string
  size_bytes: number
  created_at: Date
  claimed_at: Date | null
  expires_at: Date
  removed_at: Date | null
}

export async function uploadsOfAccount(db: Db, accountId: string): Promise<StoredUpload[]> {
  const rows = await db
    .selectFrom('bulk_uploads')
    .select(['id', 'filename', 'size_bytes', 'created_at', 'claimed_at', 'expires_at', 'removed_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, filename: JSON.parse(row.filename) as string }))
}

/** Undefined when it has not been uploaded, or has been removed. */
export function readUploadedFile(blobs: Pick<BlobStore, 'read'>, uploadId: string) {
  return blobs.read(uploadKey(uploadId))
}

export async function keysOfAccount(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('bulk_keys')
    .select(['scope', 'key', 'resource_id', 'reserved_until'])
    .where('account_id', '=', accountId)
    .orderBy('scope')
    .orderBy('key')
    .execute()
}

/** Everything of a user that has objects or is being worked on. */
export async function submissionsOfAccount(db: Db, accountId: string): Promise<Submission[]> {
  const { rows } = await sql<Submission>`
    SELECT 'job' AS kind, id FROM bulk_jobs WHERE account_id = ${accountId}
    UNION ALL SELECT 'group', id FROM bulk_groups WHERE account_id = ${accountId}
    UNION ALL SELECT 'upload', id FROM bulk_uploads WHERE account_id = ${accountId}`.execute(db)
  return rows
}
