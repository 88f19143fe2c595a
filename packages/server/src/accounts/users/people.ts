// A person signs in; an account (a row of users) is what jobs, tokens and contacts belong to. Today each account has one person.
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'

export type Person = {
  id: string
  user_id: string
  email: string
  name: string
  /** Null for a person who signs in by links alone. */
  password_hash: string | null
  /** Whether the second factor is on. */
  totp_confirmed: boolean
  /** When the account was made. */
  created_at: Date
}

/** Addresses that people sign in with are plain: no quotes, no letters beyond ASCII. */
const PLAIN_ADDRESS = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** An account and its person. Without a password they sign in by links alone. */
export async function createPerson(
  db: Db | Tx,
  { email, name = '', passwordHash = null }: { email: string; name?: string; passwordHash?: string | null },
): Promise<Person> {
  const address = email.trim().toLowerCase()
  if (!PLAIN_ADDRESS.test(address)) throw new AppError('invalid_email', 'This address cannot be used to sign in.')
  try {
    const { rows } = await sql<Person>`
      WITH account AS (INSERT INTO users (id) VALUES (${uuidv7()}) RETURNING id, created_at)
      INSERT INTO people (id, user_id, email, name, password_hash, created_at)
      SELECT ${uuidv7()}::uuid, account.id, ${address}, ${name}, ${passwordHash}, account.created_at FROM account
      RETURNING id, user_id, email, name, password_hash, totp_confirmed, created_at`.execute(db)
    return rows[0]!
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('account_exists', 'An account with this address already exists.')
    throw error
  }
}

export async function findPersonByEmail(db: Db | Tx, email: string): Promise<Person | undefined> {
  // PostgreSQL's text holds no NUL, and no address has one.
  if (email.includes('\0')) return undefined
  const { rows } = await sql<Person>`
    SELECT p.id, p.user_id, p.email, p.name, p.password_hash, p.totp_confirmed, users.created_at
    FROM people p JOIN users ON users.id = p.user_id WHERE p.email = ${email.trim().toLowerCase()}`.execute(db)
  return rows[0]
}

export async function findPersonOfAccount(db: Db | Tx, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    SELECT p.id, p.user_id, p.email, p.name, p.password_hash, p.totp_confirmed, users.created_at
    FROM people p JOIN users ON users.id = p.user_id WHERE p.user_id = ${userId}`.execute(db)
  return rows[0]
}

export function toAccount({
  user_id,
  email,
  name,
  created_at,
}: Pick<Person, 'user_id' | 'email' | 'name' | 'created_at'>): Account {
  return { id: user_id, email, name, created_at: created_at.toISOString() }
}
