import type { ApiToken, IssuedToken, TokenPermission } from '@mailsift/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import { hashToken, makeToken } from './token-text.ts'

type ApiTokensTable = {
  id: string
  user_id: string
  sha256: Buffer
  permission: TokenPermission
  name: string
  last4: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

declare module '../platform/database.ts' {
  interface Tables {
    api_tokens: ApiTokensTable
  }
}

export type NewToken = { name: string; permission: TokenPermission; expiresAt?: Date }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const SHOWN = [
  'id',
  'name',
  'permission',
  'last4',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const satisfies (keyof ApiTokensTable)[]

/** The text of the token leaves this function and is kept nowhere. */
export async function issueToken(
  db: Db | Tx,
  userId: string,
  { name, permission, expiresAt }: NewToken,
): Promise<IssuedToken> {
  const token = makeToken(permission)
  const row = await db
    .insertInto('api_tokens')
    .values({
      id: uuidv7(),
      user_id: userId,
      sha256: hashToken(token),
      permission,
      name,
      last4: token.slice(-4),
      created_at: sql`now()`,
      expires_at: expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  return { token, api_token: toApiToken(row) }
}

export async function listTokens(db: Db, userId: string): Promise<ApiToken[]> {
  const rows = await db.selectFrom('api_tokens').select(SHOWN).where('user_id', '=', userId).orderBy('id').execute()
  return rows.map(toApiToken)
}

/** False when there is no such token, or it is not this user's. Revoking twice keeps the first time. */
export async function revokeToken(db: Db | Tx, tokenId: string, userId?: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api_tokens')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', tokenId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .executeTakeFirst()
  return revoked.numUpdatedRows > 0n
}

/** By its id or by its own text. */
export async function findTokenId(db: Db, idOrText: string): Promise<string | undefined> {
  const query = db.selectFrom('api_tokens').select('id')
  if (UUID.test(idOrText)) return (await query.where('id', '=', idOrText).executeTakeFirst())?.id
  return (await query.where('sha256', '=', hashToken(idOrText.trim())).executeTakeFirst())?.id
}

/** The one meaning of "usable", in the database's time: for every query over `api_tokens AS t`. */
export const isUsable = sql<boolean>`(t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()))`

export async function isUsableToken(db: Db | Tx, token: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_tokens as t')
    .select('t.id')
    .where('t.sha256', '=', hashToken(token))
    .where('t.user_id', '=', userId)
    .where(isUsable)
    .executeTakeFirst()
  return found !== undefined
}

function toApiToken(row: Pick<Selectable<ApiTokensTable>, (typeof SHOWN)[number]>): ApiToken {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
