// Stored data about the people who sign in, for the administration: exported, or rid of an address.
import type { AccountChoice } from '@mailsift/contract'
import { sql } from 'kysely'
import { accountsOf } from '../accounts/members/members.ts'
import type { Db, Tx } from '../platform/database/database.ts'

export type FoundPersonName = {
  kind: 'account_name' | 'passkey_name'
  accountId: string
  /** The person or the passkey. */
  id: string
  text: string
}

/** Names of people and passkeys that hold an address. */
export async function findPersonNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundPersonName[]> {
  const { rows } = await sql<FoundPersonName>`
    SELECT 'account_name' AS kind, m.account_id AS "accountId", p.id, p.name AS text
      FROM users p JOIN members m ON m.user_id = p.id WHERE p.name ~ ${namePattern}
    UNION ALL SELECT 'passkey_name', m.account_id, k.id, k.name
      FROM passkeys k JOIN members m ON m.user_id = k.user_id WHERE k.name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

/** A passkey goes on working. */
export async function forgetPersonNames(tx: Tx, names: readonly FoundPersonName[]): Promise<void> {
  for (const { kind, id } of names)
    if (kind === 'passkey_name') await sql`UPDATE passkeys SET name = 'Removed' WHERE id = ${id}`.execute(tx)
    else await sql`UPDATE users SET name = '' WHERE id = ${id}`.execute(tx)
}

/** How people sign in. Neither secrets nor their hashes. */
export type WaysIn = {
  identities: {
    id: string
    person_id: string
    provider: string
    issuer: string
    created_at: Date
    last_used_at: Date | null
  }[]
  passkeys: { id: string; person_id: string; name: string; created_at: Date; last_used_at: Date | null }[]
  sessions: { id: string; person_id: string; created_at: Date; last_used_at: Date; expires_at: Date }[]
  /** Browsers that mails about new sign-ins do not mention. */
  devices: { person_id: string; last_used_at: Date }[]
  sign_in_links: { person_id: string; purpose: string; expires_at: Date }[]
}

/** Sessions: only those that work in the account, if one is given. */
export async function readWaysIn(db: Db, userIds: readonly string[], accountId: string | null): Promise<WaysIn> {
  const people = sql`ANY(${userIds}::uuid[])`
  const { rows: identities } = await sql<WaysIn['identities'][number]>`
    SELECT id, user_id AS person_id, provider, issuer, created_at, last_used_at
    FROM identities WHERE user_id = ${people} ORDER BY id`.execute(db)
  const { rows: passkeys } = await sql<WaysIn['passkeys'][number]>`
    SELECT id, user_id AS person_id, name, created_at, last_used_at
    FROM passkeys WHERE user_id = ${people} ORDER BY id`.execute(db)
  const { rows: sessions } = await sql<WaysIn['sessions'][number]>`
    SELECT s.id, s.user_id AS person_id, s.created_at, s.last_used_at, s.expires_at
    FROM sessions s
    WHERE s.user_id = ${people} AND (${accountId}::uuid IS NULL OR s.account_id = ${accountId})
    ORDER BY s.id`.execute(db)
  const { rows: devices } = await sql<WaysIn['devices'][number]>`
    SELECT user_id AS person_id, last_used_at FROM devices WHERE user_id = ${people} ORDER BY last_used_at`.execute(db)
  const { rows: links } = await sql<WaysIn['sign_in_links'][number]>`
    SELECT user_id AS person_id, purpose, expires_at FROM sign_in_links WHERE user_id = ${people} ORDER BY expires_at`.execute(
    db,
  )
  return { identities, passkeys, sessions, devices, sign_in_links: links }
}

export type PersonRecord = WaysIn & {
  id: string
  email: string
  name: string
  created_at: Date
  has_password: boolean
  second_factor: boolean
  accounts: AccountChoice[]
}

/** The person who signs in with the address. */
export async function readPerson(db: Db, email: string): Promise<PersonRecord | null> {
  const { rows } = await sql<Omit<PersonRecord, keyof WaysIn | 'accounts'>>`
    SELECT id, email, name, created_at, password_hash IS NOT NULL AS has_password, totp_confirmed AS second_factor
    FROM users WHERE email = ${email.trim().toLowerCase()}`.execute(db)
  const person = rows[0]
  if (!person) return null
  return { ...person, accounts: await accountsOf(db, person.id), ...(await readWaysIn(db, [person.id], null)) }
}

/** A sign-up that waits for its confirmation. */
export type AwaitedSignUp = { kind: 'sign_up'; email: string; expires_at: Date }

export async function signUpsWithAddress(
  db: Db | Tx,
  { isAddress }: { isAddress(text: string): boolean },
): Promise<AwaitedSignUp[]> {
  // They are kept for days at most, so there are few.
  const { rows } = await sql<AwaitedSignUp>`SELECT 'sign_up' AS kind, email, expires_at FROM sign_ups`.execute(db)
  return rows.filter(({ email }) => isAddress(email))
}

/** Their links stop working. */
export async function forgetSignUps(tx: Tx, signUps: readonly AwaitedSignUp[]): Promise<void> {
  for (const { email } of signUps) await sql`DELETE FROM sign_ups WHERE email = ${email}`.execute(tx)
}
