import { AuditExportQuery, AuditTrail, PagingQuery } from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, ADMIN, callerOf } from '../access/caller.ts'
import type { Db } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'
import { auditOfAccount, exportAudit } from './read.ts'

/** For a program that collects logs, whose token needs no other right. A session is an admin's, as for the page. */
const EXPORT = { permission: 'read', subscription: false, scope: 'audit', role: 'admin' } satisfies Access

export function registerAuditRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/audit',
    {
      config: { access: { ...ADMIN, permission: 'read' } },
      schema: {
        tags: ['Account'],
        operationId: 'readAuditTrail',
        summary: 'List account events',
        description:
          'Returns sign-ins, failed sign-ins, changes to sessions, passwords, tokens and subscriptions, and actions of the administrator. Newest first, kept for a year.',
        querystring: PagingQuery,
        response: { 200: AuditTrail },
      },
    },
    (request) => auditOfAccount(db, callerOf(request).accountId, request.query),
  )

  app.get(
    '/account/audit/export',
    {
      config: { access: EXPORT },
      schema: {
        tags: ['Account'],
        operationId: 'exportAuditTrail',
        summary: 'Export account events as JSON lines',
        description:
          'Returns one event per line, oldest first. To continue, send the id of the last line as `after`. No lines: there are no newer events yet. A token needs the scope `audit`.',
        querystring: AuditExportQuery,
        response: {
          200: { content: { 'application/x-ndjson': { schema: Type.String() } }, description: 'One event per line.' },
        },
      },
    },
    async (request, reply) => {
      const events = await exportAudit(db, callerOf(request).accountId, request.query)
      reply.type('application/x-ndjson; charset=utf-8')
      return events.map((event) => `${JSON.stringify(event)}\n`).join('')
    },
  )
}
