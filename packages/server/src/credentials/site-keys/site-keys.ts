// The door of site keys, by which a web page uses the service in the name of an account.
import { randomBytes } from 'node:crypto'
import type { SiteKey } from '@mailsift/contract'
import { type Selectable, sql } from 'kysely'
import { hasActiveSubscription } from '../../accounts/subscriptions/subscriptions.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'

type SiteKeysTable = {
  id: string
  account_id: string
  key: string
  name: string
  origins: string[]
  created_at: Date
  revoked_at: Date | null
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    site_keys: SiteKeysTable
  }
}

/** The line that a page carries, for a key. */
export type ScriptTag = (key: string) => string

const PREFIX = 'mk_'
const KEY_BYTES = 16

export async function makeSiteKey(
  tx: Tx,
  accountId: string,
  { name, origins }: { name: string; origins: readonly string[] },
): Promise<Selectable<SiteKeysTable>> {
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const row = { id: uuidv7(), account_id: accountId, key, name, origins: [...origins] }
  return tx
    .insertInto('site_keys')
    .values({ ...row, created_at: sql`now()`, revoked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listSiteKeys(db: Db, accountId: string): Promise<Selectable<SiteKeysTable>[]> {
  return db.selectFrom('site_keys').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** False when there is no such key, or it is not this user's. Revoking twice keeps the first time. */
export async function revokeSiteKey(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const revoked = await tx
    .updateTable('site_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return revoked.numUpdatedRows > 0n
}

/** The account and the origins of a key; undefined for an unknown or revoked one. */
export async function findSiteKey(
  db: Db,
  key: string,
): Promise<{ id: string; accountId: string; origins: readonly string[]; subscribed: boolean } | undefined> {
  // PostgreSQL's text holds no NUL, and no key has one.
  if (!key.startsWith(PREFIX) || key.includes('\0')) return undefined
  const row = await db
    .selectFrom('site_keys')
    .select(['id', 'account_id', 'origins'])
    .where('key', '=', key)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    accountId: row.account_id,
    origins: row.origins,
    subscribed: await hasActiveSubscription(db, row.account_id),
  }
}

export function toSiteKey(row: Selectable<SiteKeysTable>, scriptTag: ScriptTag): SiteKey {
  const { id, key, name, origins, created_at, revoked_at } = exportSiteKey(row)
  return { id, key, name, origins, script_tag: scriptTag(key), created_at, revoked_at }
}

/** The stored fields of a key; the embed line is made of them. */
export function exportSiteKey(row: Selectable<SiteKeysTable>): Omit<SiteKey, 'script_tag'> {
  const { id, key, name, origins, created_at, revoked_at } = row
  return { id, key, name, origins, created_at: created_at.toISOString(), revoked_at: revoked_at?.toISOString() ?? null }
}
