// A person signs in; an account (a row of users) is what jobs, tokens and contacts belong to. People are members of accounts.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { isUniqueViolation } from '../../platform/database/errors.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'

export type Person = {
  id: string
  email: string
  name: string
  /** Null for a person who signs in by links alone. */
  password_hash: string | null
  totp_confirmed: boolean
  /** Whether they have proved that the address is theirs. */
  address_confirmed: boolean
}

export type NewPerson = { email: string; name?: string; passwordHash?: string | null }

const PERSON = sql`id, email, name, password_hash, totp_confirmed, address_confirmed`

/** Addresses that people sign in with are plain: no quotes, no letters beyond ASCII. */
const PLAIN_ADDRESS = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/

/** A person and the account that they own: they came by a mailed link, or through the administration. Without a password they sign in by links alone. */
export async function createPersonWithAccount(db: Db | Tx, person: NewPerson): Promise<Person & { accountId: string }> {
  const { email, name, passwordHash } = readNew(person)
  // The membership is added by the trigger people_add_owner.
  const { rows } = await refuseTaken(
    sql<Person & { accountId: string }>`
      WITH account AS (INSERT INTO users (id) VALUES (${uuidv7()}) RETURNING id, created_at)
      INSERT INTO people (id, user_id, email, name, password_hash, created_at, address_confirmed)
      SELECT ${uuidv7()}::uuid, account.id, ${email}, ${name}, ${passwordHash}, account.created_at, true FROM account
      RETURNING ${PERSON}, user_id AS "accountId"`.execute(db),
  )
  return rows[0]!
}

/** A person who joins an account of others. */
export async function createPerson(tx: Tx, person: NewPerson & { isConfirmed: boolean }): Promise<Person> {
  const { email, name, passwordHash } = readNew(person)
  const { rows } = await refuseTaken(
    sql<Person>`
      INSERT INTO people (id, email, name, password_hash, address_confirmed)
      VALUES (${uuidv7()}, ${email}, ${name}, ${passwordHash}, ${person.isConfirmed})
      RETURNING ${PERSON}`.execute(tx),
  )
  return rows[0]!
}

export async function findPerson(db: Db | Tx, personId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    SELECT ${PERSON} FROM people WHERE id = ${personId}`.execute(db)
  return rows[0]
}

export async function findPersonByEmail(db: Db | Tx, email: string): Promise<Person | undefined> {
  // PostgreSQL's text holds no NUL, and no address has one.
  if (email.includes('\0')) return undefined
  const { rows } = await sql<Person>`
    SELECT ${PERSON} FROM people WHERE email = ${email.trim().toLowerCase()}`.execute(db)
  return rows[0]
}

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them brackets. */
const ADDRESS_MAX_CHARACTERS = 254

export function canSignIn(email: string): boolean {
  const address = email.trim().toLowerCase()
  return address.length <= ADDRESS_MAX_CHARACTERS && PLAIN_ADDRESS.test(address)
}

function readNew({ email, name = '', passwordHash = null }: NewPerson): Required<NewPerson> {
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
