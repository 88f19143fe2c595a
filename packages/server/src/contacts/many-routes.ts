// Many contacts at once: counted while searching, saved as a file, deleted.
import { Readable } from 'node:stream'
import {
  CONTACTS_DELETE_MAX_COUNT,
  ContactCount,
  ContactExportQuery,
  ContactFilterQuery,
  DeleteContactsBody,
  DeletedContacts,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { actorOf, asAccount, note } from '../audit/audit.ts'
import { AppError, invalidValue } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { CONTACT_MEDIA_TYPES, contactFile } from './files.ts'
import { type RemoveDeps, removeMany } from './remove.ts'
import { countContacts } from './search.ts'

const READ = { permission: 'read', subscription: false, scope: 'contacts' } satisfies Access
const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access
/** Ids of as many contacts as can be deleted at once. */
const BODY_MAX_BYTES = 5 * 1024 * 1024
const TAGS = ['Contacts']
/** A stream: the framework sends it as it is. */
const File = {
  description: 'The file.',
  content: Object.fromEntries(
    Object.values(CONTACT_MEDIA_TYPES).map((type) => [
      type.split(';')[0]!,
      { schema: Type.String({ format: 'binary' }) },
    ]),
  ),
}

export function registerManyContactsRoutes(app: Http, deps: RemoveDeps): void {
  const { db } = deps

  app.get(
    '/account/contacts/count',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'countContacts',
        summary: 'Count the contacts that match',
        description: 'Takes the same search, state and domain as the search for contacts.',
        querystring: ContactFilterQuery,
        response: { 200: ContactCount },
      },
    },
    (request) => countContacts(db, callerOf(request).accountId, request.query),
  )

  app.get(
    '/account/contacts/export',
    {
      config: { access: READ },
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        operationId: 'exportContacts',
        summary: 'Save contacts as a file',
        description:
          'Returns all contacts that match as CSV, Excel workbook or vCard. No cell is a formula. The export is noted in the audit trail.',
        querystring: ContactExportQuery,
        response: { 200: File },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { format } = request.query
      const file = contactFile(db, accountId, request.query)
      await note(db, { action: 'contacts_exported', detail: format, ...actorOf(request) })
      const name = `contacts-${new Date().toISOString().slice(0, 10)}.${format}`
      reply.headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
      reply.type(CONTACT_MEDIA_TYPES[format])
      return reply.send(Readable.from(file, { objectMode: false }) as never)
    },
  )

  app.post(
    '/account/contacts/delete',
    {
      config: { access: WRITE },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'deleteContacts',
        summary: 'Delete many contacts',
        description:
          'Deletes the named contacts, or all that match. If their number is not `expected_count`, nothing is deleted. You cannot undo this.',
        body: DeleteContactsBody,
        response: { 200: DeletedContacts },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const { contact_ids: ids, expected_count: expected, suppress = false, ...filter } = request.body
      if (ids && Object.keys(filter).length > 0)
        throw invalidValue('/body/contact_ids', 'cannot be combined with search, state or domain')
      return asAccount(db, request, async (tx) => {
        const deleted = await removeMany(tx, deps.secrets, accountId, { ids, filter, isSuppressed: suppress })
        // The transaction is rolled back.
        if (deleted !== expected)
          throw new AppError(
            'count_changed',
            `The request expects ${expected} contacts, and ${deleted > CONTACTS_DELETE_MAX_COUNT ? `more than ${CONTACTS_DELETE_MAX_COUNT}` : deleted} match. Nothing was deleted.`,
          )
        await note(tx, { action: 'contacts_deleted', detail: `contacts: ${deleted}`, ...actorOf(request) })
        return { deleted }
      })
    },
  )
}
