import { type Static, Type } from 'typebox'
import { count, nullable, oneOf, strict } from './schema.ts'

/** `single` is §4.8; `bulk` is every row of a JSON list or CSV. */
export const USAGE_KINDS = ['single', 'bulk'] as const
export type UsageKind = (typeof USAGE_KINDS)[number]

const day = (description?: string) => Type.String({ format: 'date', ...(description && { description }) })
const byKind = strict({ single: count(), bulk: count() })

export const UsageQuery = strict({
  from: Type.Optional(day('First day, UTC. Default: 29 days before `to`.')),
  to: Type.Optional(day('Last day, UTC, inclusive. Default: today.')),
})
export type UsageQuery = Static<typeof UsageQuery>

/** One unit is one completed validation. Days without usage are omitted. */
export const UsageReport = strict({
  from: day(),
  to: day(),
  total: count(),
  by_kind: byKind,
  days: Type.Array(strict({ date: day(), total: count(), by_kind: byKind })),
})
export type UsageReport = Static<typeof UsageReport>

/** Parts of the service that a plan can exclude. */
export const PLAN_FEATURES = ['bulk', 'contacts', 'guard', 'warehouses', 'assistants'] as const
export type PlanFeature = (typeof PLAN_FEATURES)[number]

const unlessUnlimited = (description: string) => nullable(Type.Integer({ minimum: 0, description }))

/** The plan of an account, and its credits in the current month. */
export const AccountPlan = strict({
  name: nullable(Type.String({ description: 'Null if the account never had a subscription.' })),
  period_start: day('First day of the month in which credits are counted, UTC.'),
  period_end: day('The day on which credits renew, UTC.'),
  credits: strict({
    monthly: unlessUnlimited('Credits per month. Null: no limit.'),
    used: count('Used in this month.'),
    reserved: count('Held for lists that are not finished.'),
    left: unlessUnlimited('Null: no limit.'),
  }),
  is_near_limit: Type.Boolean({ description: 'Whether 80 % of the credits are used or reserved.' }),
  bulk_rows: unlessUnlimited('Addresses in one list. Null: no limit of the plan.'),
  requests_per_minute: unlessUnlimited('Requests of the whole account. Null: no limit of the plan.'),
  members: unlessUnlimited('Members of the account. Null: no limit.'),
  features: Type.Array(oneOf(PLAN_FEATURES), { description: 'The parts of the service that the plan includes.' }),
  billing: nullable(
    strict(
      {
        plans: Type.Array(Type.String(), { description: 'Names of the plans that can be bought.' }),
        is_customer: Type.Boolean({ description: 'Whether there is a subscription to manage.' }),
      },
      { description: 'Null if billing is off.' },
    ),
  ),
})
export type AccountPlan = Static<typeof AccountPlan>
