// The operator's view of probes.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export type AllowedAccount = { account_id: string; email: string | null; allowed_at: Date }

export async function listAllowed(db: Db): Promise<AllowedAccount[]> {
  const { rows } = await sql<AllowedAccount>`
    SELECT allowed.account_id, owner.email, allowed.allowed_at
    FROM probe_accounts allowed LEFT JOIN first_owners owner ON owner.user_id = allowed.account_id
    ORDER BY allowed.allowed_at`.execute(db)
  return rows
}

export type LoggedConversation = {
  started_at: Date
  account_id: string
  domain: string
  mail_host: string
  outcome: string | null
  reply_code: number | null
  status_code: string | null
}

/** The newest first. */
export async function listLog(db: Db, accountId: string | undefined, count: number): Promise<LoggedConversation[]> {
  const { rows } = await sql<LoggedConversation>`
    SELECT started_at, account_id, domain, mail_host, outcome, reply_code, status_code FROM probe_log
    WHERE ${accountId ?? null}::uuid IS NULL OR account_id = ${accountId ?? null}::uuid
    ORDER BY started_at DESC LIMIT ${count}`.execute(db)
  return rows
}
