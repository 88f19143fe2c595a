// Users sign in; an account is what jobs, tokens and contacts belong to. Users are members of accounts.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'

export type User = {
  id: string
  email: string
  name: string
  /** Null for a person who signs in by links alone. */
  password_hash: string | null
  totp_confirmed: boolean
  /** Whether they have proved that the address is theirs. */
  address_confirmed: boolean
}

export type NewUser = { email: string; name?: string; passwordHash?: string | null }

const USER = sql`id, email, name, password_hash, totp_confirmed, address_confirmed`

/** Addresses that people sign in with are plain: no quotes, no letters beyond ASCII. */
const PLAIN_ADDRESS = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** A person and the account that they own: they came by a mailed link, or through the administration. Without a password they sign in by links alone. */
export async function createUserWithAccount(db: Db | Tx, person: NewUser): Promise<User & { accountId: string }> {
  const { email, name, passwordHash } = readNew(person)
  const { rows } = await refuseTaken(
    sql<User & { accountId: string }>`
      WITH account AS (INSERT INTO accounts (id) VALUES (${uuidv7()}) RETURNING id, created_at
      ), owner AS (
        INSERT INTO users (id, email, name, password_hash, created_at, address_confirmed, joined_account)
        SELECT ${uuidv7()}::uuid, ${email}, ${name}, ${passwordHash}, created_at, true, id FROM account RETURNING ${USER}
      ), membership AS (
        INSERT INTO members (account_id, user_id, role) SELECT account.id, owner.id, 'owner' FROM account, owner RETURNING account_id
      )
      SELECT owner.*, account_id AS "accountId" FROM owner, membership`.execute(db),
  )
  return rows[0]!
}

/** A person who joins an account of others. */
export async function createUser(tx: Tx, person: NewUser & { isConfirmed: boolean }): Promise<User> {
  const { email, name, passwordHash } = readNew(person)
  const { rows } = await refuseTaken(
    sql<User>`
      INSERT INTO users (id, email, name, password_hash, address_confirmed)
      VALUES (${uuidv7()}, ${email}, ${name}, ${passwordHash}, ${person.isConfirmed})
      RETURNING ${USER}`.execute(tx),
  )
  return rows[0]!
}

export async function findUser(db: Db | Tx, userId: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    SELECT ${USER} FROM users WHERE id = ${userId}`.execute(db)
  return rows[0]
}

export async function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  // PostgreSQL's text holds no NUL, and no address has one.
  if (email.includes('\0')) return undefined
  const { rows } = await sql<User>`
    SELECT ${USER} FROM users WHERE email = ${email.trim().toLowerCase()}`.execute(db)
  return rows[0]
}

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them brackets. */
const ADDRESS_MAX_CHARACTERS = 254

export function canSignIn(email: string): boolean {
  const address = email.trim().toLowerCase()
  return address.length <= ADDRESS_MAX_CHARACTERS && PLAIN_ADDRESS.test(address)
}

function readNew({ email, name = '', passwordHash = null }: NewUser): Required<NewUser> {
  const address = email.trim().toLowerCase()
  if (!canSignIn(email)) throw new AppError('invalid_email', 'This address cannot be used to sign in.')
  return { email: address, name, passwordHash }
}

async function refuseTaken<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('account_exists', 'An account with this address already exists.')
    throw error
  }
}
