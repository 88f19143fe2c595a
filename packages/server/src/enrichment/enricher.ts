import type { EnrichmentSource } from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { TaskContext, TaskHandler } from '../platform/queue/queue.ts'
import { createAhead } from './ahead.ts'
import { type EnrichDeps, enrichFromWebsite, enrichFromWikidata } from './enrich.ts'
import { createAskSource } from './source.ts'
import { createWikidataApi } from './wikidata/api.ts'
import { createQueryService } from './wikidata/query-service.ts'

export type EnrichmentOptions = {
  sources: readonly EnrichmentSource[]
  /** Whether names of contacts may be sent to Wikidata. */
  searchesByName: boolean
  /** Wikidata's own, unless given. */
  wikidataApiUrl?: string | undefined
  retryDelaysMs?: readonly number[]
  /** After Wikidata could not answer. */
  wikidataRestMs?: number | undefined
}

export type EnricherDeps = {
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  engine: Pick<Engine, 'validate'>
  fetch: GuardedFetch
  /** As the fetch sends it; robots.txt is read for the product that it names first. */
  userAgent: string
}

export type Enricher = {
  fromWebsite: TaskHandler<'enrichment.website'>
  fromWikidata: TaskHandler<'enrichment.wikidata'>
}

const MINUTE_MS = 60_000
const RETRY_DELAYS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS)

export function createEnricher(deps: EnricherDeps, options: EnrichmentOptions): Enricher {
  const { db, clock, engine, fetch, userAgent } = deps
  const askSource = createAskSource(deps)
  const wikidata = createWikidataApi({ fetch, apiUrl: options.wikidataApiUrl, restMs: options.wikidataRestMs })
  const queryService = createQueryService({ fetch, clock })
  const enrich: EnrichDeps = {
    db,
    clock,
    engine,
    askSource,
    wikidata,
    website: { fetch, clock, userAgent },
    ahead: createAhead({ db, clock, engine, askSource, wikidata, queryService }),
    sources: new Set(options.sources),
    searchesByName: options.searchesByName,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
  }
  // A process ended while it ran: if it was because of what a source said, that was said of this domain and no other.
  const alone: EnrichDeps = { ...enrich, ahead: undefined }
  // The answers of this domain's sources ended the process that read them, so they are not asked.
  const silent: EnrichDeps = { ...alone, askSource: async () => ({ known: false, reason: 'quarantined' }) }
  const depsFor = ({ isQuarantined, interruptions, isIsolated }: TaskContext) => {
    if (isQuarantined) return silent
    return interruptions > 0 || isIsolated ? alone : enrich
  }
  return {
    fromWebsite: (task, context) => enrichFromWebsite(depsFor(context), task, context),
    fromWikidata: (task, context) => enrichFromWikidata(depsFor(context), task, context),
  }
}
