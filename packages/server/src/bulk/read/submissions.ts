import type { Paging, Submission, SubmissionList } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { type GroupRow, toGroup } from '../state/group-row.ts'
import { type JobRow, toJob } from '../state/job-row.ts'
import { countListed } from './totals.ts'

type GroupDetails = GroupRow & { filename: string; email_column: string; validate_domain: boolean }
type JobDetails = JobRow & { validate_domain: boolean; download_ready: boolean }

export async function listSubmissions(
  { db }: { db: Db },
  accountId: string,
  { page, take }: Paging,
): Promise<SubmissionList> {
  // Each table gives as many as the page could need of it, by its own index.
  const [{ jobs, groups }, listed] = await Promise.all([
    countListed(db, accountId),
    sql<{ id: string }>`
      SELECT id FROM (
        (SELECT id, created_at FROM bulk_groups WHERE account_id = ${accountId}
          ORDER BY created_at DESC, id DESC LIMIT ${page * take})
        UNION ALL
        (SELECT id, created_at FROM bulk_jobs WHERE account_id = ${accountId} AND group_id IS NULL
          ORDER BY created_at DESC, id DESC LIMIT ${page * take})
      ) AS submissions ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  const found = await readSubmissions(
    db,
    accountId,
    listed.rows.map(({ id }) => id),
  )
  const byId = new Map(found.map((submission) => [submission.id, submission]))
  // One that was removed between the two statements is left out.
  const items = listed.rows.flatMap(({ id }) => byId.get(id) ?? [])
  return { items, total: jobs + groups, page, take }
}

export async function readSubmission({ db }: { db: Db }, accountId: string, id: string): Promise<Submission> {
  const [found] = await readSubmissions(db, accountId, [id])
  if (!found) throw new AppError('not_found', 'The submission does not exist.')
  return found
}

/** Those of these ids that there are, in any order. */
export async function readSubmissions(db: Db, accountId: string, ids: readonly string[]): Promise<Submission[]> {
  return (await Promise.all([readGroups(db, accountId, ids), readJobs(db, accountId, ids)])).flat()
}

async function readGroups(db: Db, accountId: string, ids: readonly string[]): Promise<Submission[]> {
  const { rows } = await sql<GroupDetails>`
    SELECT g.*, filename FROM bulk_group_resources g JOIN bulk_uploads upload ON upload.id = upload_id AND upload.account_id = g.account_id
    WHERE g.id = ANY(${ids}::uuid[]) AND g.account_id = ${accountId}`.execute(db)
  return rows.map((row) => {
    const { unprocessed: _unprocessed, result_prefix: _prefix, updated_at: _at, ...group } = toGroup(row)
    // Both columns hold JSON: PostgreSQL's text cannot store U+0000 and lone surrogates.
    const [filename, email_column] = [JSON.parse(row.filename), JSON.parse(row.email_column)] as [string, string]
    return { kind: 'group', ...group, filename, email_column, validate_domain: row.validate_domain }
  })
}

async function readJobs(db: Db, accountId: string, ids: readonly string[]): Promise<Submission[]> {
  const { rows } = await sql<JobDetails>`
    SELECT * FROM bulk_job_resources
    WHERE id = ANY(${ids}::uuid[]) AND account_id = ${accountId} AND group_id IS NULL`.execute(db)
  return rows.map((row) => {
    const { updated_at: _at, ...job } = toJob(row)
    const { validate_domain, download_ready } = row
    return { kind: 'job', ...job, filename: null, email_column: null, validate_domain, download_ready }
  })
}
