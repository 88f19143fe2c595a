import {
  type ApiToken,
  DEFAULT_TOKEN_SCOPES,
  type IssuedToken,
  type TokenLimit,
  type TokenPermission,
  type TokenScope,
  type UpdateTokenBody,
} from '@mailsift/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { isUuid, uuidv7 } from '../../platform/ids.ts'
import { makeToken } from './token-text.ts'

type ApiTokensTable = {
  id: string
  account_id: string
  sha256: Buffer
  permission: TokenPermission
  name: string
  last4: string
  scopes: TokenScope[]
  networks: string[]
  limit_requests: number | null
  limit_window_seconds: number | null
  replaced_by: string | null
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    api_tokens: ApiTokensTable
  }
}

export type NewToken = {
  name: string
  permission: TokenPermission
  expiresAt?: Date
  /** All, unless given. */
  scopes?: readonly TokenScope[]
  /** Ranges as parseNetwork writes them; anywhere, unless given. */
  networks?: readonly string[]
  limit?: TokenLimit | null
  /** The person who makes it. */
  createdBy?: string
}

const SHOWN_COLUMNS = [
  'id',
  'name',
  'permission',
  'scopes',
  'networks',
  'limit_requests',
  'limit_window_seconds',
  'replaced_by',
  'last4',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const satisfies (keyof ApiTokensTable)[]

const CREATED_BY = sql<string | null>`(SELECT email FROM users WHERE users.id = created_by)`.as('created_by')
const SHOWN = [...SHOWN_COLUMNS, CREATED_BY] as const

/** The text of the token leaves this function and is kept nowhere. */
export async function issueToken(
  db: Db | Tx,
  accountId: string,
  { name, permission, expiresAt, scopes = DEFAULT_TOKEN_SCOPES, networks = [], limit = null, createdBy }: NewToken,
): Promise<IssuedToken> {
  const token = makeToken(permission)
  const row = await db
    .insertInto('api_tokens')
    .values({
      id: uuidv7(),
      account_id: accountId,
      sha256: hashSecret(token),
      permission,
      name,
      last4: token.slice(-4),
      scopes: [...scopes],
      networks: [...networks],
      ...limitColumns(limit),
      replaced_by: null,
      created_by: createdBy ?? null,
      created_at: sql`now()`,
      expires_at: expiresAt ?? null,
      last_used_at: null,
      revoked_at: null,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
  return { token, api_token: toApiToken(row) }
}

export async function listTokens(db: Db, accountId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(SHOWN)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toApiToken)
}

/** False when there is no such token, or it is not this user's. Revoking twice keeps the first time. */
export async function revokeToken(db: Db | Tx, tokenId: string, accountId?: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api_tokens')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', tokenId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .executeTakeFirst()
  return revoked.numUpdatedRows > 0n
}

/** Undefined when there is no such token, or it is not this user's. What is not given stays. */
export async function changeToken(
  tx: Tx,
  tokenId: string,
  accountId: string,
  { name, scopes, networks, limit }: UpdateTokenBody,
): Promise<ApiToken | undefined> {
  const row = await tx
    .updateTable('api_tokens')
    .set({
      // Something has to be set, also when nothing is to change.
      account_id: accountId,
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(networks !== undefined && { networks }),
      ...(limit !== undefined && limitColumns(limit)),
    })
    .where('id', '=', tokenId)
    .where('account_id', '=', accountId)
    .returning(SHOWN)
    .executeTakeFirst()
  return row && toApiToken(row)
}

/**
 * A new token with the same name, permission and rules, and an end for the old one: both work during the overlap. A token
 * that had an end keeps its span: its successor has as long from now on. One that was replaced before gives the end of its
 * first successor: its own has become that of the overlap. Undefined when no such token is usable.
 */
export async function rollOverToken(
  tx: Tx,
  tokenId: string,
  overlapSeconds: number,
  { accountId, createdBy }: { accountId?: string; createdBy?: string } = {},
): Promise<IssuedToken | undefined> {
  const old = await tx
    .selectFrom('api_tokens as t')
    .selectAll()
    .where('t.id', '=', tokenId)
    .where(isUsable)
    .$if(accountId !== undefined, (query) => query.where('t.account_id', '=', accountId!))
    .forUpdate()
    .executeTakeFirst()
  if (!old) return undefined
  const issued = await issueToken(tx, old.account_id, {
    name: old.name,
    permission: old.permission,
    scopes: old.scopes,
    networks: old.networks,
    limit: limitOf(old),
    createdBy: createdBy ?? old.created_by ?? undefined,
    expiresAt: old.replaced_by === null ? spanFromNow(old) : await endOf(tx, old.replaced_by),
  })
  await sql`UPDATE api_tokens SET replaced_by = ${issued.api_token.id},
      expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
    WHERE id = ${tokenId}`.execute(tx)
  return issued
}

function spanFromNow({ created_at, expires_at }: Selectable<ApiTokensTable>): Date | undefined {
  return expires_at ? new Date(Date.now() + expires_at.getTime() - created_at.getTime()) : undefined
}

async function endOf(tx: Tx, tokenId: string): Promise<Date | undefined> {
  const token = await tx.selectFrom('api_tokens').select('expires_at').where('id', '=', tokenId).executeTakeFirst()
  return token?.expires_at ?? undefined
}

/** By its id or by its own text. */
export async function findTokenId(db: Db, idOrText: string): Promise<string | undefined> {
  const query = db.selectFrom('api_tokens').select('id')
  if (isUuid(idOrText)) return (await query.where('id', '=', idOrText).executeTakeFirst())?.id
  return (await query.where('sha256', '=', hashSecret(idOrText.trim())).executeTakeFirst())?.id
}

/** The one meaning of "usable", in the database's time: for every query over `api_tokens AS t`. */
export const isUsable = sql<boolean>`(t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()))`

export async function isUsableToken(db: Db | Tx, token: string, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_tokens as t')
    .select('t.id')
    .where('t.sha256', '=', hashSecret(token))
    .where('t.account_id', '=', accountId)
    .where(isUsable)
    .executeTakeFirst()
  return found !== undefined
}

function limitColumns(limit: TokenLimit | null): Pick<ApiTokensTable, 'limit_requests' | 'limit_window_seconds'> {
  return { limit_requests: limit?.requests ?? null, limit_window_seconds: limit?.window_seconds ?? null }
}

function limitOf(row: Pick<ApiTokensTable, 'limit_requests' | 'limit_window_seconds'>): TokenLimit | null {
  return row.limit_requests === null
    ? null
    : { requests: row.limit_requests, window_seconds: row.limit_window_seconds! }
}

function toApiToken({
  limit_requests,
  limit_window_seconds,
  ...row
}: Pick<Selectable<ApiTokensTable>, (typeof SHOWN_COLUMNS)[number] | 'created_by'>): ApiToken {
  return {
    ...row,
    limit: limitOf({ limit_requests, limit_window_seconds }),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
