import { AccountPlan, UsageQuery, UsageReport } from '@mailsift/contract'
import { type Access, callerOf } from '../accounts/caller.ts'
import type { Plans } from '../accounts/plans/plans.ts'
import type { Db } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'
import { readAccountPlan } from './quota/read-plan.ts'
import { readUsage } from './report.ts'

/** Usage stays readable after a subscription has lapsed. */
export const ANY_CALLER = { permission: 'read', subscription: false } satisfies Access

export function registerUsageRoutes(app: Http, { db, plans }: { db: Db; plans: Plans }): void {
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

  app.get(
    '/account/plan',
    {
      config: { access: ANY_CALLER },
      schema: {
        tags: ['Account'],
        operationId: 'readPlan',
        summary: 'Get the plan of the account and the credits left',
        description:
          'Credits that are reserved are set aside for unfinished lists and for requests that are being handled. What they do not use is returned.',
        response: { 200: AccountPlan },
      },
    },
    (request) => readAccountPlan({ db, plans }, callerOf(request).userId),
  )
}
