import { Readable } from 'node:stream'
import {
  AddedSuppressions,
  AddSuppressionsBody,
  ExportSuppressionsQuery,
  RemoveSuppressionQuery,
  SuppressionPage,
  SuppressionQuery,
} from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { actorOf, note } from '../audit/audit.ts'
import { undoAddress } from '../bounces/undo.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import { hashToStore } from '../mailboxes/hash.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { writeSuppressions } from './formats.ts'
import { allSuppressions, listSuppressions } from './list.ts'
import { suppress, unsuppress } from './suppressions.ts'

const READ = { permission: 'read', subscription: false, scope: 'contacts' } satisfies Access
export const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access
const TAGS = ['Suppressions']

export function registerSuppressionRoutes(app: Http, deps: HashDeps & { db: Db }): void {
  app.get(
    '/account/suppressions',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listSuppressions',
        summary: 'List suppressed addresses, newest first',
        description: 'Returns the addresses that you must not mail, with the reason.',
        querystring: SuppressionQuery,
        response: { 200: SuppressionPage },
      },
    },
    (request) => listSuppressions(deps, callerOf(request).accountId, request.query),
  )

  app.post(
    '/account/suppressions',
    {
      config: { access: WRITE, feature: null },
      schema: {
        tags: TAGS,
        operationId: 'addSuppressions',
        summary: 'Add addresses to the suppression list',
        description: 'Adding an address again changes nothing, unless the reason is stronger.',
        body: AddSuppressionsBody,
        response: { 200: AddedSuppressions },
      },
    },
    async (request) => {
      const { emails, reason = 'manual' } = request.body
      const entries = emails.map((address) => ({ address, reason, origin: 'person' }))
      const malformed = emails.filter((address) => hashToStore(deps, address) === undefined).length
      const { accountId } = callerOf(request)
      const added = await deps.db.transaction().execute(async (tx) => {
        const count = await suppress(deps, tx, accountId, entries)
        if (count > 0)
          await note(tx, { action: 'suppressions_added', detail: `${reason}: ${count}`, ...actorOf(request) })
        return count
      })
      return { added, malformed }
    },
  )

  app.delete(
    '/account/suppressions',
    {
      config: { access: WRITE, feature: null },
      schema: {
        tags: TAGS,
        operationId: 'removeSuppression',
        summary: 'Remove an address from the suppression list',
        description:
          'Also undoes the bounces of the address: it is no longer unsafe, and a later bounce counts again. Remove an address that complained or unsubscribed only if the person asked for your mail again.',
        querystring: RemoveSuppressionQuery,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { email } = request.query
      const removed = await deps.db.transaction().execute(async (tx) => {
        const listed = await unsuppress(deps, tx, accountId, email)
        // Otherwise the address would stay unsafe, and the next report would put it back.
        const { bounces } = await undoAddress(deps, tx, accountId, email)
        const detail = bounces > 0 ? `bounces: ${bounces}` : undefined
        if (listed + bounces > 0)
          await note(tx, { action: 'suppression_removed', ...(detail && { detail }), ...actorOf(request) })
        return listed + bounces
      })
      if (removed === 0) throw new AppError('not_found', 'The address is not on the suppression list.')
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/account/suppressions/export',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'exportSuppressions',
        summary: 'Export the suppression list as CSV',
        description:
          'In the format of the program that imports it: `csv` (all fields), `listmonk`, `mailchimp` or `ses`. Addresses that were deleted are left out.',
        querystring: ExportSuppressionsQuery,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } }, description: 'The list as CSV.' } },
      },
    },
    async (request, reply) => {
      const { format } = request.query
      // Before the first byte: nothing leaves that the trail does not know.
      await note(deps.db, { action: 'suppressions_exported', detail: format, ...actorOf(request) })
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="suppressions-${format}.csv"`)
      const rows = allSuppressions(deps, callerOf(request).accountId)
      return (reply as FastifyReply).send(Readable.from(writeSuppressions(format, rows))) as never
    },
  )
}
