// The limits of a plan. Null is no limit.
import { PLAN_FEATURES, type PlanFeature } from '@mailsift/contract'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const limit = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), Type.Null()]))
const atLeastOne = Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), Type.Null()]))

const PlanEntry = Type.Object(
  {
    monthly_credits: limit,
    bulk_rows: atLeastOne,
    requests_per_minute: atLeastOne,
    members: atLeastOne,
    features: Type.Optional(Type.Array(Type.Enum([...PLAN_FEATURES]), { uniqueItems: true })),
    stripe_prices: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20 })),
  },
  { additionalProperties: false },
)

export const PlansFile = Type.Object(
  {
    version: Type.Literal(1),
    plans: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }), PlanEntry),
  },
  { additionalProperties: false },
)
export type PlansFile = Static<typeof PlansFile>

export type Plan = {
  readonly name: string
  readonly monthlyCredits: number | null
  readonly bulkRows: number | null
  readonly requestsPerMinute: number | null
  readonly members: number | null
  readonly features: readonly PlanFeature[]
  /** The first is what a customer buys; with the others, such as one for usage, it makes the subscription. */
  readonly stripePrices: readonly string[]
}

export function planWithoutLimits(name: string): Plan {
  return {
    name,
    monthlyCredits: null,
    bulkRows: null,
    requestsPerMinute: null,
    members: null,
    features: PLAN_FEATURES,
    stripePrices: [],
  }
}

const file = Compile(PlansFile)

/** Throws a sentence that says what is wrong and where. */
export function parsePlans(text: string): Map<string, Plan> {
  const value: unknown = JSON.parse(text)
  const [problem] = file.Errors(value)
  if (problem) throw new Error(`${problem.instancePath || 'the file'} ${problem.message}`)
  const { plans } = value as PlansFile
  return new Map(
    Object.entries(plans).map(([name, entry]) => [
      name,
      {
        name,
        monthlyCredits: entry.monthly_credits ?? null,
        bulkRows: entry.bulk_rows ?? null,
        requestsPerMinute: entry.requests_per_minute ?? null,
        members: entry.members ?? null,
        features: entry.features ?? PLAN_FEATURES,
        stripePrices: entry.stripe_prices ?? [],
      },
    ]),
  )
}
