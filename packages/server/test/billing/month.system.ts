import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { compareUsage, readBillingFacts } from '../../src/billing/compare.ts'
import type { BillingProvider } from '../../src/billing/provider.ts'
import { reportUsage } from '../../src/billing/report.ts'
import type { Db } from '../../src/platform/database/database.ts'
import type { Fault } from './fake-stripe.ts'
import { HOUR_S, START_S, startMonth, use } from './simulated-time.ts'

/** A worker that is killed does nothing more: the rest of its work is not done. */
class Killed extends Error {}

/** The process ends before or after a request has arrived. */
function killing(provider: BillingProvider, isKilled: () => 'before' | 'after' | undefined): BillingProvider {
  return {
    ...provider,
    async reportUsage(usage) {
      const killed = isKilled()
      if (killed === 'before') throw new Killed()
      const outcome = await provider.reportUsage(usage)
      if (killed === 'after') throw new Killed()
      return outcome
    },
  }
}

async function ledgerOf(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    SELECT coalesce(sum(units), 0)::int AS units FROM usage_daily WHERE account_id = ${accountId}`.execute(db)
  return rows[0]!.units
}

test('a month with lost answers, errors and killed workers ends with the units of the ledger at Stripe, and a drift of 0', async () => {
  const { db, stripe, deps, accounts, customers } = await startMonth()
  const random = fc.sample(fc.integer({ min: 0, max: 99 }), { numRuns: 20_000, seed: 36 })
  const draw = () => random.pop()!
  const faults: Record<number, Fault> = { 0: 'lost answer', 1: 'error before', 2: 'error after' }
  const kills: Record<number, 'before' | 'after'> = { 0: 'before', 1: 'after' }
  stripe.fault = () => faults[Math.floor(draw() / 8)]
  const provider = killing(deps.provider, () => kills[Math.floor(draw() / 5)])
  const killed = (error: unknown) => {
    if (!(error instanceof Killed)) throw error
  }
  for (let hour = 0; hour < 30 * 24; hour++) {
    stripe.now = START_S + hour * HOUR_S + 300
    // Stripe is away for a day and a half in the middle of the month, which is longer than it knows identifiers.
    const isAway = hour > 300 && hour < 336
    if (isAway) stripe.fault = () => (draw() < 50 ? 'lost answer' : 'error before')
    else if (hour === 336) stripe.fault = () => faults[Math.floor(draw() / 8)]
    for (const account of accounts) if (draw() < 60) await use(db, account, 1 + draw(), stripe.now)
    await reportUsage({ ...deps, provider }).catch(killed)
    // A task that failed is retried within the hour.
    if (draw() < 50) await reportUsage({ ...deps, provider }).catch(killed)
  }
  stripe.fault = () => undefined
  for (let hour = 0; hour < 40; hour++) {
    stripe.now += HOUR_S
    await reportUsage(deps)
  }
  stripe.now += 3 * HOUR_S
  await compareUsage(deps)
  for (const [at, account] of accounts.entries()) expect(stripe.sumOf(customers[at]!)).toBe(await ledgerOf(db, account))
  expect(await readBillingFacts(db)).toEqual({ customers: 2, drift: 0, unsent_units: 0, lost_units: 0 })
  expect(new Set(stripe.events.map(({ identifier }) => identifier)).size).toBe(stripe.events.length)
})
