// The door to accounts for the administration and for other features.
import type { Account } from '@mailsift/contract'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { isActive } from '../subscriptions.ts'
import { type Passwords, slowPasswords } from './passwords.ts'

export { parseNetwork } from '../access/token-rules.ts'
export { findSubscription, SELF_HOSTED, setSubscription } from '../subscriptions.ts'
export { findTokenId, issueToken, listTokens, revokeToken, rollOverToken } from '../tokens/tokens.ts'
export { refuseGuessablePassword } from './password-rules.ts'
export { removeSecondFactor } from './second-factor.ts'
export { type LinkPurpose, linkTo, makeLink } from './sign-in-links.ts'

type UsersTable = {
  id: string
  email: string
  email_verified: boolean
  name: string
  image: string | null
  two_factor_enabled: Generated<boolean>
  created_at: Date
  updated_at: Date
}

type CredentialsTable = {
  id: string
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  created_at: Date
  updated_at: Date
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    users: UsersTable
    credentials: CredentialsTable
  }
}

export type NewUser = { email: string; name?: string }

/** better-auth's name for "by password". */
const PASSWORD_PROVIDER = 'credential'
const LOCAL_PART = /^[a-z0-9_'+\-.]+$/
const LABEL = /^[a-z0-9][a-z0-9-]*$/
const TOP_LABEL = /^[a-z]{2,}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A user without a password, who cannot sign in yet. */
export async function createUser(db: Db | Tx, { email, name = '' }: NewUser): Promise<Account> {
  const address = email.trim().toLowerCase()
  if (!canSignIn(address)) throw new AppError('invalid_email', 'This address cannot be used to sign in.')
  try {
    const row = await db
      .insertInto('users')
      .values({
        id: uuidv7(),
        email: address,
        email_verified: false,
        name,
        image: null,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .returning(['id', 'email', 'name', 'created_at'])
      .executeTakeFirstOrThrow()
    return toAccount(row)
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('account_exists', 'An account with this address exists.')
    throw error
  }
}

/** The test of better-auth: an address that it refuses could never sign in. */
function canSignIn(address: string): boolean {
  const [local = '', domain = '', ...more] = address.split('@')
  const labels = domain.split('.')
  return (
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    !/^\.|\.\.|['.]$/.test(local) &&
    labels.length > 1 &&
    labels.slice(0, -1).every((label) => LABEL.test(label)) &&
    TOP_LABEL.test(labels.at(-1)!)
  )
}

export async function findUser(db: Db | Tx, idOrEmail: string): Promise<Account | null> {
  const wanted = idOrEmail.trim().toLowerCase()
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'created_at'])
    .where(UUID.test(wanted) ? 'id' : 'email', '=', wanted)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

export type ListedUser = Account & { plan: string | null; active: boolean }

export async function listUsers(db: Db): Promise<ListedUser[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.name', 'u.created_at', 's.plan', isActive.as('active')])
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({ ...toAccount(row), plan: row.plan, active: row.active }))
}

/** Removes every row the user has: every table of the service references users ON DELETE CASCADE. Objects are not rows. */
export async function deleteUser(db: Db | Tx, userId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('users').where('id', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Whether it is the account's password. An account that has none yet takes an empty one. */
export async function isPasswordOf(
  db: Db,
  userId: string,
  password: string,
  { verify }: Passwords = slowPasswords,
): Promise<boolean> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD_PROVIDER)
    .executeTakeFirst()
  if (!row?.password) return password === ''
  return verify({ hash: row.password, password })
}

/** Ends every other session and link as well: a thief of the old password must not stay signed in. */
export async function setPassword(
  tx: Tx,
  userId: string,
  password: string,
  { exceptSession, passwords = slowPasswords }: { exceptSession?: string; passwords?: Passwords } = {},
): Promise<void> {
  const hashed = await passwords.hash(password)
  await tx
    .insertInto('credentials')
    .values({
      id: uuidv7(),
      user_id: userId,
      provider_id: PASSWORD_PROVIDER,
      account_id: userId,
      password: hashed,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hashed, updated_at: sql`now()` }),
    )
    .execute()
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptSession !== undefined, (query) => query.where('id', '<>', exceptSession!))
    .execute()
  await sql`DELETE FROM sign_in_links WHERE user_id = ${userId}`.execute(tx)
}

export function toAccount(row: Pick<Selectable<UsersTable>, 'id' | 'email' | 'name' | 'created_at'>): Account {
  return { id: row.id, email: row.email, name: row.name, created_at: row.created_at.toISOString() }
}
