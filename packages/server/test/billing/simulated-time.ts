// Billing over a Stripe of our own, in a time that the test sets.
import { onTestFinished } from 'vitest'
import { ensureCustomer } from '../../src/billing/customers.ts'
import { createStripe } from '../../src/billing/stripe/stripe.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import { someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { KEY, METER, startFakeStripe, WEBHOOK_SECRET } from './fake-stripe.ts'

export const HOUR_S = 3600
export const DAY_S = 86_400
export const START_S = Date.parse('2026-03-01T00:00:00Z') / 1000

export async function startMonth() {
  const { db } = await useTestDatabase()
  const stripe = await startFakeStripe(START_S)
  onTestFinished(() => stripe.close())
  const provider = createStripe({ url: stripe.url, secretKey: KEY, webhookSecret: WEBHOOK_SECRET, meter: METER })
  const clock = { now: () => stripe.now * 1000 }
  const accounts = [await someAccount(db), await someAccount(db)]
  const customers = []
  for (const account of accounts) customers.push(await ensureCustomer({ db, provider }, account))
  return { db, stripe, clock, provider, accounts, customers, deps: { db, log: silentLog, clock, provider } }
}

export const use = (db: Db, accountId: string, units: number, at: number) =>
  db.transaction().execute((tx) => {
    const event = {
      id: crypto.randomUUID(),
      kind: 'bulk',
      accountId,
      units,
      flags: {},
      jobId: '',
      chunkId: '',
      candidateCount: 0,
    } as const
    return addToLedger(tx, [{ ...event, occurredAt: new Date(at * 1000) }])
  })
