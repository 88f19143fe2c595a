import {
  Contact,
  ContactList,
  ContactPage,
  ContactParams,
  ContactSearchQuery,
  DeleteContactQuery,
  PagingQuery,
  parseContactId,
  UpdateContactBody,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { actorOf, note } from '../audit/audit.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { type EditDeps, editContact } from './edit.ts'
import { registerManyContactsRoutes } from './many-routes.ts'
import { removeContact } from './remove.ts'
import { registerContactSavingRoutes } from './saving.ts'
import { searchContacts } from './search.ts'
import { findContact, listContacts } from './store.ts'

/** Contacts stay readable after a subscription has lapsed; API tokens need one in any case (§5). */
export const READ = { permission: 'read', subscription: false, scope: 'contacts' } satisfies Access
export const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access

/** A deletion has none; a client may still send `{}`. */
const NO_BODY_BYTES = 1_024

export function registerContactRoutes(app: Http, deps: EditDeps): void {
  registerContactSavingRoutes(app, deps)
  app.get(
    '/v1/contacts',
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContacts',
        summary: 'List contacts, newest first',
        description:
          'Returns the addresses that were found safe with domain checks. To search and sort them, use `GET /account/contacts`.',
        querystring: PagingQuery,
        response: { 200: ContactList },
      },
    },
    (request) => listContacts(deps, callerOf(request).accountId, request.query),
  )

  app.get(
    '/v1/contacts/:contactId',
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'getContact',
        summary: 'Get a contact',
        description:
          'Returns the contact with public facts about the person and the company. `enrichmentState` shows the progress of the enrichment.',
        params: ContactParams,
        response: { 200: Contact },
      },
    },
    async (request) => found(await findContact(deps.db, callerOf(request).accountId, idOf(request.params))),
  )

  app.patch(
    '/v1/contacts/:contactId',
    {
      config: { access: WRITE },
      schema: {
        tags: ['Contacts'],
        operationId: 'updateContact',
        summary: 'Update the address and names of a contact',
        description: 'With another address, enrichment starts over; with another name, the search for the person.',
        params: ContactParams,
        body: UpdateContactBody,
        response: { 200: Contact },
      },
    },
    async (request) => found(await editContact(deps, callerOf(request).accountId, idOf(request.params), request.body)),
  )

  // Beside /v1, whose list takes a page and nothing else (§4.9), and which deletes no contacts (§4.12).
  app.get(
    '/account/contacts',
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'searchContacts',
        summary: 'Search, filter and sort contacts',
        description:
          'Follow `next_cursor` until it is null: contacts added or deleted between pages neither shift nor repeat the others.',
        querystring: ContactSearchQuery,
        response: { 200: ContactPage },
      },
    },
    (request) => searchContacts(deps.db, callerOf(request).accountId, request.query),
  )

  registerManyContactsRoutes(app, deps)

  app.delete(
    '/account/contacts/:contactId',
    {
      config: { access: WRITE },
      bodyLimit: NO_BODY_BYTES,
      schema: {
        tags: ['Contacts'],
        operationId: 'deleteContact',
        summary: 'Delete a contact',
        description:
          'You cannot undo this. Without `suppress=1`, the contact is added again if its address is validated with domain checks.',
        params: ContactParams,
        querystring: DeleteContactQuery,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const [accountId, id] = [callerOf(request).accountId, idOf(request.params)]
      if (!(await removeContact(deps, { accountId, id, isSuppressed: request.query.suppress === 1 })))
        throw noSuchContact()
      await note(deps.db, { action: 'contacts_deleted', detail: 'contacts: 1', ...actorOf(request) })
      return reply.code(204).send(null)
    },
  )
}

/** The schema has let only valid forms through. */
function idOf({ contactId }: { contactId: string }): string {
  return parseContactId(contactId)!
}

function found(contact: Contact | undefined): Contact {
  if (!contact) throw noSuchContact()
  return contact
}

function noSuchContact(): AppError {
  return new AppError('not_found', 'The contact does not exist.')
}
