import type {
  Account,
  AccountChoice,
  ApiToken,
  AuditEvent,
  Invitation,
  Member,
  SiteKey,
  Subscription,
} from '@mailsift/contract'
import { sql } from 'kysely'
import { allAuditOfAccount } from '../audit/read.ts'
import { exportSiteKey, listSiteKeys } from '../credentials/site-keys/site-keys.ts'
import { listTokens } from '../credentials/tokens/tokens.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { listInvitations } from './members/invitations.ts'
import { accountsOf, listMembers } from './members/members.ts'
import { findSubscription } from './subscriptions/subscriptions.ts'

export type FoundAccountName = {
  kind: 'token_name' | 'site_key_name' | 'account_name' | 'team_name' | 'passkey_name'
  userId: string
  /** The token, the site key, the person, the account or the passkey. */
  id: string
  text: string
}

/** Replaces the name of a token, a site key or a passkey, which goes on working. */
const NAME_INSTEAD = 'Removed'

/** Names of tokens, site keys, people, accounts and passkeys that hold an address. */
export async function findAccountNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundAccountName[]> {
  const { rows } = await sql<FoundAccountName>`
    SELECT 'token_name' AS kind, user_id AS "userId", id, name AS text FROM api_tokens WHERE name ~ ${namePattern}
    UNION ALL SELECT 'site_key_name', user_id, id, name FROM site_keys WHERE name ~ ${namePattern}
    UNION ALL SELECT 'account_name', m.user_id, p.id, p.name FROM people p JOIN members m ON m.person_id = p.id WHERE p.name ~ ${namePattern}
    UNION ALL SELECT 'team_name', id, id, name FROM users WHERE name ~ ${namePattern}
    UNION ALL SELECT 'passkey_name', m.user_id, k.id, k.name
      FROM passkeys k JOIN members m ON m.person_id = k.person_id WHERE k.name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

export async function forgetAccountNames(tx: Tx, names: readonly FoundAccountName[]): Promise<void> {
  for (const { kind, id } of names)
    if (kind === 'token_name') await sql`UPDATE api_tokens SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else if (kind === 'site_key_name')
      await sql`UPDATE site_keys SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else if (kind === 'passkey_name') await sql`UPDATE passkeys SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    // The account is shown by the address of its first owner again.
    else if (kind === 'team_name') await sql`UPDATE users SET name = NULL WHERE id = ${id}`.execute(tx)
    else await sql`UPDATE people SET name = '' WHERE id = ${id}`.execute(tx)
}

/** How people sign in. Neither secrets nor their hashes. */
type WaysIn = {
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
async function readWaysIn(db: Db, personIds: readonly string[], accountId: string | null): Promise<WaysIn> {
  const people = sql`ANY(${personIds}::uuid[])`
  const { rows: identities } = await sql<WaysIn['identities'][number]>`
    SELECT id, person_id, provider, issuer, created_at, last_used_at
    FROM identities WHERE person_id = ${people} ORDER BY id`.execute(db)
  const { rows: passkeys } = await sql<WaysIn['passkeys'][number]>`
    SELECT id, person_id, name, created_at, last_used_at
    FROM passkeys WHERE person_id = ${people} ORDER BY id`.execute(db)
  const { rows: sessions } = await sql<WaysIn['sessions'][number]>`
    SELECT s.id, s.person_id, s.created_at, s.last_used_at, s.expires_at
    FROM sessions s JOIN people p ON p.id = s.person_id
    WHERE s.person_id = ${people} AND (${accountId}::uuid IS NULL OR coalesce(s.user_id, p.user_id) = ${accountId})
    ORDER BY s.id`.execute(db)
  const { rows: devices } = await sql<WaysIn['devices'][number]>`
    SELECT person_id, last_used_at FROM devices WHERE person_id = ${people} ORDER BY last_used_at`.execute(db)
  const { rows: links } = await sql<WaysIn['sign_in_links'][number]>`
    SELECT person_id, purpose, expires_at FROM sign_in_links WHERE person_id = ${people} ORDER BY expires_at`.execute(
    db,
  )
  return { identities, passkeys, sessions, devices, sign_in_links: links }
}

export type AccountRecord = WaysIn & {
  account: Account & {
    account_name: string | null
    saves_contacts: boolean | null
    has_password: boolean
    second_factor: boolean
  }
  members: (Omit<Member, 'you'> & { notify_list_completed: boolean; operator: boolean })[]
  invitations: Invitation[]
  tokens: ApiToken[]
  /** Public, so that they stand here whole. */
  site_keys: Omit<SiteKey, 'script_tag'>[]
  subscription: Subscription | null
  audit: AuditEvent[]
}

/** All that an account is made of, for its owner to read: no password, token or hash of one is in it. */
export async function readAccount(db: Db, userId: string): Promise<AccountRecord> {
  const account = await sql<AccountRecord['account']>`
    SELECT users.id, p.email, p.name, users.created_at, users.name AS account_name, users.saves_contacts,
      p.password_hash IS NOT NULL AS has_password, p.totp_confirmed AS second_factor
    FROM users JOIN first_owners o ON o.user_id = users.id JOIN people p ON p.id = o.person_id
    WHERE users.id = ${userId}`.execute(db)
  const members = await listMembers(db, userId)
  const personIds = members.map(({ person_id }) => person_id)
  const { rows: choices } = await sql<{ id: string; notify_list_completed: boolean; operator: boolean }>`
    SELECT id, notify_list_completed, is_operator AS operator FROM people WHERE id = ANY(${personIds}::uuid[])`.execute(
    db,
  )
  const chosen = new Map(choices.map(({ id, ...rest }) => [id, rest]))
  return {
    account: account.rows[0]!,
    members: members.map((member) => ({ ...member, ...chosen.get(member.person_id)! })),
    invitations: await listInvitations(db, userId),
    ...(await readWaysIn(db, personIds, userId)),
    tokens: await listTokens(db, userId),
    site_keys: (await listSiteKeys(db, userId)).map(exportSiteKey),
    subscription: await findSubscription(db, userId),
    audit: await allAuditOfAccount(db, userId),
  }
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
    FROM people WHERE email = ${email.trim().toLowerCase()}`.execute(db)
  const person = rows[0]
  if (!person) return null
  return { ...person, accounts: await accountsOf(db, person.id), ...(await readWaysIn(db, [person.id], null)) }
}

/** An address that an account has invited, or that waits for the confirmation of its sign-up. */
export type Awaited =
  | { kind: 'invitation'; id: string; userId: string; email: string; expires_at: Date }
  | { kind: 'sign_up'; email: string; expires_at: Date }

export async function awaitedWithAddress(
  db: Db | Tx,
  { isAddress }: { isAddress(text: string): boolean },
): Promise<Awaited[]> {
  // Both are kept for days at most, so there are few.
  const { rows } = await sql<Awaited>`
    SELECT 'invitation' AS kind, id, user_id AS "userId", email, expires_at FROM invitations WHERE email IS NOT NULL
    UNION ALL SELECT 'sign_up', NULL, NULL, email, expires_at FROM sign_ups`.execute(db)
  return rows.filter(({ email }) => isAddress(email))
}

/** Their links stop working. */
export async function forgetAwaited(tx: Tx, awaited: readonly Awaited[]): Promise<void> {
  for (const each of awaited)
    if (each.kind === 'invitation') await sql`DELETE FROM invitations WHERE id = ${each.id}`.execute(tx)
    else await sql`DELETE FROM sign_ups WHERE email = ${each.email}`.execute(tx)
}
