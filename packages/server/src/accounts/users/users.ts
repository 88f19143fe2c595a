// The door to accounts for the administration and for other features.
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { isActive } from '../subscriptions.ts'
import { type Passwords, slowPasswords } from './passwords.ts'
import { createPerson, findPersonByEmail, findPersonOfAccount, type Person, toAccount } from './people.ts'

export { parseNetwork } from '../access/token-rules.ts'
export { findSubscription, SELF_HOSTED, setSubscription } from '../subscriptions.ts'
export { findTokenId, issueToken, listTokens, revokeToken, rollOverToken } from '../tokens/tokens.ts'
export { refuseGuessablePassword } from './password-rules.ts'
export { removeSecondFactor } from './second-factor.ts'
export { type LinkPurpose, linkTo, makeLink } from './sign-in-links.ts'

export type NewUser = { email: string; name?: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A user without a password, who cannot sign in yet. */
export async function createUser(db: Db | Tx, user: NewUser): Promise<Account> {
  return toAccount(await createPerson(db, user))
}

export async function findUser(db: Db | Tx, idOrEmail: string): Promise<Account | null> {
  const wanted = idOrEmail.trim().toLowerCase()
  const person = UUID.test(wanted) ? await findPersonOfAccount(db, wanted) : await findPersonByEmail(db, wanted)
  return person ? toAccount(person) : null
}

export type ListedUser = Account & { plan: string | null; active: boolean }

export async function listUsers(db: Db): Promise<ListedUser[]> {
  const { rows } = await sql<Person & { plan: string | null; active: boolean }>`
    SELECT p.user_id, p.email, p.name, users.created_at, s.plan, ${isActive} AS active
    FROM users JOIN people p ON p.user_id = users.id LEFT JOIN subscriptions s ON s.user_id = users.id
    ORDER BY users.id`.execute(db)
  return rows.map((row) => ({ ...toAccount(row), plan: row.plan, active: row.active }))
}

/** Removes every row the user has: every table of the service references users ON DELETE CASCADE. Objects are not rows. */
export async function deleteUser(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM users WHERE id = ${userId} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Ends every other session and link as well: a thief of the old password must not stay signed in. */
export async function setPassword(
  tx: Tx,
  userId: string,
  password: string,
  { exceptSession, passwords = slowPasswords }: { exceptSession?: string; passwords?: Passwords } = {},
): Promise<void> {
  const hash = await passwords.hash(password)
  const { rows } = await sql<{ id: string }>`
    UPDATE people SET password_hash = ${hash} WHERE user_id = ${userId} RETURNING id`.execute(tx)
  const personId = rows[0]?.id
  await sql`DELETE FROM sessions WHERE person_id = ${personId} AND id IS DISTINCT FROM ${exceptSession}::uuid`.execute(
    tx,
  )
  await sql`DELETE FROM sign_in_links WHERE person_id = ${personId}`.execute(tx)
}
