import { LRUCache } from 'lru-cache'
import { atMost } from '../../platform/at-most.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Plan, planWithoutLimits } from './plan.ts'
import { type Plans, planOf } from './read-plans.ts'

export type PlanCache = {
  /** A promise only when the database has to be queried. */
  of(accountId: string): Plan | Promise<Plan>
  /** Its subscription changed. */
  forget(accountId: string): void
}

const ACCOUNTS_MAX = 20_000
/** Changes are announced; this is how long a change that was missed can matter. */
const KEEP_MS = 5_000

/** The plans of accounts for the hot path. Without configured plans it never queries. */
export function createPlanCache({ db, plans }: { db: Db; plans: Plans }): PlanCache {
  if (!plans.areConfigured) {
    const unlimited = planWithoutLimits('')
    return { of: () => unlimited, forget: () => undefined }
  }
  const kept = new LRUCache<string, Plan>({ ...atMost(ACCOUNTS_MAX), ttl: KEEP_MS })
  const running = new Map<string, Promise<Plan>>()

  function query(accountId: string): Promise<Plan> {
    const found = planOf({ db, plans }, accountId).then((plan) => {
      // A query that began before a change may return what was true before it.
      if (running.get(accountId) === found) kept.set(accountId, plan)
      return plan
    })
    running.set(accountId, found)
    const settled = () => {
      if (running.get(accountId) === found) running.delete(accountId)
    }
    found.then(settled, settled)
    return found
  }

  return {
    of: (accountId) => kept.get(accountId) ?? running.get(accountId) ?? query(accountId),
    forget(accountId) {
      kept.delete(accountId)
      running.delete(accountId)
    },
  }
}
