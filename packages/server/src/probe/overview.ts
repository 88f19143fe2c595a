// The operator's view of probes.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Check } from './self-test.ts'

export type AllowedAccount = { account_id: string; email: string | null; allowed_at: Date }

export async function listAllowed(db: Db): Promise<AllowedAccount[]> {
  const { rows } = await sql<AllowedAccount>`
    SELECT allowed.account_id, owner.email, allowed.allowed_at
    FROM probe_accounts allowed LEFT JOIN first_owners owner ON owner.account_id = allowed.account_id
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

export type ProbeStatus = {
  /** The last self-test of each identity: HELO name, sender and address. */
  self_tests: { identity: string; tested_at: Date; problems: Pick<Check, 'name' | 'message'>[] }[]
  pending: number
  /** Mail hosts and providers that refused this service, and are left alone until then. */
  refusing: { host: string; until: Date }[]
}

export async function readProbeStatus(db: Db): Promise<ProbeStatus> {
  const { rows: self_tests } = await sql<ProbeStatus['self_tests'][number]>`
    SELECT identity, tested_at, problems FROM probe_self_tests ORDER BY tested_at DESC`.execute(db)
  const { rows: pending } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM probes WHERE ended_at IS NULL`.execute(db)
  const { rows: refusing } = await sql<ProbeStatus['refusing'][number]>`
    SELECT substring(host FROM position(':' IN host) + 1) AS host, max(paused_until) AS until FROM host_limits
    WHERE host ~ '^smtp(-provider)?:' AND paused_until > now() + interval '1 minute'
    GROUP BY 1 ORDER BY until DESC, host`.execute(db)
  return { self_tests, pending: pending[0]!.count, refusing }
}
