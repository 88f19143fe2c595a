import { AuditTrail, PagingQuery } from '@mailsift/contract'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { auditOfAccount } from '../audit/read.ts'
import { type Access, callerOf } from '../caller.ts'

export function registerAuditRoute(app: Http, { db, access }: { db: Db; access: Access }): void {
  app.get(
    '/account/audit',
    {
      config: { access },
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
    (request) => auditOfAccount(db, callerOf(request).userId, request.query),
  )
}
