import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { StartupError } from '../../platform/fatal.ts'
import type { Log } from '../../platform/log.ts'
import { SELF_HOSTED } from '../subscriptions/subscriptions.ts'
import { type Plan, parsePlans, planWithoutLimits } from './plan.ts'

export type Plans = {
  /** The plan of this name. One that is not configured has no limits: a typo in a file must not lock customers out. */
  of(name: string | null): Plan
  /** Whether the name may be given to an account. */
  has(name: string): boolean
  readonly names: readonly string[]
  /** False without a file: then no plan can have limits. */
  readonly areConfigured: boolean
  readonly all: readonly Plan[]
}

/** The plans of the file, and the one of self-hosted installations, which has no limits unless the file gives it some. */
export function readPlans(path: string, log?: Pick<Log, 'error'>): Plans {
  if (!path) return toPlans(new Map(), { areConfigured: false })
  return toPlans(load(path), { areConfigured: true, log })
}

function load(path: string): Map<string, Plan> {
  try {
    return parsePlans(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartupError(`PLANS_FILE ${path} cannot be used: ${(error as Error).message}.`)
  }
}

function toPlans(
  configured: Map<string, Plan>,
  { areConfigured, log }: { areConfigured: boolean; log?: Pick<Log, 'error'> | undefined },
): Plans {
  const known = new Map([[SELF_HOSTED.plan, planWithoutLimits(SELF_HOSTED.plan)], ...configured])
  const unknown = new Map<string, Plan>()
  return {
    of(name) {
      if (name === null) return planWithoutLimits('')
      const plan = known.get(name) ?? unknown.get(name)
      if (plan) return plan
      const made = planWithoutLimits(name)
      unknown.set(name, made)
      if (areConfigured)
        log?.error({ plan: name }, 'unknown plan of an account: no limits apply until PLANS_FILE has it')
      return made
    },
    has: (name) => !areConfigured || known.has(name),
    names: [...known.keys()],
    areConfigured,
    all: [...known.values()],
  }
}

/** The plan of an account at this moment. */
export async function planOf({ db, plans }: { db: Db | Tx; plans: Plans }, accountId: string): Promise<Plan> {
  const { rows } = await sql<{ plan: string }>`SELECT plan FROM subscriptions WHERE account_id = ${accountId}`.execute(
    db,
  )
  return plans.of(rows[0]?.plan ?? null)
}
