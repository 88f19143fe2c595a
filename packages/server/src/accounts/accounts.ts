// The door to accounts for the administration and for other features.
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import { endLinksOf } from '../identity/users/sign-in-links.ts'
import { createUserWithAccount, findUser, findUserByEmail, type User } from '../identity/users/users.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { isUuid } from '../platform/ids.ts'
import { isActive } from './subscriptions/subscriptions.ts'

export { accountsOf, listMembers } from './members/members.ts'
export {
  findSubscription,
  followSubscription,
  isActive,
  SELF_HOSTED,
  setSubscription,
} from './subscriptions/subscriptions.ts'

export type NewAccount = { email: string; name?: string }

/** An account whose owner has no password and cannot sign in yet. */
export async function createAccount(db: Db | Tx, user: NewAccount): Promise<Account> {
  const { accountId } = await createUserWithAccount(db, user)
  return (await findAccount(db, accountId))!
}

type AccountRow = Omit<Account, 'created_at'> & { created_at: Date }

/** By its id, or by the address of one of its people: of several accounts, the one that they own or joined first. */
export async function findAccount(db: Db | Tx, idOrEmail: string): Promise<Account | null> {
  const wanted = idOrEmail.trim().toLowerCase()
  if (wanted.includes('\0')) return null
  const { rows } = isUuid(wanted)
    ? await sql<AccountRow>`
        SELECT accounts.id, o.email, o.name, accounts.created_at
        FROM accounts JOIN first_owners o ON o.account_id = accounts.id WHERE accounts.id = ${wanted}`.execute(db)
    : await sql<AccountRow>`
        SELECT accounts.id, p.email, p.name, accounts.created_at
        FROM users p JOIN members m ON m.user_id = p.id JOIN accounts ON accounts.id = m.account_id
        WHERE p.email = ${wanted} ORDER BY m.role = 'owner' DESC, m.created_at LIMIT 1`.execute(db)
  return rows[0] ? { ...rows[0], created_at: rows[0].created_at.toISOString() } : null
}

/** By their address, or by the id of the account that they were the first to own. */
export async function findUserOf(db: Db | Tx, idOrEmail: string): Promise<User | undefined> {
  const wanted = idOrEmail.trim().toLowerCase()
  if (!isUuid(wanted)) return findUserByEmail(db, wanted)
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM first_owners WHERE account_id = ${wanted}`.execute(db)
  return rows[0] && findUser(db, rows[0].user_id)
}

export type ListedAccount = Account & { plan: string | null; active: boolean; members: number }

export async function listAccounts(db: Db): Promise<ListedAccount[]> {
  const { rows } = await sql<AccountRow & { plan: string | null; active: boolean; members: number }>`
    SELECT accounts.id, o.email, o.name, accounts.created_at, s.plan, ${isActive} AS active,
      (SELECT count(*)::integer FROM members m WHERE m.account_id = accounts.id) AS members
    FROM accounts JOIN first_owners o ON o.account_id = accounts.id LEFT JOIN subscriptions s ON s.account_id = accounts.id
    ORDER BY accounts.id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * Removes every row the account has: every table of the service references accounts ON DELETE CASCADE. Objects are not rows. Its people go too,
 * except those who belong to another account.
 */
export async function deleteAccountRows(db: Db | Tx, accountId: string): Promise<boolean> {
  await sql`
    DELETE FROM users USING members m
    WHERE m.user_id = users.id AND m.account_id = ${accountId}
      AND NOT EXISTS (SELECT FROM members other WHERE other.user_id = users.id AND other.account_id <> ${accountId})`.execute(
    db,
  )
  const { rows } = await sql`DELETE FROM accounts WHERE id = ${accountId} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Ends every other session and link as well: a thief of the old password must not stay signed in. */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  { exceptSession }: { exceptSession?: string } = {},
): Promise<void> {
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`.execute(tx)
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${exceptSession}::uuid`.execute(tx)
  await endLinksOf(tx, userId)
}
