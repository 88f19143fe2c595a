// The accounts of an installation, as its operators see them.
import type { OperatedAccount, OperatedAccountList, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import { isActive } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/ids.ts'

type Row = Omit<OperatedAccount, 'created_at'> & { created_at: Date }

const ACCOUNT = sql`
  accounts.id, accounts.name, o.email, accounts.created_at, s.plan, ${isActive} AS active,
  (SELECT count(*)::integer FROM members m WHERE m.account_id = accounts.id) AS members,
  coalesce((
    SELECT sum(units) FROM usage_daily
    WHERE usage_daily.account_id = accounts.id AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
  ), 0)::float8 AS credits_this_month,
  (SELECT max(day) FROM usage_daily WHERE usage_daily.account_id = accounts.id) AS last_used_on
  FROM accounts JOIN first_owners o ON o.account_id = accounts.id LEFT JOIN subscriptions s ON s.account_id = accounts.id`

/** Newest first. `search` is a part of the name or of the address of a member, or the id. */
export async function listAccounts(
  db: Db,
  { search = '', page, take }: Paging & { search?: string },
): Promise<OperatedAccountList> {
  const wanted = search.trim().toLowerCase().replaceAll('\0', '')
  const matches = sql`(
    ${wanted} = '' OR accounts.id = ${isUuid(wanted) ? wanted : null}::uuid OR position(${wanted} IN lower(accounts.name)) > 0
    OR EXISTS (
      SELECT FROM members m JOIN users p ON p.id = m.user_id
      WHERE m.account_id = accounts.id AND position(${wanted} IN p.email) > 0))`
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM accounts WHERE ${matches}`.execute(db),
    sql<Row>`
      SELECT ${ACCOUNT} WHERE ${matches}
      ORDER BY accounts.created_at DESC, accounts.id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  return { items: listed.rows.map(toAccount), total: counted.rows[0]!.total, page, take }
}

export async function findAccount(db: Db, accountId: string): Promise<OperatedAccount | undefined> {
  const { rows } = await sql<Row>`SELECT ${ACCOUNT} WHERE accounts.id = ${accountId}`.execute(db)
  return rows[0] && toAccount(rows[0])
}

function toAccount({ created_at, ...row }: Row): OperatedAccount {
  return { ...row, created_at: created_at.toISOString() }
}

export async function countUnfinishedOf(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ unfinished: number }>`
    SELECT unfinished FROM bulk_accounts WHERE account_id = ${accountId}`.execute(db)
  return rows[0]?.unfinished ?? 0
}
