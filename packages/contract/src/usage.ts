import { type Static, Type } from 'typebox'
import { count, strict } from './schema.ts'

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

/** One unit is one completed validation. Days without usage are left out. */
export const UsageReport = strict({
  from: day(),
  to: day(),
  total: count(),
  by_kind: byKind,
  days: Type.Array(strict({ date: day(), total: count(), by_kind: byKind })),
})
export type UsageReport = Static<typeof UsageReport>
