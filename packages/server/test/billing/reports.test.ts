import { expect, test } from 'vitest'
import { compareUsage, readBillingFacts } from '../../src/billing/compare.ts'
import { reportUsage } from '../../src/billing/report.ts'
import { DAY_S, HOUR_S, startMonth, use } from './simulated-time.ts'

test('a report whose answer was lost is not sent again after a day: the sum of the hour decides', async () => {
  const { db, stripe, deps, accounts, customers } = await startMonth()
  await use(db, accounts[0]!, 10, stripe.now)
  stripe.fault = () => 'lost answer'
  await reportUsage(deps)
  stripe.fault = () => undefined
  const sent = () => stripe.requests.filter((path) => path === 'POST /v1/billing/meter_events').length
  const before = sent()
  stripe.now += 25 * HOUR_S
  await reportUsage(deps)
  expect([sent() - before, stripe.sumOf(customers[0]!)]).toEqual([0, 10])
  expect(await readBillingFacts(db)).toMatchObject({ unsent_units: 0 })
})

test('a report that never arrived is sent once the sum of its hour shows it', async () => {
  const { db, stripe, deps, accounts, customers } = await startMonth()
  await use(db, accounts[0]!, 10, stripe.now)
  stripe.fault = () => 'error before'
  await reportUsage(deps)
  stripe.fault = () => undefined
  stripe.now += 30 * HOUR_S
  await reportUsage(deps)
  await reportUsage(deps)
  expect(stripe.sumOf(customers[0]!)).toBe(10)
})

test('usage older than 35 days is not sent, and counts as lost', async () => {
  const { db, stripe, deps, accounts, customers } = await startMonth()
  await use(db, accounts[0]!, 10, stripe.now)
  stripe.fault = () => 'error before'
  await reportUsage(deps)
  stripe.fault = () => undefined
  stripe.now += 36 * DAY_S
  await reportUsage(deps)
  expect(stripe.sumOf(customers[0]!)).toBe(0)
  expect(await readBillingFacts(db)).toMatchObject({ unsent_units: 0, lost_units: 10 })
})

test('units that somebody else reported for a customer are shown as drift', async () => {
  const { stripe, deps, db, customers } = await startMonth()
  stripe.now += 5 * HOUR_S
  await deps.provider.reportUsage({
    identifier: 'by hand',
    customerId: customers[0]!,
    units: 7,
    atMs: (stripe.now - 4 * HOUR_S) * 1000,
  })
  await compareUsage(deps)
  expect(await readBillingFacts(db)).toMatchObject({ drift: 7 })
})
