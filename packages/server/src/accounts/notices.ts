// The door for mails to the people of an account.
import { CONSOLE_PATHS } from '@mailsift/contract'
import { sql } from 'kysely'
import { type Mail, nameInMail } from '../mail/mail.ts'
import type { Tx } from '../platform/database/database.ts'

export type QuotaUse = {
  /** 80 for the warning, 100 when nothing is left: each is sent once a period. */
  percent: number
  used: number
  limit: number
  periodEnd: Date
}

/** Warns the owners and admins of the account, each once for each period and percentage. */
export async function warnOfQuota(tx: Tx, mail: Mail, accountId: string, use: QuotaUse): Promise<void> {
  if (!mail.isConfigured) return
  const { rows } = await sql<{ email: string; user_id: string; account: string }>`
    SELECT p.email, p.id AS user_id, coalesce(accounts.name, o.email) AS account
    FROM members m JOIN users p ON p.id = m.user_id JOIN accounts ON accounts.id = m.account_id
    LEFT JOIN first_owners o ON o.account_id = m.account_id
    WHERE m.account_id = ${accountId} AND m.role IN ('owner', 'admin')`.execute(tx)
  const period = use.periodEnd.toISOString().slice(0, 10)
  for (const { email, user_id, account } of rows)
    await mail.queue(tx, {
      key: `quota ${accountId} ${period} ${use.percent} ${user_id}`,
      to: email,
      template: 'quota_warning',
      values: { ...use, account: nameInMail(account, 'Your account'), link: mail.origin + CONSOLE_PATHS.usage },
      until: use.periodEnd,
    })
}

export type CompletedList = { id: string; accountId: string; filename: string; rows: number; createdAt: Date }

/** People wait for a shorter one at their screen. */
const LONG_LIST_MS = 5 * 60_000
/** Old news is none. */
const NOTICE_LIFE_MS = 24 * 60 * 60_000

/** Tells the members who asked for it that a list is done, if it took long. */
export async function noticeCompletedList(tx: Tx, mail: Mail, list: CompletedList): Promise<void> {
  const now = Date.now()
  if (!mail.isConfigured || now - list.createdAt.getTime() < LONG_LIST_MS) return
  const { rows } = await sql<{ email: string; user_id: string }>`
    SELECT p.email, p.id AS user_id FROM members m JOIN users p ON p.id = m.user_id
    WHERE m.account_id = ${list.accountId} AND p.notify_list_completed`.execute(tx)
  const link = mail.origin + CONSOLE_PATHS.group.replace(':groupId', list.id)
  for (const { email, user_id } of rows)
    await mail.queue(tx, {
      key: `list completed ${list.id} ${user_id}`,
      to: email,
      template: 'list_completed',
      values: { list: list.filename, rows: list.rows, link },
      until: new Date(now + NOTICE_LIFE_MS),
    })
}
