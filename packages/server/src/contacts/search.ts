// The account's own list: searched, filtered, sorted, in pages that a cursor leads through. Every order stands on an index
// of the user's contacts, and one request looks at a bounded number of them, however few match.
import { domainToASCII } from 'node:url'
import type { ContactCount, ContactFilter, ContactPage, ContactSearch, ContactSort } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Db, Tx } from '../platform/database/database.ts'
import { invalidValue } from '../platform/http/problem.ts'
import { type ShownRow, toContact } from './store.ts'

/** A tenth of a second for a page without a match. */
const LOOKED_AT_MAX_COUNT = 20_000
/** More words narrow nothing down. */
const WORDS_MAX_COUNT = 10
/** PostgreSQL's text holds none. */
const NUL = '\0'

type Key = { position: number; normalized: string; domain: string }

/** The columns that a sort compares, in the direction of its index. */
const ORDERS: Record<ContactSort, { columns: readonly (keyof Key)[]; descending?: true }> = {
  newest: { columns: ['position'], descending: true },
  oldest: { columns: ['position'] },
  email: { columns: ['normalized'] },
  domain: { columns: ['domain', 'position'] },
}

export async function searchContacts(
  db: Db,
  accountId: string,
  query: ContactSearch,
  lookedAtMaxCount = LOOKED_AT_MAX_COUNT,
): Promise<ContactPage> {
  const { sort, take } = query
  refuseNul(query)
  const range = sql`FROM contacts WHERE account_id = ${accountId} ${within(query)} ORDER BY ${orderBy(sort)}`
  // One more than the page holds tells whether another follows.
  const { rows } = await sql<ShownRow & Key>`
    SELECT * FROM (
      SELECT * ${range} LIMIT ${lookedAtMaxCount}
    ) AS looked_at WHERE ${matches(query)} ORDER BY ${orderBy(sort)} LIMIT ${take + 1}`.execute(db)
  const items = rows.slice(0, take)
  const last = rows.length > take ? items.at(-1) : await lastLookedAt(db, range, lookedAtMaxCount)
  const counts = await db
    .selectFrom('contact_counts')
    .select('total')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return {
    items: items.map(toContact),
    next_cursor: last ? writeCursor(sort, last) : null,
    total: counts?.total ?? 0,
    take,
  }
}

/** Counting looks at no more: about a second. */
const COUNTED_MAX_COUNT = 200_000

/** Those that match, exactly unless the account has too many contacts to look at all. */
export async function countContacts(
  db: Db,
  accountId: string,
  filter: ContactFilter,
  lookedAtMaxCount = COUNTED_MAX_COUNT,
): Promise<ContactCount> {
  refuseNul(filter)
  const { rows } = await sql<{ count: number; looked_at: number }>`
    SELECT count(*) FILTER (WHERE ${matches(filter)}) AS count, count(*) AS looked_at FROM (
      SELECT * FROM contacts WHERE account_id = ${accountId} ${inDomain(filter)} LIMIT ${lookedAtMaxCount + 1}
    ) AS looked_at`.execute(db)
  const { count, looked_at } = rows[0]!
  return { count, is_exact: looked_at <= lookedAtMaxCount }
}

/** Ids of those that match, one more than `maxCount` at most. */
export async function findMatching(
  tx: Tx,
  accountId: string,
  filter: ContactFilter,
  maxCount: number,
): Promise<string[]> {
  refuseNul(filter)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM contacts WHERE account_id = ${accountId} ${inDomain(filter)} AND ${matches(filter)} LIMIT ${maxCount + 1}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Before a file begins: a status can no longer be sent then. */
export function refuseNul({ search = '', domain = '' }: ContactFilter): void {
  if (search.includes(NUL)) throw invalidValue('/querystring/search', 'must not contain U+0000')
  if (domain.includes(NUL)) throw invalidValue('/querystring/domain', 'must not contain U+0000')
}

/** The contact at which looking stopped, if there are others behind it. */
async function lastLookedAt(db: Db, range: RawBuilder<unknown>, count: number): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    SELECT position, normalized, domain ${range} LIMIT 2 OFFSET ${count - 1}`.execute(db)
  return rows.length === 2 ? rows[0] : undefined
}

function inDomain({ domain }: ContactFilter): RawBuilder<unknown> {
  return domain === undefined ? sql`` : sql`AND domain = ${domainToASCII(domain.trim()) || domain.toLowerCase()}`
}

function within({ sort, cursor, ...filter }: ContactSearch): RawBuilder<unknown> {
  const exactly = inDomain(filter)
  if (cursor === undefined) return exactly
  const { columns, descending } = ORDERS[sort]
  const key = readCursor(sort, cursor)
  const values = columns.map((column) => (column === 'position' ? sql`${key[column]}::bigint` : sql`${key[column]}`))
  const beyond = sql.raw(descending ? '<' : '>')
  return sql`${exactly} AND (${sql.join(columns.map((column) => sql.ref(column)))}) ${beyond} (${sql.join(values)})`
}

function orderBy(sort: ContactSort): RawBuilder<unknown> {
  const { columns, descending } = ORDERS[sort]
  return sql.join(columns.map((column) => (descending ? sql`${sql.ref(column)} DESC` : sql.ref(column))))
}

function matches({ state, search }: ContactFilter): RawBuilder<unknown> {
  const hasState = state === undefined ? sql`true` : sql`state = ${state}`
  const words = search?.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX_COUNT) ?? []
  if (words.length === 0) return hasState
  const text = sql`lower(concat_ws(E'\\n', email, domain, first_name, last_name,
    sources #>> '{website,company,name}', sources #>> '{wikidata_company,company,name}',
    sources #>> '{website,person,name}', sources #>> '{wikidata_person,person,name}'))`
  return sql`${hasState} AND (SELECT bool_and(strpos(${text}, lower(word)) > 0) FROM unnest(${words}::text[]) AS word)`
}

const CURSOR_VERSION = 1
const Cursor = Type.Object({
  /** Cursors from before 0.1.0 have none and are otherwise the same. */
  version: Type.Optional(Type.Integer()),
  sort: Type.String(),
  position: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  normalized: Type.String(),
  domain: Type.String(),
})
const isCursor = Compile(Cursor)

function writeCursor(sort: ContactSort, { position, normalized, domain }: Key): string {
  const cursor: Static<typeof Cursor> = { version: CURSOR_VERSION, sort, position, normalized, domain }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(sort: ContactSort, text: string): Key {
  const cursor = parse(Buffer.from(text, 'base64url').toString())
  const { version = CURSOR_VERSION } = (cursor ?? {}) as { version?: unknown }
  if (version !== CURSOR_VERSION)
    throw invalidValue(
      '/querystring/cursor',
      `is in version ${JSON.stringify(version)}, which this server does not read; start at the first page`,
    )
  if (
    isCursor.Check(cursor) &&
    cursor.sort === sort &&
    ![cursor.normalized, cursor.domain].some((text) => text.includes(NUL))
  )
    return cursor
  throw invalidValue('/querystring/cursor', 'must be the next_cursor of a page with the same sort')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
