import type {
  Contact,
  ContactCount,
  ContactFilter,
  ContactList,
  ContactPage,
  ContactSearch,
  DeleteContactsBody,
  DeletedContacts,
  UpdateContactBody,
} from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'
import { type CursorListing, cursorListing, type Listing, type ListOptions, listing } from './listing.ts'

export type Contacts = {
  /** All contacts, newest first. */
  list(options?: ListOptions): Listing<Contact, ContactList>
  /** Matching contacts, in the order of `sort`; newest first by default. */
  search(query?: Partial<Omit<ContactSearch, 'cursor'>> & CallOptions): CursorListing<Contact, ContactPage>
  /** The number of contacts that match. */
  count(filter?: ContactFilter & CallOptions): Promise<ContactCount>
  get(contactId: string, options?: CallOptions): Promise<Contact>
  /** Replaces address and names; all three are required. */
  update(contactId: string, contact: UpdateContactBody, options?: CallOptions): Promise<Contact>
  /** `suppress` prevents the address from ever becoming a contact of this account again. */
  delete(contactId: string, options?: { suppress?: boolean | undefined } & CallOptions): Promise<void>
  /** Deletes many at once: nothing is deleted if their number differs from `expected_count`. */
  deleteMany(contacts: DeleteContactsBody, options?: CallOptions): Promise<DeletedContacts>
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

    search: ({ signal, ...query } = {}) =>
      cursorListing((cursor) =>
        send<ContactPage>(beside, { path: '/account/contacts', query: { ...query, cursor }, signal }),
      ),

    count: ({ signal, ...query } = {}) =>
      send<ContactCount>(beside, { path: '/account/contacts/count', query, signal }),

    get: (contactId, { signal } = {}) => send<Contact>(connection, { path: pathOf(contactId), signal }),

    update: (contactId, body, { signal } = {}) =>
      send<Contact>(connection, { method: 'PATCH', path: pathOf(contactId), body, signal }),

    deleteMany: (body, { signal } = {}) =>
      send({ ...beside, maxRetries: 0 }, { method: 'POST', path: '/account/contacts/delete', body, signal }),

    delete: (contactId, { suppress, signal } = {}) =>
      // A retry after a lost response would find nothing, and look like a wrong id.
      send(
        { ...beside, maxRetries: 0 },
        {
          method: 'DELETE',
          path: `/account${pathOf(contactId)}`,
          query: { suppress: suppress ? '1' : undefined },
          signal,
        },
      ),
  }
}
