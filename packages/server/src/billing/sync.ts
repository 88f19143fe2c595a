// The subscription of an account follows that of its customer. An event only says that something changed: what holds is read from the
// provider, so the order of events does not matter. Tasks of one customer run one after the other.
import { sql } from 'kysely'
import { followSubscription } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plans/plans.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { enqueue } from '../platform/queue/queue.ts'
import type { BillingProvider, ProviderEvent, ProviderSubscription } from './provider.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'billing.sync': { customerId: string }
  }
}

export type SyncDeps = { db: Db; log: Log; provider: BillingProvider; plans: Plans; graceDays: number }

const DAY_MS = 86_400_000

/** False when the event has been received before. A crash leaves the event and its task, or neither. */
export async function receiveEvent(db: Db, { id, customerId }: ProviderEvent): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      INSERT INTO billing_events (id) VALUES (${id}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
    if (rows.length > 0 && customerId !== undefined) await enqueueSync(tx, customerId)
    return rows.length > 0
  })
}

async function enqueueSync(tx: Tx | Db, customerId: string): Promise<void> {
  await enqueue(tx, 'billing.sync', { customerId }, { queueName: `billing ${customerId}` })
}

export async function syncCustomer(deps: SyncDeps, { customerId }: { customerId: string }): Promise<void> {
  const { db, log, provider, plans } = deps
  const { rows } = await sql<{ account_id: string }>`
    SELECT account_id FROM billing_customers WHERE customer_id = ${customerId}`.execute(db)
  const accountId = rows[0]?.account_id
  // A customer of something else in the same Stripe account.
  if (!accountId) return
  const subscription = await provider.readSubscription(customerId)
  if (!subscription) return
  const plan = plans.all.find(({ stripePrices }) => stripePrices.some((price) => subscription.prices.includes(price)))
  if (!plan) {
    log.error(
      { account_id: accountId, prices: subscription.prices },
      'no plan in PLANS_FILE has the prices of a subscription',
    )
    return
  }
  await apply(deps, accountId, plan.name, subscription)
}

/** Access ends some days after the period: the renewal of a subscription is paid and announced within hours, not at once. */
async function apply(
  { db, graceDays }: SyncDeps,
  accountId: string,
  plan: string,
  { status, periodStart, periodEnd, anchor }: ProviderSubscription,
): Promise<void> {
  const grace = graceDays * DAY_MS
  const end = new Date(periodEnd.getTime() + (status === 'active' ? grace : 0))
  // The payment that failed was due when the period began.
  const graceUntil = status === 'past_due' ? new Date(periodStart.getTime() + grace) : null
  await followSubscription(db, accountId, { plan, status, periodEnd: end, graceUntil, anchor })
}
