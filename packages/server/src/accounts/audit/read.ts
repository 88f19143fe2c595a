import type { AuditAction, AuditEvent, AuditTrail, InstallationAuditTrail, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type AuditRow = Omit<AuditEvent, 'at'> & { at: Date; account_id: string | null }

/** The columns of an event over `audit_events AS e`, with the address of the person who acted, if they still exist. */
const EVENT = sql`e.*, (SELECT p.email FROM people p WHERE p.id = e.person_id) AS person`

export type ListedEvent = AuditEvent & { account_id: string | null; email: string | null }

/** One account's own trail, newest first. */
export async function auditOfAccount(db: Db, accountId: string, { page, take }: Paging): Promise<AuditTrail> {
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM audit_events WHERE account_id = ${accountId}`.execute(db),
    sql<AuditRow>`SELECT ${EVENT} FROM audit_events e WHERE account_id = ${accountId}
      ORDER BY at DESC, id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  return { items: listed.rows.map(toEvent), total: counted.rows[0]!.total, page, take }
}

export async function allAuditOfAccount(db: Db, accountId: string): Promise<AuditEvent[]> {
  const { rows } = await sql<AuditRow>`
    SELECT ${EVENT} FROM audit_events e WHERE account_id = ${accountId} ORDER BY at DESC, id DESC`.execute(db)
  return rows.map(toEvent)
}

/** The events of all accounts, newest first. */
export async function auditOfInstallation(db: Db, { page, take }: Paging): Promise<InstallationAuditTrail> {
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`SELECT count(*) AS total FROM audit_events`.execute(db),
    sql<AuditRow & { email: string | null }>`
      SELECT ${EVENT}, o.email FROM audit_events e LEFT JOIN first_owners o ON o.user_id = e.account_id
      ORDER BY e.at DESC, e.id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  const items = listed.rows.map((row) => ({ event: toEvent(row), account_id: row.account_id, email: row.email }))
  return { items, total: counted.rows[0]!.total, page, take }
}

export type AuditFilter = { accountId?: string; action?: AuditAction; since?: Date; limit: number }

/** The events of all accounts, newest first; the address is the account's present one, if it still exists. */
export async function listAudit(db: Db, { accountId, action, since, limit }: AuditFilter): Promise<ListedEvent[]> {
  const { rows } = await sql<AuditRow & { email: string | null }>`
    SELECT ${EVENT}, o.email FROM audit_events e LEFT JOIN first_owners o ON o.user_id = e.account_id
    WHERE (${accountId ?? null}::uuid IS NULL OR e.account_id = ${accountId ?? null})
      AND (${action ?? null}::text IS NULL OR e.action = ${action ?? null})
      AND (${since ?? null}::timestamptz IS NULL OR e.at >= ${since ?? null})
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db)
  return rows.map((row) => ({ ...toEvent(row), account_id: row.account_id, email: row.email }))
}

function toEvent({ id, at, action, actor, person, subject_id, detail, network }: AuditRow): AuditEvent {
  return { id, at: at.toISOString(), action, actor, person, subject_id, detail, network }
}
