// The door of the audit trail. Changes of accounts, passwords, tokens and subscriptions note themselves by triggers
// (functions audit_* of the database); what leaves no row behind is noted here. Nothing that a person typed is ever written to it.
import { isIP } from 'node:net'
import type { AuditAction, AuditActor } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { clientNetworkOf } from '../platform/network.ts'

export { auditOfInstallation, listAudit } from './read.ts'

export type Noted = {
  action: AuditAction
  actor: AuditActor
  accountId: string | null
  subjectId?: string
  detail?: string
  ip?: string
  /** The person who did it. */
  userId?: string
}

export async function note(
  db: Db | Tx,
  { action, actor, accountId, subjectId, detail, ip, userId }: Noted,
): Promise<void> {
  await sql`
    INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network, user_id)
    VALUES (${accountId}, ${action}, ${actor}, ${subjectId ?? null}, ${detail ?? null}, ${networkFrom(ip)}, ${userId ?? null})`.execute(
    db,
  )
}

/** The fields of an event that a request causes: the account, and the person or none for an API token. */
export function actorOf({ ip, caller }: Origin & { caller: { accountId: string } | null }) {
  if (!caller) throw new Error('A public route has no account to note an event for')
  const { accountId, member } = caller
  return { actor: 'account' as const, accountId, ip, ...(member && { userId: member.userId }) }
}

/** Who makes a change: a request has both. The person is not known before they have signed in. */
type Origin = { ip: string; caller: { member: { userId: string } | null } | null }

/** A transaction whose changes the audit trail attributes to the account, the person and the address of the request. */
export function asAccount<T>(db: Db, { ip, caller }: Origin, change: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT set_config('mailsift.actor', 'account', true),
      set_config('mailsift.network', ${networkFrom(ip) ?? ''}, true),
      set_config('mailsift.user', ${caller?.member?.userId ?? ''}, true)`.execute(tx)
    return change(tx)
  })
}

/** Listed attempts a minute on accounts that do not exist: strangers must not fill the disk. */
const UNKNOWN_PER_MINUTE = 20

/** One statement, whether or not the account exists, so that the time reveals nothing. */
export async function noteFailedSignIn(
  db: Db,
  { email, detail, ip }: { email: string; detail: string; ip: string },
): Promise<void> {
  // PostgreSQL's text holds no NUL, and no account has one.
  const address = email.trim().toLowerCase().replaceAll('\0', ' ')
  await sql`
    INSERT INTO audit_events (account_id, action, actor, subject_id, detail, network)
    SELECT m.account_id, 'sign_in_failed', 'account', users.id, ${detail}, ${networkFrom(ip)}::inet
    FROM (SELECT ${address}::text AS email) AS tried LEFT JOIN users USING (email) LEFT JOIN members m ON m.user_id = users.id
    WHERE users.id IS NOT NULL OR ${UNKNOWN_PER_MINUTE} > (
      SELECT count(*) FROM audit_events
      WHERE account_id IS NULL AND action = 'sign_in_failed' AND at > now() - interval '1 minute')`.execute(db)
}

/** A proxy may report something that is no address. */
function networkFrom(ip: string | undefined): string | null {
  return ip !== undefined && isIP(ip) > 0 ? clientNetworkOf(ip) : null
}
