// Stored data about an account, for the administration: exported, or rid of an address. No password, token or hash of one is in it.
import type { Account, Invitation, Member, Subscription } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { listInvitations } from './members/invitations.ts'
import { listMembers } from './members/members.ts'
import { findSubscription } from './subscriptions/subscriptions.ts'

export type AccountRecord = {
  account: Account & {
    account_name: string | null
    saves_contacts: boolean | null
    has_password: boolean
    second_factor: boolean
  }
  members: (Omit<Member, 'you'> & { notify_list_completed: boolean; operator: boolean })[]
  invitations: Invitation[]
  subscription: Subscription | null
}

export async function readAccount(db: Db, accountId: string): Promise<AccountRecord> {
  const account = await sql<AccountRecord['account']>`
    SELECT accounts.id, p.email, p.name, accounts.created_at, accounts.name AS account_name, accounts.saves_contacts,
      p.password_hash IS NOT NULL AS has_password, p.totp_confirmed AS second_factor
    FROM accounts JOIN first_owners o ON o.account_id = accounts.id JOIN users p ON p.id = o.user_id
    WHERE accounts.id = ${accountId}`.execute(db)
  const members = await listMembers(db, accountId)
  const userIds = members.map(({ person_id }) => person_id)
  const { rows: choices } = await sql<{ id: string; notify_list_completed: boolean; operator: boolean }>`
    SELECT id, notify_list_completed, is_operator AS operator FROM users WHERE id = ANY(${userIds}::uuid[])`.execute(db)
  const chosen = new Map(choices.map(({ id, ...rest }) => [id, rest]))
  return {
    account: account.rows[0]!,
    members: members.map((member) => ({ ...member, ...chosen.get(member.person_id)! })),
    invitations: await listInvitations(db, accountId),
    subscription: await findSubscription(db, accountId),
  }
}

export type FoundAccountName = { kind: 'team_name'; accountId: string; id: string; text: string }

/** Names of accounts that hold an address. */
export async function findAccountNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundAccountName[]> {
  const { rows } = await sql<FoundAccountName>`
    SELECT 'team_name' AS kind, id AS "accountId", id, name AS text FROM accounts WHERE name ~ ${namePattern}`.execute(
    db,
  )
  return rows.filter(({ text }) => isNamedIn(text))
}

/** The account is shown by the address of its first owner again. */
export async function forgetAccountNames(tx: Tx, names: readonly FoundAccountName[]): Promise<void> {
  for (const { id } of names) await sql`UPDATE accounts SET name = NULL WHERE id = ${id}`.execute(tx)
}

/** An invitation that is not accepted yet. */
export type AwaitedInvitation = { kind: 'invitation'; id: string; accountId: string; email: string; expires_at: Date }

export async function invitationsWithAddress(
  db: Db | Tx,
  { isAddress }: { isAddress(text: string): boolean },
): Promise<AwaitedInvitation[]> {
  // They are kept for days at most, so there are few.
  const { rows } = await sql<AwaitedInvitation>`
    SELECT 'invitation' AS kind, id, account_id AS "accountId", email, expires_at
    FROM invitations WHERE email IS NOT NULL`.execute(db)
  return rows.filter(({ email }) => isAddress(email))
}

/** Their links stop working. */
export async function forgetInvitations(tx: Tx, invitations: readonly AwaitedInvitation[]): Promise<void> {
  for (const { id } of invitations) await sql`DELETE FROM invitations WHERE id = ${id}`.execute(tx)
}
