/** Keeps the engine of one process up to what the database knows: no restart, and no pause that a request could feel. */
import { createFreshNames, type Engine, type FreshLists } from '@mailsift/engine'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { readDisposableHosts } from './learned-hosts.ts'
import { nameLists } from './source-names.ts'

const ASK_AGAIN_MS = 30_000
/** Few enough that one page is read in a millisecond or two; requests are answered between two of them. */
const PAGE_NAMES = 1_000
const NO_CHANGE_YET = 0

export type ListFollower = {
  /** Reads the lists if they changed; from the first call on also periodically. Returns whether the engine took up new ones; a failure is logged, and tried again later. */
  refresh(): Promise<boolean>
  stop(): Promise<void>
}

export type FollowDeps = { db: Db; engine: Pick<Engine, 'takeUp' | 'dataVersion'>; log: Log }

export function followLists({ db, engine, log }: FollowDeps, askAgainMs = ASK_AGAIN_MS): ListFollower {
  let version = NO_CHANGE_YET
  let running: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  const refresh = () => {
    timer ??= setInterval(() => void refresh(), askAgainMs).unref()
    running ??= takeUpChanges()
      .catch((error: Error) => {
        log.warn({ error: error.name }, 'disposable-domain lists not loaded')
        return false
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  async function takeUpChanges(): Promise<boolean> {
    const newest = await db.selectFrom('domain_lists_version').select('version').executeTakeFirstOrThrow()
    if (newest.version === version) return false
    engine.takeUp(await readFreshLists(db, newest.version))
    version = newest.version
    log.info({ data_version: engine.dataVersion }, 'disposable-domain lists updated')
    return true
  }
  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Names that change while the pages are read come with a new version, and are read again then. */
async function readFreshLists(db: Db, version: number): Promise<FreshLists> {
  const disposable = createFreshNames()
  const lists = await db.selectFrom('domain_lists').select('url').execute()
  const names = nameLists(lists.map(({ url }) => url))
  for (let after: Page | undefined = FIRST; after; ) {
    const pages: Page[] = await readPage(db, after)
    for (const { url, domains } of pages) {
      // A list added since then comes with the next version.
      const list = names.get(url)
      if (list) for (const domain of domains.split('\n')) disposable.add(domain, list)
    }
    after = pages.at(-1)
  }
  return {
    version: String(version),
    disposable,
    mailHosts: await readDisposableHosts(db, 'mail_host'),
    nameServers: await readDisposableHosts(db, 'name_server'),
  }
}

/** A part of one list, in order. */
type Page = { url: string; domains: string; last: string }
const FIRST: Page = { url: '', domains: '', last: '' }

/** The names of a list come as one text: a row for each takes more than twice the processor time. */
async function readPage(db: Db, after: Page): Promise<Page[]> {
  const { rows } = await sql<Page>`
    SELECT url, string_agg(domain, E'\\n' ORDER BY domain) AS domains, max(domain) AS last
    FROM (
      SELECT url, domain FROM listed_domains
      WHERE (url, domain) > (${after.url}, ${after.last}) ORDER BY url, domain LIMIT ${PAGE_NAMES}
    ) AS page
    GROUP BY url ORDER BY url`.execute(db)
  return rows
}
