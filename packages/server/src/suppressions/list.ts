import type { Suppression, SuppressionPage, SuppressionReason, SuppressionSearch } from '@mailsift/contract'
import { sql } from 'kysely'
import { EFFECTS } from '../mailboxes/classes.ts'
import { type HashDeps, hashesToFind } from '../mailboxes/hash.ts'
import type { Db } from '../platform/database/database.ts'
import { invalidValue } from '../platform/http/problem.ts'
import { isEffective } from './suppressions.ts'

type Row = {
  hash: Buffer
  email: string | null
  reason: SuppressionReason
  suppressed_at: Date
  expires_at: Date | null
  origin: string | null
  source_name: string | null
  status_code: string | null
  reply: string | null
  happened_at: Date | null
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
  const mailboxes = hashes?.map(({ mailbox }) => mailbox) ?? null
  const people = hashes?.map(({ person }) => person) ?? null
  const [at, hash] = cursor === undefined ? [null, null] : readCursor(cursor)
  const { rows } = await sql<Row>`
    WITH page AS (
      SELECT hash, email, reason, suppressed_at, expires_at, origin FROM suppressions
      WHERE account_id = ${accountId} AND ${isEffective}
        AND (${reason ?? null}::text IS NULL OR reason = ${reason ?? null})
        AND (${mailboxes}::bytea[] IS NULL OR hash = ANY(${mailboxes}::bytea[]) OR (hash = ANY(${people}::bytea[]) AND reason <> 'bounce'))
        AND (${at}::timestamptz IS NULL OR (suppressed_at, hash) < (${at}::timestamptz, ${hash}::bytea))
      ORDER BY suppressed_at DESC, hash DESC LIMIT ${take + 1}
    )
    SELECT page.hash, email, reason, suppressed_at, page.expires_at, suppressed_at::text AS exactly,
      coalesce(told.origin, page.origin) AS origin, name AS source_name, status_code, reply, happened_at
    FROM page LEFT JOIN LATERAL (
      -- The report that decides: the newest about the mailbox, or the newest complaint.
      SELECT origin, status_code, reply, happened_at FROM mailbox_evidence e
      WHERE e.account_id = ${accountId} AND e.hash = page.hash AND state = 'counts'
        AND CASE reason WHEN 'bounce' THEN class = ANY(${DECISIVE}::text[]) WHEN 'complaint' THEN class = 'complaint' ELSE false END
      ORDER BY happened_at DESC, recorded_at DESC LIMIT 1
    ) AS told ON true
    LEFT JOIN bounce_sources s ON s.account_id = ${accountId} AND s.id::text = coalesce(told.origin, page.origin)
    ORDER BY suppressed_at DESC, page.hash DESC`.execute(deps.db)
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

const DECISIVE = Object.keys(EFFECTS)
const ORIGINS = ['upload', 'events', 'person'] as const

function toSuppression(row: Row): Suppression {
  const { email, reason, suppressed_at, expires_at, origin, source_name, status_code, reply, happened_at } = row
  const known = ORIGINS.find((each) => each === origin)
  const source_id = origin === null || known ? null : origin
  return {
    ...{ email, reason, suppressed_at: suppressed_at.toISOString(), expires_at: expires_at?.toISOString() ?? null },
    evidence: {
      ...{ origin: known ?? (source_id === null ? null : 'source'), source_id, source_name, status_code, reply },
      at: (happened_at ?? suppressed_at).toISOString(),
    },
  }
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
