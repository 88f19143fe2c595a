import type { Contact, ContactList, ContactPage, ContactSearch, UpdateContactBody } from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'
import { type Listing, type ListOptions, listing } from './listing.ts'

export type Contacts = {
  /** All contacts, newest first. */
  list(options?: ListOptions): Listing<Contact, ContactList>
  /** One page of those that match; `cursor` is the `next_cursor` of the page before. */
  search(query?: Partial<ContactSearch> & CallOptions): Promise<ContactPage>
  get(contactId: string, options?: CallOptions): Promise<Contact>
  /** Replaces address and names; all three are required. */
  update(contactId: string, contact: UpdateContactBody, options?: CallOptions): Promise<Contact>
}

export function contacts(connection: Connection, beside: Connection): Contacts {
  const pathOf = (contactId: string) => `/contacts/${encodeURIComponent(contactId)}`

  return {
    list: ({ take, signal } = {}) =>
      listing(
        (page) => send<ContactList>(connection, { path: '/contacts', query: { page, take }, signal }),
        ({ data, currentPage, totalPages }) => ({ items: data, last: data.length === 0 || currentPage >= totalPages }),
        (contact) => contact.id,
      ),

    search: ({ signal, ...query } = {}) => send<ContactPage>(beside, { path: '/account/contacts', query, signal }),

    get: (contactId, { signal } = {}) => send<Contact>(connection, { path: pathOf(contactId), signal }),

    update: (contactId, body, { signal } = {}) =>
      send<Contact>(connection, { method: 'PATCH', path: pathOf(contactId), body, signal }),
  }
}
