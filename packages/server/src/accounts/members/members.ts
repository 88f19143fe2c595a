// Members of an account: who they are, what they may do, how they leave.
import type { AccountChoice, Member, Role } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import { isUsable } from '../../credentials/tokens/tokens.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { type Plans, requireMemberRoom } from '../plans/plans.ts'
import { forgetRemoval, noteRemoval } from './removed-members.ts'

export async function listMembers(db: Db, accountId: string): Promise<Omit<Member, 'you'>[]> {
  const { rows } = await sql<Omit<Member, 'you' | 'joined_at'> & { joined_at: Date }>`
    SELECT p.id AS person_id, p.email, p.name, m.role, m.created_at AS joined_at, p.totp_confirmed AS second_factor,
      p.address_confirmed,
      (SELECT count(*)::integer FROM api_tokens t
       WHERE t.account_id = m.account_id AND t.created_by = p.id AND ${isUsable}) AS tokens
    FROM members m JOIN users p ON p.id = m.user_id
    WHERE m.account_id = ${accountId} ORDER BY m.created_at, p.id`.execute(db)
  return rows.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }))
}

/** The accounts of a person, the oldest membership first. */
export async function accountsOf(db: Db | Tx, userId: string): Promise<AccountChoice[]> {
  const { rows } = await sql<AccountChoice>`
    SELECT accounts.id, coalesce(accounts.name, o.email) AS name, m.role
    FROM members m JOIN accounts ON accounts.id = m.account_id LEFT JOIN first_owners o ON o.account_id = accounts.id
    WHERE m.user_id = ${userId} ORDER BY m.created_at, accounts.id`.execute(db)
  return rows
}

/** The one way into an account that others have, also for a removed member. False when they are a member already: their role stays. */
export async function addMember(
  tx: Tx,
  plans: Plans,
  { accountId, userId, role }: { accountId: string; userId: string; role: Role },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO members (account_id, user_id, role) VALUES (${accountId}, ${userId}, ${role})
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(tx)
  if (rows.length === 0) return false
  await sql`UPDATE users SET joined_account = ${accountId} WHERE id = ${userId} AND joined_account IS NULL`.execute(tx)
  await requireConfirmedElsewhere(tx, accountId, userId)
  await requireMemberRoom(tx, plans, accountId)
  await forgetRemoval(tx, accountId, userId)
  // An admin of another account may hold one of their links, and it would open this account, too.
  await sql`DELETE FROM sign_in_links WHERE user_id = ${userId}`.execute(tx)
  return true
}

/** Somebody else may have joined an account with the address before: they must not get into another one with it. */
async function requireConfirmedElsewhere(tx: Tx, accountId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ may_work: boolean }>`
    SELECT ${mayWorkIn(sql`${accountId}::uuid`)} AS may_work FROM users WHERE id = ${userId}`.execute(tx)
  if (rows[0] && !rows[0].may_work) throw unconfirmedAddress()
}

/** Over the table `users`: a user who has not proved their address works only in the account that they joined first. */
export const mayWorkIn = (accountId: RawBuilder<unknown>) =>
  sql<boolean>`(users.address_confirmed OR users.joined_account = ${accountId})`

function unconfirmedAddress(): AppError {
  return new AppError(
    'address_unconfirmed',
    'Your address is not confirmed. Sign in, confirm it under Settings, and try again.',
  )
}

/** The one who acts on a member. */
export type Remover = { userId: string; role: Role }

export async function changeRole(
  tx: Tx,
  accountId: string,
  userId: string,
  { role, by }: { role: Role; by: Remover },
): Promise<void> {
  const present = await lockMember(tx, accountId, userId)
  if ((present === 'owner' || role === 'owner') && by.role !== 'owner') throw ownersOnly()
  if (present === 'owner' && role !== 'owner') await requireOtherOwner(tx, accountId, userId)
  // Their open invitations were made with the role that changes.
  await revokeInvitationsOf(tx, accountId, userId)
  await sql`
    UPDATE members SET role = ${role}
    WHERE account_id = ${accountId} AND user_id = ${userId} AND role <> ${role}`.execute(tx)
}

/**
 * Ends the membership and every session that works in the account, at once: sessions are looked up with each request. A person who is left
 * without an account is deleted. Tokens belong to the account and stay, unless they are revoked too. A person whom somebody else removed
 * does not return by single sign-on.
 */
export async function removeMember(
  tx: Tx,
  accountId: string,
  userId: string,
  { revokeTokens, by }: { revokeTokens: boolean; by: Remover },
): Promise<void> {
  const present = await lockMember(tx, accountId, userId)
  const leaves = by.userId === userId
  if (!leaves && by.role !== 'owner' && by.role !== 'admin')
    throw new AppError('role_required', 'Only owners and admins can remove other members.')
  if (present === 'owner' && by.role !== 'owner') throw ownersOnly()
  if (present === 'owner') await requireOtherOwner(tx, accountId, userId)
  if (revokeTokens)
    await sql`
      UPDATE api_tokens SET revoked_at = now()
      WHERE account_id = ${accountId} AND created_by = ${userId} AND revoked_at IS NULL`.execute(tx)
  await revokeInvitationsOf(tx, accountId, userId)
  if (!leaves) {
    await noteRemoval(tx, accountId, userId)
    // An earlier one for their address would bring them back.
    await sql`
      DELETE FROM invitations
      WHERE account_id = ${accountId} AND email = (SELECT email FROM users WHERE id = ${userId})`.execute(tx)
  }
  await sql`DELETE FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND account_id = ${accountId}`.execute(tx)
  await sql`
    DELETE FROM users WHERE id = ${userId} AND NOT EXISTS (SELECT FROM members WHERE user_id = ${userId})`.execute(tx)
}

/**
 * Refuses a new password for a member by anyone but those whom it gives no more than they have. Returns the member's address. The password
 * of a person who belongs to another account, too, would open that one, and an operator's the whole installation; and a person's own
 * password needs the current one.
 */
export async function requireResettable(
  tx: Tx,
  accountId: string,
  userId: string,
  by: Remover,
): Promise<{ email: string; isUnconfirmed: boolean }> {
  const present = await lockMember(tx, accountId, userId)
  if (by.userId === userId)
    throw new AppError('role_required', 'Change your own password under Settings, with the current one.')
  if (present === 'owner' && by.role !== 'owner') throw ownersOnly()
  const { rows } = await sql<{ email: string; is_operator: boolean; is_unconfirmed: boolean; accounts: number }>`
    SELECT p.email, p.is_operator, NOT p.address_confirmed AS is_unconfirmed, (SELECT count(*)::integer FROM members m WHERE m.user_id = p.id) AS accounts
    FROM users p WHERE p.id = ${userId}`.execute(tx)
  const { email, is_operator, is_unconfirmed, accounts } = rows[0]!
  if (is_operator)
    throw new AppError(
      'role_required',
      'This person operates the installation. Only the command line can create a link.',
    )
  if (accounts > 1)
    throw new AppError(
      'role_required',
      'This person belongs to other accounts, too. Only the operator can create a link.',
    )
  return { email, isUnconfirmed: is_unconfirmed }
}

async function revokeInvitationsOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await sql`DELETE FROM invitations WHERE account_id = ${accountId} AND invited_by = ${userId}`.execute(tx)
}

/** Changes of one account's members wait for one another, so that two owners cannot remove each other at once. */
async function lockMember(tx: Tx, accountId: string, userId: string): Promise<Role> {
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ role: Role }>`
    SELECT role FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'The member does not exist.')
  return rows[0].role
}

async function requireOtherOwner(tx: Tx, accountId: string, userId: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM members WHERE account_id = ${accountId} AND role = 'owner' AND user_id <> ${userId} LIMIT 1`.execute(tx)
  if (rows.length === 0)
    throw new AppError('last_owner', 'An account needs an owner. Make another member an owner first.')
}

function ownersOnly(): AppError {
  return new AppError('role_required', 'Only owners can change or remove an owner, or make one.')
}
