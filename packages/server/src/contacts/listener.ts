import { readCandidates } from '../bulk/bulk.ts'
import type { Listener } from '../outbox/outbox.ts'
import { type SaveDeps, saveContacts } from './save.ts'

export type ContactsListenerDeps = SaveDeps

/** Saves contacts. The candidates of single validations come with their events; those of a chunk are read from its results. */
export function contactsListener(deps: ContactsListenerDeps): Listener {
  return async (tx, events) => {
    for (const event of events) {
      const { userId, occurredAt } = event
      const candidates = event.kind === 'single' ? event.candidates : await readCandidates(tx, event.chunkId)
      await saveContacts(
        deps,
        tx,
        candidates.map((candidate) => ({ ...candidate, userId, occurredAt })),
      )
    }
  }
}
