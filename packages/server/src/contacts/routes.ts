import { Contact, ContactList, ContactParams, PagingQuery, parseContactId, UpdateContactBody } from '@mailsift/contract'
import { type Access, callerOf } from '../accounts/caller.ts'
import type { Http } from '../platform/http.ts'
import { AppError } from '../platform/problem.ts'
import { type EditDeps, editContact } from './edit.ts'
import { findContact, listContacts } from './store.ts'

/** Contacts stay readable after a subscription has lapsed; API tokens need one in any case (§5). */
const READ = { permission: 'read', subscription: false, scope: 'contacts' } satisfies Access
const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access

export function registerContactRoutes(app: Http, deps: EditDeps): void {
  app.get(
    '/v1/contacts',
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContacts',
        summary: 'List contacts, newest first',
        querystring: PagingQuery,
        response: { 200: ContactList },
      },
    },
    (request) => listContacts(deps, callerOf(request).userId, request.query),
  )

  app.get(
    '/v1/contacts/:contactId',
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'getContact',
        summary: 'Read one contact',
        params: ContactParams,
        response: { 200: Contact },
      },
    },
    async (request) => found(await findContact(deps.db, callerOf(request).userId, idOf(request.params))),
  )

  app.patch(
    '/v1/contacts/:contactId',
    {
      config: { access: WRITE },
      schema: {
        tags: ['Contacts'],
        operationId: 'updateContact',
        summary: 'Change the address and names of a contact',
        description: 'With another address, enrichment starts anew.',
        params: ContactParams,
        body: UpdateContactBody,
        response: { 200: Contact },
      },
    },
    async (request) => found(await editContact(deps, callerOf(request).userId, idOf(request.params), request.body)),
  )
}

/** The schema has let only valid forms through. */
function idOf({ contactId }: { contactId: string }): string {
  return parseContactId(contactId)!
}

function found(contact: Contact | undefined): Contact {
  if (!contact) throw new AppError('not_found', 'There is no such contact.')
  return contact
}
