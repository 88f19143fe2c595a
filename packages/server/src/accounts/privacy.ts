import type { Account, ApiToken, AuditEvent, Member, SiteKey, Subscription } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { allAuditOfAccount } from './audit/read.ts'
import { listMembers } from './members/members.ts'
import { exportSiteKey, listSiteKeys } from './site-keys/site-keys.ts'
import { findSubscription } from './subscriptions/subscriptions.ts'
import { listTokens } from './tokens/tokens.ts'

export type FoundAccountName = {
  kind: 'token_name' | 'site_key_name' | 'account_name'
  userId: string
  /** The token, the site key or the person. */
  id: string
  text: string
}

/** Replaces the name of a token or a site key, which goes on working. */
const NAME_INSTEAD = 'Removed'

/** Names of tokens, site keys and people that hold an address. */
export async function findAccountNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundAccountName[]> {
  const { rows } = await sql<FoundAccountName>`
    SELECT 'token_name' AS kind, user_id AS "userId", id, name AS text FROM api_tokens WHERE name ~ ${namePattern}
    UNION ALL SELECT 'site_key_name', user_id, id, name FROM site_keys WHERE name ~ ${namePattern}
    UNION ALL SELECT 'account_name', m.user_id, p.id, p.name FROM people p JOIN members m ON m.person_id = p.id WHERE p.name ~ ${namePattern}`.execute(
    db,
  )
  return rows.filter(({ text }) => isNamedIn(text))
}

export async function forgetAccountNames(tx: Tx, names: readonly FoundAccountName[]): Promise<void> {
  for (const { kind, id } of names)
    if (kind === 'token_name') await sql`UPDATE api_tokens SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else if (kind === 'site_key_name')
      await sql`UPDATE site_keys SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else await sql`UPDATE people SET name = '' WHERE id = ${id}`.execute(tx)
}

export type AccountRecord = {
  account: Account & { has_password: boolean; second_factor: boolean }
  members: Omit<Member, 'you'>[]
  /** The providers that its people sign in with. */
  identities: {
    id: string
    person_id: string
    provider: string
    issuer: string
    created_at: Date
    last_used_at: Date | null
  }[]
  passkeys: { id: string; person_id: string; name: string; created_at: Date; last_used_at: Date | null }[]
  sessions: { id: string; created_at: Date; last_used_at: Date; expires_at: Date }[]
  tokens: ApiToken[]
  /** Public, so that they stand here whole. */
  site_keys: Omit<SiteKey, 'script_tag'>[]
  subscription: Subscription | null
  audit: AuditEvent[]
}

/** All that an account is made of, for its owner to read: no password, token or hash of one is in it. */
export async function readAccount(db: Db, userId: string): Promise<AccountRecord> {
  const account = await sql<AccountRecord['account']>`
    SELECT users.id, p.email, p.name, users.created_at, p.password_hash IS NOT NULL AS has_password,
      p.totp_confirmed AS second_factor
    FROM users JOIN first_owners o ON o.user_id = users.id JOIN people p ON p.id = o.person_id
    WHERE users.id = ${userId}`.execute(db)
  const sessions = await sql<AccountRecord['sessions'][number]>`
    SELECT s.id, s.created_at, s.last_used_at, s.expires_at
    FROM sessions s JOIN people p ON p.id = s.person_id
    WHERE coalesce(s.user_id, p.user_id) = ${userId} ORDER BY s.id`.execute(db)
  const identities = await sql<AccountRecord['identities'][number]>`
    SELECT i.id, i.person_id, i.provider, i.issuer, i.created_at, i.last_used_at
    FROM members m JOIN identities i ON i.person_id = m.person_id WHERE m.user_id = ${userId} ORDER BY i.id`.execute(db)
  const passkeys = await sql<AccountRecord['passkeys'][number]>`
    SELECT k.id, k.person_id, k.name, k.created_at, k.last_used_at
    FROM members m JOIN passkeys k ON k.person_id = m.person_id WHERE m.user_id = ${userId} ORDER BY k.id`.execute(db)
  return {
    account: account.rows[0]!,
    members: await listMembers(db, userId),
    identities: identities.rows,
    passkeys: passkeys.rows,
    sessions: sessions.rows,
    tokens: await listTokens(db, userId),
    site_keys: (await listSiteKeys(db, userId)).map(exportSiteKey),
    subscription: await findSubscription(db, userId),
    audit: await allAuditOfAccount(db, userId),
  }
}
