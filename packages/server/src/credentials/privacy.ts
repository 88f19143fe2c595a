// Tokens and site keys of an account, for the administration: exported, or rid of an address. No token or hash of one is in them.
import type { ApiToken, SiteKey } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { exportSiteKey, listSiteKeys } from './site-keys/site-keys.ts'
import { listTokens } from './tokens/tokens.ts'

export type CredentialRecord = {
  tokens: ApiToken[]
  /** Public, so that they stand here whole. */
  site_keys: Omit<SiteKey, 'script_tag'>[]
}

export async function credentialsOfAccount(db: Db, accountId: string): Promise<CredentialRecord> {
  return { tokens: await listTokens(db, accountId), site_keys: (await listSiteKeys(db, accountId)).map(exportSiteKey) }
}

export type FoundCredentialName = { kind: 'token_name' | 'site_key_name'; accountId: string; id: string; text: string }

/** Names of tokens and site keys that hold an address. */
export async function findCredentialNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundCredentialName[]> {
  const { rows } = await sql<FoundCredentialName>`
    SELECT 'token_name' AS kind, account_id AS "accountId", id, name AS text FROM api_tokens WHERE name ~ ${namePattern}
    UNION ALL SELECT 'site_key_name', account_id, id, name FROM site_keys WHERE name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

/** The token or site key goes on working. */
export async function forgetCredentialNames(tx: Tx, names: readonly FoundCredentialName[]): Promise<void> {
  for (const { kind, id } of names)
    if (kind === 'token_name') await sql`UPDATE api_tokens SET name = 'Removed' WHERE id = ${id}`.execute(tx)
    else await sql`UPDATE site_keys SET name = 'Removed' WHERE id = ${id}`.execute(tx)
}
