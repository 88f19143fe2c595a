/** The daily task: brings the lists of disposable domains into the database, where every process reads them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import { type ListProblem, readList } from './read-source.ts'
import { nameLists } from './source-names.ts'
import { changeVersion } from './version.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    domain_lists: {
      url: string
      etag: string | null
      fetched_at: Date | null
      checked_at: Date
      outcome: string
      name_count: number
      shrunk_since: Date | null
      shrunk_count: number | null
    }
    listed_domains: { url: string; domain: string; last_seen_at: Date }
    domain_lists_version: { only_row: boolean; version: number }
  }
}

const MAX_LIST_BYTES = 8 * 1024 * 1024
const TOTAL_MS = 60_000
/** The hourly task asks again only for what is older: once a day, a little early at most. */
const FRESH_HOURS = 20
/** A list of the day names what was seen that day: a name stays for so long after it was last seen. */
const KEPT_DAYS = 180
/** A list that lost more than half of its names is taken for a mistake, or for another file, until it has stayed so for long. */
const SMALLEST_SHARE = 0.5
export const SHRUNK_DAYS = 7

type ListOutcome = 'fetched' | 'unchanged' | 'unreachable' | 'too_large' | 'shrank' | ListProblem

export type RefreshDeps = { db: Db; log: Log; fetch: GuardedFetch; urls: readonly string[] }

export async function refreshLists({ db, log, fetch, urls }: RefreshDeps): Promise<void> {
  const names = nameLists(urls)
  for (const url of urls) {
    const kept = await db
      .selectFrom('domain_lists')
      .select(['etag', 'name_count', 'fetched_at'])
      .select(sql<boolean>`coalesce(fetched_at > now() - make_interval(hours => ${FRESH_HOURS}), false)`.as('fresh'))
      .where('url', '=', url)
      .executeTakeFirst()
    if (kept?.fresh) continue
    const outcome = await refreshOne({ db, fetch }, url, kept)
    const line = { list: names.get(url), outcome }
    if (outcome === 'fetched' || outcome === 'unchanged') log.info(line, 'disposable-domain list refreshed')
    else log.warn(line, 'disposable-domain list refresh failed; the last good version stays in use')
  }
  await forgetLists(db, urls)
  await forgetNames(db)
}

type Kept = { etag: string | null; name_count: number; fetched_at: Date | null }

async function refreshOne(
  { db, fetch }: Pick<RefreshDeps, 'db' | 'fetch'>,
  url: string,
  kept: Kept | undefined,
): Promise<ListOutcome> {
  const fetched = await fetch(url, {
    accept: 'text/plain, application/json;q=0.9, */*;q=0.1',
    maxBytes: MAX_LIST_BYTES,
    totalMs: TOTAL_MS,
    ...(kept?.etag && { etag: kept.etag }),
  })
  if (!fetched.ok) return note(db, url, fetched.reason === 'too_large' ? 'too_large' : 'unreachable')
  if (fetched.status === 304 && kept?.fetched_at) return confirm(db, url)
  if (fetched.status !== 200) return note(db, url, 'unreachable')
  const list = readList(fetched.body)
  if (!list.ok) return note(db, url, list.problem)
  const hasShrunk = list.domains.size < (kept?.name_count ?? 0) * SMALLEST_SHARE
  if (hasShrunk && !(await isSmallForLong(db, url, list.domains.size))) return 'shrank'
  await store(db, url, list.domains, fetched.headers.get('etag'))
  return 'fetched'
}

/** A failed fetch leaves the last good list in use. */
async function note(db: Db, url: string, outcome: ListOutcome): Promise<ListOutcome> {
  await sql`INSERT INTO domain_lists (url, outcome) VALUES (${url}, ${outcome})
    ON CONFLICT (url) DO UPDATE SET outcome = excluded.outcome, checked_at = now()`.execute(db)
  return outcome
}

/** A list that keeps losing names restarts the wait: it has not settled. */
async function isSmallForLong(db: Db, url: string, size: number): Promise<boolean> {
  const { rows } = await sql<{ is_for_long: boolean }>`UPDATE domain_lists SET outcome = 'shrank', checked_at = now(),
      shrunk_since = CASE WHEN shrunk_count * ${SMALLEST_SHARE}::float <= ${size} THEN shrunk_since ELSE now() END,
      shrunk_count = CASE WHEN shrunk_count * ${SMALLEST_SHARE}::float <= ${size} THEN shrunk_count ELSE ${size} END
    WHERE url = ${url}
    RETURNING shrunk_since <= now() - make_interval(days => ${SHRUNK_DAYS}) AS is_for_long`.execute(db)
  return rows[0]?.is_for_long ?? false
}

/** A list that did not change names today what it named before. */
async function confirm(db: Db, url: string): Promise<ListOutcome> {
  await db.transaction().execute(async (tx) => {
    await sql`UPDATE listed_domains AS named SET last_seen_at = now() FROM domain_lists AS list
      WHERE list.url = ${url} AND named.url = list.url AND named.last_seen_at = list.fetched_at`.execute(tx)
    await sql`UPDATE domain_lists SET outcome = 'unchanged', checked_at = now(), fetched_at = now(),
        shrunk_since = NULL, shrunk_count = NULL
      WHERE url = ${url}`.execute(tx)
  })
  return 'unchanged'
}

/** The row of the list is written first: two processes that refresh at once take turns there. */
async function store(db: Db, url: string, domains: ReadonlySet<string>, etag: string | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`INSERT INTO domain_lists (url, etag, fetched_at, outcome, name_count)
      VALUES (${url}, ${etag}, now(), 'fetched', ${domains.size})
      ON CONFLICT (url) DO UPDATE SET etag = excluded.etag, fetched_at = now(), checked_at = now(),
        outcome = 'fetched', name_count = excluded.name_count, shrunk_since = NULL, shrunk_count = NULL`.execute(tx)
    const { rows } = await sql<{ is_new: boolean }>`
      WITH named AS (
        INSERT INTO listed_domains AS kept (url, domain, last_seen_at)
        SELECT ${url}, domain, now() FROM unnest(${[...domains]}::text[]) AS domain
        ON CONFLICT (url, domain) DO UPDATE SET last_seen_at = now() RETURNING kept.xmax = 0 AS is_new)
      SELECT coalesce(bool_or(is_new), false) AS is_new FROM named`.execute(tx)
    if (rows[0]?.is_new) await changeVersion(tx)
  })
}

/** Lists that the configuration no longer names go. */
async function forgetLists(db: Db, urls: readonly string[]): Promise<void> {
  await changing(db, sql`DELETE FROM domain_lists WHERE NOT url = ANY(${urls}::text[])`)
}

/** Names that were not seen for long go, also where nothing is fetched any more. */
export async function forgetNames(db: Db): Promise<void> {
  const old = sql`DELETE FROM listed_domains WHERE last_seen_at < now() - make_interval(days => ${KEPT_DAYS})`
  await changing(db, old)
}

async function changing(db: Db, removal: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await removal.execute(tx)
    if (numAffectedRows > 0n) await changeVersion(tx)
  })
}
