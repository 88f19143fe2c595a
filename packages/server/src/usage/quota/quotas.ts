// Credits at admission. An API process takes a share of what is left, and admits requests from it without a query: a tenth of what is left, at
// most a thousand, at least what the request needs. Together, shares, lists and usage never exceed the credits of the plan. What one
// process holds, the others do not have, for a minute at most after its last request.
import { LRUCache } from 'lru-cache'
import { type PlanCache, requireFeature } from '../../accounts/plans/plans.ts'
import { atMost } from '../../platform/at-most.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { quotaExceeded } from './exceeded.ts'
import type { ShownQuota } from './fields.ts'
import { addReservation, endReservations, extendShare, lockQuota, type QuotaState, startShare } from './state.ts'
import type { Warn } from './warning.ts'

export type Taken = {
  /** The reservation that it came from: the event of its usage names it. */
  readonly id: string
  /** It was not billed. */
  giveBack(): void
  shown(): ShownQuota
}

export type Quotas = {
  /** Credits for single validations. Undefined: the plan has no limit. Refuses with `quota_exceeded`. */
  take(accountId: string, units: number): Taken | undefined | Promise<Taken | undefined>
  /** Holds credits for a list, in the transaction that stores it. Its id goes into its events. */
  reserve(tx: Tx, accountId: string, list: { id: string; rows: number }): Promise<void>
  /** Returns the rest of a list that is complete when it is stored. The end of any other list does so itself. */
  release(tx: Tx, accountId: string, id: string): Promise<void>
  /** Refuses a list that the account cannot have at all, before the number of its rows is known. */
  requireSome(tx: Tx, accountId: string): Promise<void>
  /** Whether its lists need credits, or fit only up to a length. */
  limitsLists(accountId: string): Promise<boolean>
  /** Returns what this process holds. */
  close(): Promise<void>
}

type Share = {
  id: string
  free: number
  credits: number
  /** Credits that no process and no list had when this share was last renewed. */
  left: number
  periodEnd: string
  /** Monotonic. */
  periodEndsAt: number
  usableUntil: number
  /** Until then, a request for more than there is gets the same answer. */
  emptyUntil: number
}

const SHARES_MAX = 20_000
const PART = 10
const SHARE_MAX = 1_000
/** The reservation outlives the use of the share by as long as an admitted request can take until it is billed. */
const USE_MS = 30_000
const LIFE_MS = 60_000
const EMPTY_MS = 1_000
/** Longer than any list is kept. */
const LIST_LIFE_MS = 40 * 86_400_000

export function createQuotas({ db, plans, warn }: { db: Db; plans: PlanCache; warn: Warn }): Quotas {
  const shares = new LRUCache<string, Share>(atMost(SHARES_MAX))
  const renewing = new Map<string, Promise<void>>()

  function take(accountId: string, units: number): Taken | undefined | Promise<Taken | undefined> {
    const plan = plans.of(accountId)
    if (plan instanceof Promise) return plan.then(({ monthlyCredits }) => takeFrom(accountId, units, monthlyCredits))
    return takeFrom(accountId, units, plan.monthlyCredits)
  }

  function takeFrom(accountId: string, units: number, credits: number | null) {
    if (credits === null) return undefined
    const share = shares.get(accountId)
    const now = performance.now()
    if (share && share.credits === credits && share.periodEndsAt > now) {
      if (share.usableUntil > now && share.free >= units) return takenFrom(share, units)
      if (share.emptyUntil > now && share.free + share.left < units) throw quotaExceeded(units, shownOf(share))
    }
    return takeAfterRenewal(accountId, units, credits)
  }

  async function takeAfterRenewal(accountId: string, units: number, credits: number): Promise<Taken> {
    for (;;) {
      await renew(accountId, units, credits)
      const share = shares.get(accountId)!
      if (share.free >= units) return takenFrom(share, units)
      if (share.free + share.left < units) throw quotaExceeded(units, shownOf(share))
    }
  }

  /** Concurrent requests wait for the same renewal. */
  function renew(accountId: string, units: number, credits: number): Promise<void> {
    const running = renewing.get(accountId)
    if (running) return running
    const started = renewShare(accountId, units, credits).finally(() => renewing.delete(accountId))
    renewing.set(accountId, started)
    return started
  }

  async function renewShare(accountId: string, units: number, credits: number): Promise<void> {
    // Measured before the question: the answer's way here must not lengthen the life of the share.
    const askedAt = performance.now()
    const share = shares.get(accountId)
    const { granted, left, quota, isExtended, id } = await db.transaction().execute(async (tx) => {
      const quota = await lockQuota(tx, accountId)
      const untaken = Math.max(0, credits - quota.used - quota.reserved)
      const wanted = Math.max(units - (share?.free ?? 0), Math.min(SHARE_MAX, Math.ceil(untaken / PART)))
      const granted = Math.min(untaken, wanted)
      await warn(tx, accountId, { quota, credits, more: granted })
      const isExtended =
        share !== undefined && (await extendShare(tx, { accountId, id: share.id, units: granted, lifeMs: LIFE_MS }))
      const id = isExtended ? share.id : uuidv7()
      if (!isExtended) await startShare(tx, { accountId, id, units: granted, lifeMs: LIFE_MS })
      return { granted, left: untaken - granted, quota, isExtended, id }
    })
    const renewed = { credits, left, periodEnd: quota.periodEnd, periodEndsAt: askedAt + quota.endsInMs }
    const times = { usableUntil: askedAt + USE_MS, emptyUntil: askedAt + EMPTY_MS }
    // The same object: requests that are under way return to it what they do not use.
    if (isExtended) Object.assign(share!, renewed, times, { free: share!.free + granted })
    else shares.set(accountId, { id, free: granted, ...renewed, ...times })
  }

  function takenFrom(share: Share, units: number): Taken {
    const { id } = share
    share.free -= units
    let isReturned = false
    return {
      id,
      giveBack() {
        if (isReturned) return
        isReturned = true
        share.free += units
      },
      shown: () => shownOf(share),
    }
  }

  async function reserve(tx: Tx, accountId: string, { id, rows }: { id: string; rows: number }): Promise<void> {
    const plan = await plans.of(accountId)
    const { name, bulkRows, monthlyCredits } = plan
    requireFeature(plan, 'bulk')
    if (bulkRows !== null && rows > bulkRows)
      throw new AppError(
        'plan_limit',
        `The list has ${rows} addresses. The plan ${name} allows ${bulkRows} in a list. Split the list, or choose another plan.`,
      )
    if (monthlyCredits === null) return
    const quota = await lockQuota(tx, accountId)
    const shown = shownIn(quota, monthlyCredits)
    if (rows > shown.left) throw quotaExceeded(rows, shown)
    await warn(tx, accountId, { quota, credits: monthlyCredits, more: rows })
    await addReservation(tx, { accountId, id, units: rows, expiresAt: new Date(Date.now() + LIST_LIFE_MS) })
    // For the next response of a single validation. Too little if the list is not stored after all, so nothing is refused by it.
    const share = shares.get(accountId)
    if (share) Object.assign(share, { left: shown.left - rows, emptyUntil: 0 })
  }

  return {
    take,
    reserve,
    release: (tx, accountId, id) => endReservations(tx, [{ accountId, id }]),
    async requireSome(tx, accountId) {
      const { monthlyCredits } = await plans.of(accountId)
      if (monthlyCredits === null) return
      const shown = shownIn(await lockQuota(tx, accountId), monthlyCredits)
      if (shown.left === 0) throw quotaExceeded(1, shown)
    },
    async limitsLists(accountId) {
      const { bulkRows, monthlyCredits, features } = await plans.of(accountId)
      return bulkRows !== null || monthlyCredits !== null || !features.includes('bulk')
    },
    async close() {
      await Promise.allSettled(renewing.values())
      await endReservations(
        db,
        Array.from(shares, ([accountId, { id }]) => ({ accountId, id })),
      ).catch(() => undefined)
      shares.clear()
    },
  }
}

function shownIn({ used, reserved, periodEnd, endsInMs }: QuotaState, credits: number): ShownQuota {
  return { credits, left: Math.max(0, credits - used - reserved), periodEnd, endsInMs }
}

/** As far as this process knows: what others have used since the last renewal is not in it. */
function shownOf({ credits, free, left, periodEnd, periodEndsAt }: Share): ShownQuota {
  return { credits, left: free + left, periodEnd, endsInMs: periodEndsAt - performance.now() }
}
