import type { Suppression, SuppressionPage, SuppressionReason, SuppressionSearch } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { invalidValue } from '../../platform/http/problem.ts'
import { type HashDeps, hashesToFind } from '../hash.ts'

type Row = {
  hash: Buffer
  email: string | null
  reason: SuppressionReason
  suppressed_at: Date
  expires_at: Date | null
  /** The time with microseconds, which dates of JavaScript do not have. */
  exactly: string
}

/** Newest first. */
export async function listSuppressions(
  deps: HashDeps & { db: Db },
  accountId: string,
  { reason, email, cursor, take }: SuppressionSearch,
): Promise<SuppressionPage> {
  const hashes = email === undefined ? null : hashesToFind(deps, email)
  const [at, hash] = cursor === undefined ? [null, null] : readCursor(cursor)
  const { rows } = await sql<Row>`
    SELECT hash, email, reason, suppressed_at, expires_at, suppressed_at::text AS exactly FROM suppressions
    WHERE account_id = ${accountId} AND coalesce(expires_at > now(), true)
      AND (${reason ?? null}::text IS NULL OR reason = ${reason ?? null})
      AND (${hashes}::bytea[] IS NULL OR hash = ANY(${hashes}::bytea[]))
      AND (${at}::timestamptz IS NULL OR (suppressed_at, hash) < (${at}::timestamptz, ${hash}::bytea))
    ORDER BY suppressed_at DESC, hash DESC LIMIT ${take + 1}`.execute(deps.db)
  const items = rows.slice(0, take)
  const last = rows.length > take ? items.at(-1) : undefined
  return { items: items.map(toSuppression), next_cursor: last ? writeCursor(last) : null }
}

const ROWS_PER_QUERY = 1_000

/** All of them, in pages: there may be a million. */
export async function* allSuppressions(deps: HashDeps & { db: Db }, accountId: string): AsyncGenerator<Suppression> {
  let cursor: string | undefined
  do {
    const page = await listSuppressions(deps, accountId, { take: ROWS_PER_QUERY, ...(cursor && { cursor }) })
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}

function toSuppression({ email, reason, suppressed_at, expires_at }: Row): Suppression {
  return { email, reason, suppressed_at: suppressed_at.toISOString(), expires_at: expires_at?.toISOString() ?? null }
}

function writeCursor({ exactly, hash }: Row): string {
  return Buffer.from(`${exactly}|${hash.toString('hex')}`).toString('base64url')
}

function readCursor(cursor: string): [at: string, hash: Buffer] {
  const [at = '', hash = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!/^[\d:. +-]{20,40}$/.test(at) || !/^[0-9a-f]{64}$/.test(hash) || Number.isNaN(Date.parse(at)))
    throw invalidValue('/querystring/cursor', 'must be next_cursor of a page')
  return [at, Buffer.from(hash, 'hex')]
}
