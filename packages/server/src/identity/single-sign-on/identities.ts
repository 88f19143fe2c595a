// Identities: which subject of which issuer signs in as which person.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import type { ProvedIdentity } from './provider.ts'

type Key = Pick<ProvedIdentity, 'issuer' | 'subject'>

export async function findIdentity(
  db: Db | Tx,
  { issuer, subject }: Key,
): Promise<{ id: string; userId: string } | undefined> {
  const { rows } = await sql<{ id: string; userId: string }>`
    SELECT id, user_id AS "userId" FROM identities
    WHERE issuer = ${issuer} AND subject_sha256 = ${hashSecret(subject)}`.execute(db)
  return rows[0]
}

/** Linking it twice to the same person changes nothing. */
export async function linkIdentity(
  tx: Tx,
  { userId, provider, issuer, subject }: Key & { userId: string; provider: string },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO identities (id, user_id, provider, issuer, subject_sha256)
    VALUES (${uuidv7()}, ${userId}, ${provider}, ${issuer}, ${hashSecret(subject)})
    ON CONFLICT (issuer, subject_sha256) DO NOTHING RETURNING id`.execute(tx)
  if (rows[0]) return { id: rows[0].id, isNew: true }
  const present = await findIdentity(tx, { issuer, subject })
  if (present?.userId !== userId) throw new AppError('identity_taken', 'Another person signs in with this identity.')
  return { id: present.id, isNew: false }
}

export type StoredIdentity = { id: string; provider: string; created_at: Date; last_used_at: Date | null }

export async function listIdentities(db: Db, userId: string): Promise<StoredIdentity[]> {
  const { rows } = await sql<StoredIdentity>`
    SELECT id, provider, created_at, last_used_at FROM identities
    WHERE user_id = ${userId} ORDER BY created_at, id`.execute(db)
  return rows
}

/** Ends the sessions that began with it: who may not sign in by it must not stay signed in by it. */
export async function unlinkIdentity(
  tx: Tx,
  { userId, identityId, exceptSession }: { userId: string; identityId: string; exceptSession: string },
): Promise<boolean> {
  await sql`
    DELETE FROM sessions s USING session_identities si, identities i
    WHERE si.session_id = s.id AND i.id = si.identity_id AND i.id = ${identityId} AND i.user_id = ${userId}
      AND s.id <> ${exceptSession}`.execute(tx)
  const { rows } = await sql`
    DELETE FROM identities WHERE id = ${identityId} AND user_id = ${userId} RETURNING id`.execute(tx)
  return rows.length > 0
}

/** The session began at the provider, and ends with the session there. `idToken` is encrypted. */
export async function noteSession(
  tx: Tx,
  {
    sessionId,
    identityId,
    sid,
    idToken,
  }: { sessionId: string; identityId: string; sid: string | null; idToken: string },
): Promise<void> {
  await sql`
    INSERT INTO session_identities (session_id, identity_id, sid_sha256, id_token)
    VALUES (${sessionId}, ${identityId}, ${sid === null ? null : hashSecret(sid)}, ${idToken})`.execute(tx)
  await sql`UPDATE identities SET last_used_at = now() WHERE id = ${identityId}`.execute(tx)
}

export async function providerOfSession(
  db: Db | Tx,
  sessionId: string,
): Promise<{ provider: string; idToken: string | null } | undefined> {
  const { rows } = await sql<{ provider: string; idToken: string | null }>`
    SELECT i.provider, si.id_token AS "idToken"
    FROM session_identities si JOIN identities i ON i.id = si.identity_id WHERE si.session_id = ${sessionId}`.execute(
    db,
  )
  return rows[0]
}
