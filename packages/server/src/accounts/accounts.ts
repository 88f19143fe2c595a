// The door to accounts for the administration and for other features.
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import { endLinksOf } from '../identity/users/sign-in-links.ts'
import { createPersonWithAccount, findPerson, findPersonByEmail, type Person } from '../identity/users/users.ts'
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

export type NewUser = { email: string; name?: string }

/** An account whose owner has no password and cannot sign in yet. */
export async function createUser(db: Db | Tx, user: NewUser): Promise<Account> {
  const { accountId } = await createPersonWithAccount(db, user)
  return (await findUser(db, accountId))!
}

type AccountRow = Omit<Account, 'created_at'> & { created_at: Date }

/** By its id, or by the address of one of its people: of several accounts, the one that they own or joined first. */
export async function findUser(db: Db | Tx, idOrEmail: string): Promise<Account | null> {
  const wanted = idOrEmail.trim().toLowerCase()
  if (wanted.includes('\0')) return null
  const { rows } = isUuid(wanted)
    ? await sql<AccountRow>`
        SELECT users.id, o.email, o.name, users.created_at
        FROM users JOIN first_owners o ON o.user_id = users.id WHERE users.id = ${wanted}`.execute(db)
    : await sql<AccountRow>`
        SELECT users.id, p.email, p.name, users.created_at
        FROM people p JOIN members m ON m.person_id = p.id JOIN users ON users.id = m.user_id
        WHERE p.email = ${wanted} ORDER BY m.role = 'owner' DESC, m.created_at LIMIT 1`.execute(db)
  return rows[0] ? { ...rows[0], created_at: rows[0].created_at.toISOString() } : null
}

/** By their address, or by the id of the account that they were the first to own. */
export async function findPersonOf(db: Db | Tx, idOrEmail: string): Promise<Person | undefined> {
  const wanted = idOrEmail.trim().toLowerCase()
  if (!isUuid(wanted)) return findPersonByEmail(db, wanted)
  const { rows } = await sql<{ person_id: string }>`
    SELECT person_id FROM first_owners WHERE user_id = ${wanted}`.execute(db)
  return rows[0] && findPerson(db, rows[0].person_id)
}

export type ListedUser = Account & { plan: string | null; active: boolean; members: number }

export async function listUsers(db: Db): Promise<ListedUser[]> {
  const { rows } = await sql<AccountRow & { plan: string | null; active: boolean; members: number }>`
    SELECT users.id, o.email, o.name, users.created_at, s.plan, ${isActive} AS active,
      (SELECT count(*)::integer FROM members m WHERE m.user_id = users.id) AS members
    FROM users JOIN first_owners o ON o.user_id = users.id LEFT JOIN subscriptions s ON s.user_id = users.id
    ORDER BY users.id`.execute(db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * Removes every row the account has: every table of the service references users ON DELETE CASCADE. Objects are not rows. Its people go too,
 * except those who belong to another account.
 */
export async function deleteUser(db: Db | Tx, userId: string): Promise<boolean> {
  await sql`
    UPDATE people SET user_id = NULL
    WHERE user_id = ${userId} AND EXISTS (SELECT FROM members m WHERE m.person_id = people.id AND m.user_id <> ${userId})`.execute(
    db,
  )
  await sql`
    DELETE FROM people USING members m
    WHERE m.person_id = people.id AND m.user_id = ${userId}
      AND NOT EXISTS (SELECT FROM members other WHERE other.person_id = people.id AND other.user_id <> ${userId})`.execute(
    db,
  )
  const { rows } = await sql`DELETE FROM users WHERE id = ${userId} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Ends every other session and link as well: a thief of the old password must not stay signed in. */
export async function setPassword(
  tx: Tx,
  personId: string,
  passwordHash: string,
  { exceptSession }: { exceptSession?: string } = {},
): Promise<void> {
  await sql`UPDATE people SET password_hash = ${passwordHash} WHERE id = ${personId}`.execute(tx)
  await sql`DELETE FROM sessions WHERE person_id = ${personId} AND id IS DISTINCT FROM ${exceptSession}::uuid`.execute(
    tx,
  )
  await endLinksOf(tx, personId)
}
