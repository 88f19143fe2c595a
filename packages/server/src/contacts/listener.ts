import { readCandidates } from '../bulk/bulk.ts'
import type { Listener } from '../outbox/outbox.ts'
import { type SaveDeps, saveContacts } from './save.ts'
import { accountsWithoutContacts } from './saving.ts'

export type ContactsListenerDeps = SaveDeps

/** Saves contacts. The candidates of single validations come with their events; those of a chunk are read from its results. */
export function contactsListener(deps: ContactsListenerDeps): Listener {
  return async (tx, events) => {
    const without = await accountsWithoutContacts(tx, [...new Set(events.map(({ accountId }) => accountId))])
    await saveContacts(
      deps,
      tx,
      events
        .filter(({ accountId }) => !without.has(accountId))
        .map((event) => ({
          accountId: event.accountId,
          occurredAt: event.occurredAt,
          read: async () => (event.kind === 'single' ? event.candidates : readCandidates(tx, event)),
        })),
    )
  }
}
