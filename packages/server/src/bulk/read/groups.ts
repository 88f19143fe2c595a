import type { GroupDetail, GroupList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type GroupRow, groupExpired, groupNotFound, toGroup } from '../state/group-row.ts'
import { type JobRow, toJob } from '../state/job-row.ts'
import { countListed } from './totals.ts'

/** §4.6, newest first. */
export async function listGroups({ db }: { db: Db }, accountId: string, { page, take }: Paging): Promise<GroupList> {
  const [{ groups: total }, listed] = await Promise.all([
    countListed(db, accountId),
    sql<GroupRow>`
      SELECT * FROM bulk_group_resources WHERE account_id = ${accountId}
      ORDER BY created_at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  return { items: listed.rows.map(toGroup), total, page, take }
}

type ChildRow = JobRow & { ordinal: number; row_offset: number }
type GroupWithChildren = GroupRow & { children: (Omit<ChildRow, JobTime> & Record<JobTime, string>)[] }
type JobTime = 'created_at' | 'updated_at' | 'expires_at'

/** §4.7, which clients ask for again and again: one statement reads group and children at the same moment, so that their sums agree. */
export async function readGroup(
  { db, baseUrl }: { db: Db; baseUrl: string },
  accountId: string,
  groupId: string,
): Promise<GroupDetail> {
  const { rows } = await sql<GroupWithChildren>`
    SELECT *, coalesce((
      SELECT json_agg(child ORDER BY ordinal) FROM bulk_job_resources child
      WHERE group_id = found.id AND child.account_id = ${accountId}
    ), '[]') AS children
    FROM bulk_group_resources found WHERE id = ${groupId} AND account_id = ${accountId}`.execute(db)
  const [group] = rows
  if (!group) throw groupNotFound()
  if (group.status === 'expired') throw groupExpired()
  return {
    group: toGroup(group),
    jobs: group.children.map((child) => ({
      ...toJob({
        ...child,
        created_at: new Date(child.created_at),
        updated_at: new Date(child.updated_at),
        expires_at: new Date(child.expires_at),
      }),
      ordinal: child.ordinal,
      row_offset: child.row_offset,
      status_url: `${baseUrl}/emails/bulk/${child.id}`,
    })),
  }
}
