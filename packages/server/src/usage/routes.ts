import { UsageQuery, UsageReport } from '@mailsift/contract'
import { type Access, callerOf } from '../accounts/caller.ts'
import type { Db } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'
import { readUsage } from './report.ts'

/** Usage stays readable after a subscription has lapsed. */
export const ANY_CALLER = { permission: 'read', subscription: false } satisfies Access

export function registerUsageRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/usage',
    {
      config: { access: ANY_CALLER },
      schema: {
        tags: ['Account'],
        operationId: 'readUsage',
        summary: 'Get usage by day and kind',
        description: 'One credit is one completed validation. Usage appears within a minute.',
        querystring: UsageQuery,
        response: { 200: UsageReport },
      },
    },
    (request) => readUsage({ db }, callerOf(request).userId, request.query),
  )
}
