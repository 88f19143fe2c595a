import {
  JOB_RETENTION_MS,
  type ListDetail,
  type ListPart,
  type ListStatus,
  type Paging,
  type SubmittedList,
  type SubmittedLists,
} from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { readSubmissions } from './submissions.ts'
import { countListed } from './totals.ts'

type ListRow = {
  id: string
  name: string | null
  notes: string
  parts: number
  total: number
  fingerprint: string | null
  created_at: Date
  deleted_at: Date | null
  stopped_at: Date | null
}
type PartRow = { list_id: string; submission_id: string; round: number; part: number; parts: number }

const ENDS: readonly ListStatus[] = ['completed', 'partial', 'failed', 'expired']

/** Newest first. A submission without a list is one of its own. */
export async function listLists(
  { db }: { db: Db },
  accountId: string,
  { page, take }: Paging,
): Promise<SubmittedLists> {
  const [total, listed] = await Promise.all([
    countLists(db, accountId),
    // Each table gives as many as the page could need of it, by its own index.
    sql<{ id: string }>`
      SELECT id FROM (
        (SELECT id, created_at FROM saved_lists WHERE account_id = ${accountId}
          ORDER BY created_at DESC, id DESC LIMIT ${page * take})
        UNION ALL
        (SELECT id, created_at FROM bulk_groups g WHERE account_id = ${accountId} AND NOT EXISTS (
            SELECT FROM saved_list_parts part WHERE part.account_id = ${accountId} AND submission_id = g.id)
          ORDER BY created_at DESC, id DESC LIMIT ${page * take})
        UNION ALL
        (SELECT id, created_at FROM bulk_jobs job WHERE account_id = ${accountId} AND group_id IS NULL AND NOT EXISTS (
            SELECT FROM saved_list_parts part WHERE part.account_id = ${accountId} AND submission_id = job.id)
          ORDER BY created_at DESC, id DESC LIMIT ${page * take})
      ) AS lists ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  const found = await readLists(
    db,
    accountId,
    listed.rows.map(({ id }) => id),
  )
  return { items: found.map(({ list }) => list), total, page, take }
}

export async function readList({ db }: { db: Db }, accountId: string, id: string): Promise<ListDetail> {
  const [found] = await readLists(db, accountId, [id])
  if (!found) throw new AppError('not_found', 'The list does not exist.')
  return { ...found.list, previous: await findPrevious(db, accountId, found.row) }
}

async function countLists(db: Db, accountId: string): Promise<number> {
  const { jobs, groups } = await countListed(db, accountId)
  const { rows } = await sql<{ lists: number; parts: number }>`
    SELECT (SELECT count(*) FROM saved_lists WHERE account_id = ${accountId})::int AS lists,
      (SELECT count(*) FROM saved_list_parts WHERE account_id = ${accountId})::int AS parts`.execute(db)
  return jobs + groups + rows[0]!.lists - rows[0]!.parts
}

type Found = { list: SubmittedList; row: ListRow | undefined }

/** In the order of the ids; one that was removed since then is left out. */
async function readLists(db: Db, accountId: string, ids: readonly string[]): Promise<Found[]> {
  const { rows: lists } = await sql<ListRow>`
    SELECT id, name, notes, parts, total, fingerprint, created_at, deleted_at, stopped_at FROM saved_lists
    WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`.execute(db)
  const { rows: parts } = await sql<PartRow>`
    SELECT list_id, submission_id, round, part, parts FROM saved_list_parts
    WHERE account_id = ${accountId} AND list_id = ANY(${ids}::uuid[]) ORDER BY round, part`.execute(db)
  const known = new Set(lists.map(({ id }) => id))
  const alone = ids.filter((id) => !known.has(id))
  const submissions = new Map(
    (await readSubmissions(db, accountId, [...alone, ...parts.map(({ submission_id }) => submission_id)])).map(
      (each) => [each.id, each],
    ),
  )
  return ids.flatMap((id): Found[] => {
    const row = lists.find((list) => list.id === id)
    const own: PartRow[] = row
      ? parts.filter(({ list_id }) => list_id === id)
      : [{ list_id: id, submission_id: id, round: 0, part: 1, parts: 1 }]
    const found = own.flatMap(({ submission_id, round, part, parts: of }): ListPart[] => {
      const submission = submissions.get(submission_id)
      return submission ? [{ round, part, parts: of, submission }] : []
    })
    return row || found.length > 0 ? [{ list: toList(id, row, found), row }] : []
  })
}

function toList(id: string, row: ListRow | undefined, parts: ListPart[]): SubmittedList {
  const own = parts.filter(({ round }) => round === 0).map(({ submission }) => submission)
  const sum = (field: 'total' | 'processed' | 'success' | 'errors') =>
    own.reduce((total, submission) => total + submission[field], 0)
  const [first] = own
  const createdAt = row?.created_at.toISOString() ?? first!.created_at
  const status = statusOf(own, row?.stopped_at ? own.length : (row?.parts ?? 1), createdAt)
  const chosen = row?.name ? (JSON.parse(row.name) as string) : null
  const complete = own.filter((submission) => submission.status !== 'failed')
  return {
    id,
    name: chosen ?? first?.filename ?? null,
    notes: row ? (JSON.parse(row.notes) as string) : '',
    validate_domain: first?.validate_domain ?? false,
    status,
    total: ENDS.includes(status) ? sum('total') : Math.max(row?.total ?? 0, sum('total')),
    processed: sum('processed'),
    success: sum('success'),
    errors: sum('errors'),
    failure: own.find(({ failure }) => failure !== null)?.failure ?? null,
    download_ready: ENDS.includes(status) && complete.length > 0 && complete.every((each) => each.download_ready),
    parts: row?.parts ?? 1,
    submissions: parts,
    stopped: row?.stopped_at != null,
    deleting: row?.deleted_at != null,
    created_at: createdAt,
    expires_at: own.map(({ expires_at }) => expires_at).sort()[0] ?? retainedUntil(createdAt),
  }
}

const retainedUntil = (createdAt: string) => new Date(Date.parse(createdAt) + JOB_RETENTION_MS).toISOString()

/** The status of all parts together; a part that is missing was not submitted yet, or is removed already. */
function statusOf(own: readonly ListPart['submission'][], parts: number, createdAt: string): ListStatus {
  const statuses = new Set(own.map(({ status }) => status))
  if (statuses.has('expired') || Date.parse(retainedUntil(createdAt)) <= Date.now()) return 'expired'
  if (own.length < parts) return 'uploading'
  const [only] = statuses
  if (only === undefined) return 'failed'
  if (statuses.size === 1) return only
  if ([...statuses].every((status) => ENDS.includes(status))) return 'partial'
  return statuses.has('finalizing') && ![...statuses].some((status) => RUNS_BEFORE.has(status))
    ? 'finalizing'
    : 'processing'
}

const RUNS_BEFORE = new Set<ListStatus>(['pending', 'queued', 'parsing', 'processing'])

/** The last earlier list of the same file that still has results. */
async function findPrevious(db: Db, accountId: string, row: ListRow | undefined): Promise<ListDetail['previous']> {
  if (!row?.fingerprint) return null
  const { rows } = await sql<{ id: string; created_at: Date }>`
    SELECT id, created_at FROM saved_lists list
    WHERE account_id = ${accountId} AND fingerprint = ${row.fingerprint} AND (created_at, id) < (${row.created_at}, ${row.id}::uuid)
      AND deleted_at IS NULL AND created_at > now() - make_interval(secs => ${JOB_RETENTION_MS / 1000})
      AND EXISTS (SELECT FROM saved_list_parts part WHERE part.account_id = ${accountId} AND part.list_id = list.id)
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0] ? { id: rows[0].id, created_at: rows[0].created_at.toISOString() } : null
}
