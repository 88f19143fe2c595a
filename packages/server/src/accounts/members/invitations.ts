// Invitations to an account: links that add one member once. Only hashes of secrets are stored, so that a link is shown when it is made. The
// link in a mail has a second secret, which the inviter never sees: a person who sends it back reads the mailbox of the address.
import { randomBytes } from 'node:crypto'
import type { Invitation, Role } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'

const SECRET_BYTES = 32
const LIFE_DAYS = 7

type Row = Omit<Invitation, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date }

export type NewInvitation = { role: Role; email?: string; invitedBy: string }

/** The part of an invitation's link after `#invitation=`, as hashes. */
export type InvitationSecret = { sha256: Buffer; proof: Buffer | null }

export function readSecret(text: string): InvitationSecret {
  const [secret = '', proof] = text.split('.')
  return { sha256: hashSecret(secret), proof: proof === undefined ? null : hashSecret(proof) }
}

export async function makeInvitation(
  tx: Tx,
  accountId: string,
  { role, email, invitedBy }: NewInvitation,
): Promise<{ secret: string; mailedSecret: string; invitation: Invitation }> {
  const [secret, proof] = [newSecret(), newSecret()]
  const { rows } = await sql<Row>`
    INSERT INTO invitations (id, account_id, sha256, proof_sha256, role, email, invited_by, expires_at)
    VALUES (${uuidv7()}, ${accountId}, ${hashSecret(secret)}, ${hashSecret(proof)}, ${role}, ${email ?? null}, ${invitedBy},
      now() + make_interval(days => ${LIFE_DAYS}))
    RETURNING id, role, email, (SELECT p.email FROM users p WHERE p.id = invited_by) AS invited_by, created_at, expires_at`.execute(
    tx,
  )
  return { secret, mailedSecret: `${secret}.${proof}`, invitation: toInvitation(rows[0]!) }
}

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

export async function listInvitations(db: Db, accountId: string): Promise<Invitation[]> {
  const { rows } = await sql<Row>`
    SELECT i.id, i.role, i.email, p.email AS invited_by, i.created_at, i.expires_at
    FROM invitations i LEFT JOIN users p ON p.id = i.invited_by
    WHERE i.account_id = ${accountId} AND i.expires_at > now() ORDER BY i.id`.execute(db)
  return rows.map(toInvitation)
}

export async function revokeInvitation(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM invitations WHERE id = ${id} AND account_id = ${accountId} RETURNING id`.execute(tx)
  return rows.length > 0
}

export type OpenInvitation = {
  account_id: string
  account_name: string
  role: Role
  email: string | null
  invited_by: string | null
  expires_at: Date
}

/** The facts that the page of the link shows; undefined for a used, revoked or expired one. */
export async function readInvitation(db: Db | Tx, secret: string): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    SELECT i.account_id, coalesce(accounts.name, o.email) AS account_name, i.role, i.email, p.email AS invited_by, i.expires_at
    FROM invitations i JOIN accounts ON accounts.id = i.account_id
    LEFT JOIN first_owners o ON o.account_id = i.account_id LEFT JOIN users p ON p.id = i.invited_by
    WHERE i.sha256 = ${readSecret(secret).sha256} AND i.expires_at > now()`.execute(db)
  return rows[0]
}

export type SpentInvitation = {
  accountId: string
  role: Role
  email: string | null
  /** Whether it came by the mail to its address. */
  provesAddress: boolean
}

/** Spends the invitation: of two uses at once, one gets it. It is refused for another address than the one that it names. */
export async function spendInvitation(
  tx: Tx,
  { sha256, proof }: InvitationSecret,
  email: string,
): Promise<SpentInvitation> {
  const { rows } = await sql<SpentInvitation>`
    DELETE FROM invitations WHERE sha256 = ${sha256} AND expires_at > now()
    RETURNING account_id AS "accountId", role, email,
      coalesce(email IS NOT NULL AND proof_sha256 = ${proof}, false) AS "provesAddress"`.execute(tx)
  const spent = rows[0]
  if (!spent) throw invalidInvitation()
  if (spent.email !== null && spent.email !== email.trim().toLowerCase())
    throw new AppError('link_invalid', `This invitation is for ${spent.email}. Sign in with that address.`)
  return spent
}

export function invalidInvitation(): AppError {
  return new AppError('link_invalid', 'The invitation was used or revoked, or it has expired. Ask for a new one.')
}

export function invitationLink(origin: string, secret: string): string {
  return `${origin}/#invitation=${secret}`
}

function toInvitation(row: Row): Invitation {
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() }
}
