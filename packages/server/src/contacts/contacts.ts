// The door to contacts, for the files that wire the service: saving them from validations and enriching them.

import type { Enricher, EnricherDeps, EnrichmentOptions } from '../enrichment/enricher.ts'
import { refreshContacts } from '../enrichment/refresh.ts'
import type { CronEntry, TaskHandlers } from '../platform/queue/queue.ts'

export { type EditDeps, editContact } from './edit.ts'
export { type ContactsListenerDeps, contactsListener } from './listener.ts'
export { READ as READ_CONTACTS, WRITE as WRITE_CONTACTS } from './routes.ts'
export { searchContacts } from './search.ts'
export { countUnreadable } from './suppression.ts'

export type ContactTaskOptions = EnrichmentOptions & {
  enabled: boolean
  /** Contacts whose refresh starts in one run of the periodic task. */
  refreshMaxCount: number
}

type ContactTasks = Pick<TaskHandlers, 'contacts.website' | 'contacts.wikidata' | 'contacts.refresh'>

/** While enrichment is switched off, tasks that wait end without effect; contacts stay due and are taken up when it is on. */
export function contactTasks(deps: EnricherDeps, options: ContactTaskOptions): ContactTasks {
  const { db } = deps
  let loading: Promise<Enricher> | undefined
  // Loaded late: the parsers of pages and schemas are large, and a start should not wait for them.
  const enricher = () => {
    loading ??= import('../enrichment/enricher.ts').then(({ createEnricher }) => createEnricher(deps, options))
    return loading
  }
  return {
    'contacts.website': async (task, context) => {
      if (options.enabled) await (await enricher()).fromWebsite(task, context)
    },
    'contacts.wikidata': async (task, context) => {
      if (options.enabled) await (await enricher()).fromWikidata(task, context)
    },
    'contacts.refresh': async () => {
      if (options.enabled) await refreshContacts({ db }, options.refreshMaxCount)
    },
  }
}

export const contactsCron: readonly CronEntry[] = [{ task: 'contacts.refresh', match: '*/5 * * * *' }]
