import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { objectOf, parseJson, textOf, webUrlOf } from './json.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    rdap_servers: { suffix: string; server: string; fetched_at: Date }
  }
}

/** Suffix of domain names (mostly a top-level domain) → base URL of its RDAP server. */
export type ServerTable = ReadonlyMap<string, string>

const MAX_FILE_BYTES = 4 * 1024 * 1024
/** The daily task may run a little early. */
const FRESH_HOURS = 20
const READ_AGAIN_MS = 10 * 60_000
/** A new installation has no list yet: the fetched one is used as soon as a worker has stored it. */
const READ_EMPTY_AGAIN_MS = 1_000
/** IANA lists some 1,200; a file with a tenth of what we have is a mistake, and following it would lose most registries. */
const SMALLEST_SHARE = 0.5

/** Reads IANA's file (RFC 9224 §4): pairs of suffixes and base URLs, of which https is preferred (§3). */
export function readBootstrapFile(file: unknown): ServerTable {
  const table = new Map<string, string>()
  for (const [suffixes, urls] of arrayOf(objectOf(file).services).map(arrayOf)) {
    const servers = arrayOf(urls).flatMap((url) => webUrlOf(url) ?? [])
    const server = servers.find((url) => url.startsWith('https:')) ?? servers[0]
    if (server === undefined) continue
    for (const suffix of arrayOf(suffixes)) {
      const name = textOf(suffix)?.toLowerCase()
      if (name) table.set(name, server.endsWith('/') ? server : `${server}/`)
    }
  }
  return table
}

/** Unlike an answer about a domain, this file is long by nature. */
function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export type RefreshOutcome = 'fresh' | 'fetched' | 'unreachable' | 'implausible'

/** The daily task: brings IANA's table into the database, where every process reads it. A bad file changes nothing. */
export async function refreshBootstrap(
  { db, fetch }: { db: Db; fetch: GuardedFetch },
  url: string,
): Promise<RefreshOutcome> {
  const kept = await db
    .selectFrom('rdap_servers')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<boolean>`coalesce(max(fetched_at) > now() - make_interval(hours => ${FRESH_HOURS}), false)`.as('fresh'),
    ])
    .executeTakeFirstOrThrow()
  if (kept.fresh) return 'fresh'
  const fetched = await fetch(url, { accept: 'application/json', maxBytes: MAX_FILE_BYTES })
  if (!fetched.ok || fetched.status !== 200) return 'unreachable'
  const table = readBootstrapFile(parseJson(fetched.body))
  if (table.size === 0 || table.size < kept.count * SMALLEST_SHARE) return 'implausible'
  const rows = [...table].map(([suffix, server]) => ({ suffix, server }))
  // Readers see the old table or the new one, never a mixture.
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('rdap_servers').execute()
    await sql`INSERT INTO rdap_servers (suffix, server)
      SELECT suffix, server FROM json_to_recordset(${JSON.stringify(rows)}) AS row (suffix text, server text)
      ON CONFLICT (suffix) DO UPDATE SET server = excluded.server, fetched_at = excluded.fetched_at`.execute(tx)
  })
  return 'fetched'
}

/** The base URL to ask about a domain, or undefined where there is no RDAP service. */
export type FindServer = (domain: string) => Promise<string | undefined>

export function createServerFinder({ db, clock, builtIn }: { db: Db; clock: Clock; builtIn: ServerTable }): FindServer {
  let table: Promise<ServerTable> | undefined
  let readAgainAt = 0

  async function read(): Promise<ServerTable> {
    const rows = await db.selectFrom('rdap_servers').select(['suffix', 'server']).execute()
    if (rows.length === 0) readAgainAt = clock.now() + READ_EMPTY_AGAIN_MS
    return new Map([...builtIn, ...rows.map(({ suffix, server }) => [suffix, server] as const)])
  }

  return async (domain) => {
    if (!table || clock.now() > readAgainAt) {
      readAgainAt = clock.now() + READ_AGAIN_MS
      const reading = read()
      table = reading
      reading.catch(() => {
        if (table === reading) table = undefined
      })
    }
    const servers = await table
    // RFC 9224 §4: the entry that matches the most labels wins.
    for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1)) {
      const server = servers.get(domain.slice(dot + 1))
      if (server !== undefined) return server
    }
    return undefined
  }
}
