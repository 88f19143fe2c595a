// The door of enrichment: what websites and Wikidata say about the person and the company of a contact.
import type { CronEntry, TaskHandlers } from '../platform/queue/queue.ts'
import type { Enricher, EnricherDeps, EnrichmentOptions } from './enricher.ts'
import { refreshContacts } from './refresh.ts'

export type EnrichmentTaskOptions = EnrichmentOptions & {
  enabled: boolean
  /** Contacts whose refresh starts in one run of the periodic task. */
  refreshMaxCount: number
}

type EnrichmentTasks = Pick<TaskHandlers, 'enrichment.website' | 'enrichment.wikidata' | 'enrichment.refresh'>

/** While enrichment is switched off, tasks that wait end without effect; contacts stay due and are taken up when it is on. */
export function enrichmentTasks(deps: EnricherDeps, options: EnrichmentTaskOptions): EnrichmentTasks {
  const { db } = deps
  let loading: Promise<Enricher> | undefined
  // Loaded late: the parsers of pages and schemas are large, and a start should not wait for them.
  const enricher = () => {
    loading ??= import('./enricher.ts').then(({ createEnricher }) => createEnricher(deps, options))
    return loading
  }
  return {
    'enrichment.website': async (task, context) => {
      if (options.enabled) await (await enricher()).fromWebsite(task, context)
    },
    'enrichment.wikidata': async (task, context) => {
      if (options.enabled) await (await enricher()).fromWikidata(task, context)
    },
    'enrichment.refresh': async () => {
      if (options.enabled) await refreshContacts({ db }, options.refreshMaxCount)
    },
  }
}

export const enrichmentCron: readonly CronEntry[] = [{ task: 'enrichment.refresh', match: '*/5 * * * *' }]
