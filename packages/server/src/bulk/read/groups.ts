import type { GroupDetail, GroupList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { GROUP_WITH_COUNTS, type GroupRow, groupExpired, groupNotFound, toGroup } from '../state/group-row.ts'
import { JOB_COLUMNS, type JobRow, toJob } from '../state/job-row.ts'

/** §4.6, newest first. */
export async function listGroups({ db }: { db: Db }, userId: string, { page, take }: Paging): Promise<GroupList> {
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM bulk_groups WHERE user_id = ${userId}`.execute(db),
    sql<GroupRow>`
      ${GROUP_WITH_COUNTS} WHERE g.user_id = ${userId}
      ORDER BY g.created_at DESC, g.id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  return { items: listed.rows.map(toGroup), total: counted.rows[0]!.total, page, take }
}

type ChildRow = JobRow & { ordinal: number; row_offset: number }

/** §4.7. Group and children are read at the same moment, so that their sums agree. */
export async function readGroup(
  { db, baseUrl }: { db: Db; baseUrl: string },
  userId: string,
  groupId: string,
): Promise<GroupDetail> {
  const { group, children } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<GroupRow>`
        ${GROUP_WITH_COUNTS} WHERE g.id = ${groupId} AND g.user_id = ${userId}`.execute(tx)
      const children = await sql<ChildRow>`
        SELECT ${JOB_COLUMNS}, ordinal, row_offset FROM bulk_jobs
        WHERE group_id = ${groupId} AND user_id = ${userId} ORDER BY ordinal`.execute(tx)
      return { group: rows[0], children: children.rows }
    })
  if (!group) throw groupNotFound()
  if (group.status === 'expired') throw groupExpired()
  return {
    group: toGroup(group),
    jobs: children.map((child) => ({
      ...toJob(child),
      ordinal: child.ordinal,
      row_offset: child.row_offset,
      status_url: `${baseUrl}/emails/bulk/${child.id}`,
    })),
  }
}
