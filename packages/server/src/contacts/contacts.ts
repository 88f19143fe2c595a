// The door to contacts: saving them from validations, enriching them, and the administration's access to them.
import type { EnrichmentSource } from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { GuardedFetch } from '../platform/guarded-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { CronEntry, TaskHandlers } from '../platform/queue.ts'
import { enrichFromWebsite, enrichFromWikidata } from './enrichment/enrich.ts'
import { refreshContacts } from './enrichment/refresh.ts'
import { createAskSource } from './enrichment/source.ts'
import { createWikidataApi } from './enrichment/wikidata/api.ts'

export { contactsOfUser, contactsWithAddress, forgetAddress, forgetContactsOfUser } from './privacy.ts'
export { type SafeAddress, type SaveDeps, saveContacts } from './save.ts'

export type EnrichmentOptions = {
  enabled: boolean
  sources: readonly EnrichmentSource[]
  /** Wikidata's own, unless given. */
  wikidataApiUrl?: string | undefined
  /** Contacts whose refresh starts in one run of the periodic task. */
  refreshMaxCount: number
  retryDelaysMs?: readonly number[]
  /** After Wikidata could not answer. */
  wikidataRestMs?: number | undefined
}

export type ContactTaskDeps = {
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  engine: Pick<Engine, 'judge'>
  fetch: GuardedFetch
  /** As the fetch sends it; robots.txt is read for the product that it names first. */
  userAgent: string
}

type ContactTasks = Pick<TaskHandlers, 'contacts.website' | 'contacts.wikidata' | 'contacts.refresh'>

const MINUTE_MS = 60_000
const RETRY_DELAYS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS)

/** While enrichment is switched off, tasks that wait end without effect; contacts stay due and are taken up when it is on. */
export function contactTasks(deps: ContactTaskDeps, options: EnrichmentOptions): ContactTasks {
  const { db, clock, engine, fetch, userAgent } = deps
  const enrich = {
    db,
    clock,
    engine,
    askSource: createAskSource(deps),
    website: { fetch, clock, userAgent },
    wikidata: createWikidataApi({ fetch, apiUrl: options.wikidataApiUrl, restMs: options.wikidataRestMs }),
    sources: new Set(options.sources),
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
  }
  return {
    'contacts.website': async (task) => {
      if (options.enabled) await enrichFromWebsite(enrich, task)
    },
    'contacts.wikidata': async (task, context) => {
      if (options.enabled) await enrichFromWikidata(enrich, task, context)
    },
    'contacts.refresh': async () => {
      if (options.enabled) await refreshContacts({ db }, options.refreshMaxCount)
    },
  }
}

export const contactsCron: readonly CronEntry[] = [{ task: 'contacts.refresh', match: '*/5 * * * *' }]
