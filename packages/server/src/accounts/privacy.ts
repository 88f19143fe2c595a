import type { Account, ApiToken, AuditEvent, SiteKey, Subscription } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { allAuditOfAccount } from './audit/read.ts'
import { exportSiteKey, listSiteKeys } from './site-keys.ts'
import { findSubscription } from './subscriptions.ts'
import { listTokens } from './tokens/tokens.ts'

export type FoundAccountName = {
  kind: 'token_name' | 'site_key_name' | 'account_name'
  userId: string
  /** The token, the site key or the account. */
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
    UNION ALL SELECT 'account_name', id, id, name FROM users WHERE name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

export async function forgetAccountNames(tx: Tx, names: readonly FoundAccountName[]): Promise<void> {
  for (const { kind, id } of names)
    if (kind === 'token_name') await sql`UPDATE api_tokens SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else if (kind === 'site_key_name')
      await sql`UPDATE site_keys SET name = ${NAME_INSTEAD} WHERE id = ${id}`.execute(tx)
    else await sql`UPDATE users SET name = '', updated_at = now() WHERE id = ${id}`.execute(tx)
}

export type AccountRecord = {
  account: Account & { email_verified: boolean; image: string | null; second_factor: boolean; updated_at: Date }
  /** The ways to sign in, without what proves them. */
  credentials: { provider: string; created_at: Date; updated_at: Date }[]
  sessions: {
    id: string
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    updated_at: Date
    expires_at: Date
  }[]
  tokens: ApiToken[]
  /** Public, so that they stand here whole. */
  site_keys: Omit<SiteKey, 'script_tag'>[]
  subscription: Subscription | null
  audit: AuditEvent[]
}

/** All that an account is made of, for its owner to read: no password, token or hash of one is in it. */
export async function readAccount(db: Db, userId: string): Promise<AccountRecord> {
  const account = await sql<AccountRecord['account']>`
    SELECT id, email, name, email_verified, image, two_factor_enabled AS second_factor, created_at, updated_at
    FROM users WHERE id = ${userId}`.execute(db)
  const credentials = await sql<AccountRecord['credentials'][number]>`
    SELECT provider_id AS provider, created_at, updated_at FROM credentials WHERE user_id = ${userId} ORDER BY id`.execute(
    db,
  )
  const sessions = await sql<AccountRecord['sessions'][number]>`
    SELECT id, ip_address, user_agent, created_at, updated_at, expires_at FROM sessions
    WHERE user_id = ${userId} ORDER BY id`.execute(db)
  return {
    account: account.rows[0]!,
    credentials: credentials.rows,
    sessions: sessions.rows,
    tokens: await listTokens(db, userId),
    site_keys: (await listSiteKeys(db, userId)).map(exportSiteKey),
    subscription: await findSubscription(db, userId),
    audit: await allAuditOfAccount(db, userId),
  }
}
