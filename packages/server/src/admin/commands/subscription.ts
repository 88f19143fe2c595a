import { SUBSCRIPTION_STATUSES, type Subscription } from '@mailsift/contract'
import { findSubscription, setSubscription } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/database/database.ts'
import { command, type Outcome } from './command.ts'
import { record } from './table.ts'
import { parseFutureTime, TIME_HELP } from './times.ts'
import { ACCOUNT_ARGUMENT, requireAccount, requirePlan } from './users.ts'

export const subscriptionCommands = [
  command({
    name: 'subscription show',
    summary: 'Show the subscription of an account',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['subscription show ada@example.com'],
    async run(context, { user: wanted }) {
      const { db } = await context.database()
      return show(db, (await requireAccount(db, wanted)).id)
    },
  }),

  command({
    name: 'subscription set',
    summary: 'Set the subscription of an account, effective immediately',
    arguments: [ACCOUNT_ARGUMENT],
    options: {
      plan: { type: 'string', value: 'PLAN', help: 'Name of the plan.', required: true },
      status: {
        type: 'string',
        value: SUBSCRIPTION_STATUSES.join('|'),
        help: 'API tokens work only if it is "active". Default: active.',
        choices: SUBSCRIPTION_STATUSES,
      },
      'period-end': { type: 'string', value: 'WHEN', help: `When it ends: ${TIME_HELP}. Default: never.` },
    },
    examples: [
      'subscription set ada@example.com --plan team',
      'subscription set ada@example.com --plan trial --period-end 14d',
      'subscription set ada@example.com --plan team --status canceled',
    ],
    async run(context, { user: wanted }, { plan, status = 'active', 'period-end': periodEnd }) {
      requirePlan(context, plan)
      const end = periodEnd === undefined ? null : parseFutureTime('period-end', periodEnd)
      const { db } = await context.database()
      const { id } = await requireAccount(db, wanted)
      await setSubscription(db, id, { plan, status, periodEnd: end })
      return show(db, id)
    },
  }),
]

async function show(db: Db, accountId: string): Promise<Outcome> {
  const subscription: Subscription | null = await findSubscription(db, accountId)
  return {
    json: subscription,
    lines: subscription
      ? record({
          plan: subscription.plan,
          status: subscription.status,
          ends: subscription.period_end ?? 'never',
          active: subscription.active,
        })
      : ['The account has no subscription.'],
  }
}
