import type { AuditAction, AuditEvent, AuditTrail, InstallationAuditTrail, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'

type AuditRow = Omit<AuditEvent, 'at'> & { at: Date; account_id: string | null }

/** The columns of an event over `audit_events AS e`, with the address of the person who acted, if they still exist. */
const EVENT = sql`e.*, (SELECT p.email FROM users p WHERE p.id = e.user_id) AS person`

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

/**
 * The events after one that the caller has, oldest first. An event is written before its transaction commits, so the export ends
 * before the oldest transaction that is writing: nothing appears later behind an event that was already exported.
 */
export async function exportAudit(
  db: Db,
  accountId: string,
  { after, limit }: { after?: string; limit: number },
): Promise<AuditEvent[]> {
  // A separate statement, and the first: the next one sees everything that was committed by then.
  const complete = await sql<{ until: string }>`
    SELECT least(clock_timestamp() - interval '2 seconds', min(xact_start))::text AS until
    FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`.execute(db)
  if (after !== undefined && !(await hasEvent(db, accountId, after)))
    throw new AppError('not_found', 'The account has no event with this id. Events are kept for a year.')
  const { rows } = await sql<AuditRow>`
    SELECT ${EVENT} FROM audit_events e
    WHERE account_id = ${accountId} AND at < ${complete.rows[0]!.until}::timestamptz
      AND (${after ?? null}::uuid IS NULL
        OR (at, id) > (SELECT at, id FROM audit_events WHERE id = ${after ?? null}::uuid))
    ORDER BY at, id LIMIT ${limit}`.execute(db)
  return rows.map(toEvent)
}

async function hasEvent(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM audit_events WHERE id = ${id} AND account_id = ${accountId}`.execute(db)
  return rows.length > 0
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
      SELECT ${EVENT}, o.email FROM audit_events e LEFT JOIN first_owners o ON o.account_id = e.account_id
      ORDER BY e.at DESC, e.id DESC LIMIT ${take} OFFSET ${(page - 1) * take}`.execute(db),
  ])
  const items = listed.rows.map((row) => ({ event: toEvent(row), account_id: row.account_id, email: row.email }))
  return { items, total: counted.rows[0]!.total, page, take }
}

export type AuditFilter = { accountId?: string; action?: AuditAction; since?: Date; limit: number }

/** The events of all accounts, newest first; the address is the account's present one, if it still exists. */
export async function listAudit(db: Db, { accountId, action, since, limit }: AuditFilter): Promise<ListedEvent[]> {
  const { rows } = await sql<AuditRow & { email: string | null }>`
    SELECT ${EVENT}, o.email FROM audit_events e LEFT JOIN first_owners o ON o.account_id = e.account_id
    WHERE (${accountId ?? null}::uuid IS NULL OR e.account_id = ${accountId ?? null})
      AND (${action ?? null}::text IS NULL OR e.action = ${action ?? null})
      AND (${since ?? null}::timestamptz IS NULL OR e.at >= ${since ?? null})
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db)
  return rows.map((row) => ({ ...toEvent(row), account_id: row.account_id, email: row.email }))
}

function toEvent({ id, at, action, actor, person, subject_id, detail, network }: AuditRow): AuditEvent {
  return { id, at: at.toISOString(), action, actor, person, subject_id, detail, network }
}
