import type { Paging, Submission, SubmissionList } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { GROUP_WITH_COUNTS, type GroupRow, toGroup } from '../state/group-row.ts'
import { JOB_COLUMNS, type JobRow, toJob } from '../state/job-row.ts'
import { countListed } from './totals.ts'

type Kind = Submission['kind']
type GroupDetails = GroupRow & { filename: string; email_column: string; validate_domain: boolean }
type JobDetails = JobRow & { validate_domain: boolean; download_ready: boolean }

export async function listSubmissions(
  { db }: { db: Db },
  userId: string,
  { page, take }: Paging,
): Promise<SubmissionList> {
  // Each table gives as many as the page could need of it, by its own index.
  const newest = sql.raw(`ORDER BY created_at DESC, id DESC LIMIT ${page * take}`)
  const [{ jobs, groups }, listed] = await Promise.all([
    countListed(db, userId),
    sql<{ kind: Kind; id: string }>`
      SELECT kind, id FROM (
        (SELECT 'group' AS kind, id, created_at FROM bulk_groups WHERE user_id = ${userId} ${newest})
        UNION ALL
        (SELECT 'job', id, created_at FROM bulk_jobs WHERE user_id = ${userId} AND group_id IS NULL ${newest})
      ) AS submissions ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  const ids = (kind: Kind) => listed.rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const found = await Promise.all([
    groupsWhere(db, sql`g.id = ANY(${ids('group')})`),
    jobsWhere(db, sql`id = ANY(${ids('job')})`),
  ])
  const byId = new Map(found.flat().map((submission) => [submission.id, submission]))
  // One that was removed between the two questions is left out.
  const items = listed.rows.flatMap(({ id }) => byId.get(id) ?? [])
  return { items, total: jobs + groups, page, take }
}

export async function readSubmission({ db }: { db: Db }, userId: string, id: string): Promise<Submission> {
  const [group] = await groupsWhere(db, sql`g.id = ${id} AND g.user_id = ${userId}`)
  const [job] = group ? [] : await jobsWhere(db, sql`id = ${id} AND user_id = ${userId} AND group_id IS NULL`)
  const found = group ?? job
  if (!found) throw new AppError('not_found', 'There is no such submission.')
  return found
}

async function groupsWhere(db: Db, condition: RawBuilder<unknown>): Promise<Submission[]> {
  const { rows } = await sql<GroupDetails>`
    SELECT counted.*, u.filename, d.email_column, d.validate_domain
    FROM (${GROUP_WITH_COUNTS} WHERE ${condition}) AS counted
    JOIN bulk_groups d ON d.id = counted.id JOIN bulk_uploads u ON u.id = d.upload_id`.execute(db)
  return rows.map((row) => {
    const { unprocessed: _unprocessed, result_prefix: _prefix, updated_at: _at, ...group } = toGroup(row)
    // Both columns hold JSON: PostgreSQL's text cannot store U+0000 and lone surrogates.
    const [filename, email_column] = [JSON.parse(row.filename), JSON.parse(row.email_column)] as [string, string]
    return { kind: 'group', ...group, filename, email_column, validate_domain: row.validate_domain }
  })
}

async function jobsWhere(db: Db, condition: RawBuilder<unknown>): Promise<Submission[]> {
  const { rows } = await sql<JobDetails>`
    SELECT ${JOB_COLUMNS}, validate_domain, csv_key IS NOT NULL AND expires_at > now() AS download_ready
    FROM bulk_jobs WHERE ${condition}`.execute(db)
  return rows.map((row) => {
    const { updated_at: _at, ...job } = toJob(row)
    const { validate_domain, download_ready } = row
    return { kind: 'job', ...job, filename: null, email_column: null, validate_domain, download_ready }
  })
}
