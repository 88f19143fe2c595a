import { AccountPlan, UsageQuery, UsageReport } from '@mailsift/contract'
import { type Access, callerOf } from '../access/caller.ts'
import type { Plans } from '../accounts/plans/plans.ts'
import type { Db } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'
import { readAccountPlan } from './quota/read-plan.ts'
import { readUsage } from './report.ts'

/** Usage stays readable after a subscription has lapsed. */
export const ANY_CALLER = { permission: 'read', subscription: false } satisfies Access

export function registerUsageRoutes(app: Http, deps: { db: Db; plans: Plans; hasBilling?: boolean }): void {
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
    (request) => readUsage(deps, callerOf(request).accountId, request.query),
  )

  app.get(
    '/account/plan',
    {
      config: { access: ANY_CALLER },
      schema: {
        tags: ['Account'],
        operationId: 'readPlan',
        summary: 'Get the plan of the account and the credits left',
        description:
          'Reserved credits are held for unfinished lists. What a list does not use is returned when it ends.',
        response: { 200: AccountPlan },
      },
    },
    (request) => readAccountPlan(deps, callerOf(request).accountId),
  )
}
