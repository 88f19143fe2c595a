import type { Plan } from '../../accounts/plans/plans.ts'
import { readAccountPlan } from '../../usage/usage.ts'
import { command } from './command.ts'
import { record, table } from './table.ts'
import { ACCOUNT_ARGUMENT, requireAccount } from './users.ts'

const UNLIMITED = 'no limit'

export const planCommands = [
  command({
    name: 'plans list',
    summary: 'List the plans that accounts can have',
    details: 'Plans are read from PLANS_FILE. Set the plan of an account with `subscription set`.',
    examples: ['plans list'],
    async run(context) {
      const { all } = context.plans()
      return { json: all, lines: await table(all.map(rowOf), '') }
    },
  }),

  command({
    name: 'plans show',
    summary: 'Show the plan of an account and its credits in this month',
    arguments: [ACCOUNT_ARGUMENT],
    examples: ['plans show ada@example.com'],
    async run(context, { user: wanted }) {
      const { db } = await context.database()
      const { id } = await requireAccount(db, wanted)
      const plans = context.plans()
      const plan = await readAccountPlan({ db, plans }, id)
      const { monthly, used, reserved, left } = plan.credits
      const isUnknown = plan.name !== null && !plans.has(plan.name)
      return {
        json: plan,
        lines: record({
          plan: plan.name ?? 'none',
          month: `${plan.period_start} to ${plan.period_end}`,
          credits: monthly ?? UNLIMITED,
          used,
          reserved,
          left: left ?? UNLIMITED,
        }),
        ...(isUnknown && { notes: [`PLANS_FILE has no plan "${plan.name}": the account has no limits.`] }),
      }
    },
  }),
]

const rowOf = ({ name, monthlyCredits, bulkRows, requestsPerMinute, members, features }: Plan) => ({
  plan: name,
  credits: monthlyCredits ?? UNLIMITED,
  rows: bulkRows ?? UNLIMITED,
  'per minute': requestsPerMinute ?? UNLIMITED,
  members: members ?? UNLIMITED,
  features: features.join(', ') || 'none',
})
