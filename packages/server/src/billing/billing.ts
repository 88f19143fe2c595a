// The door of billing: a payment provider, where there is a key for one.
import type { Plans } from '../accounts/plans/plans.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { CronEntry, TaskHandlers } from '../platform/queue/queue.ts'
import { compareUsage } from './compare.ts'
import type { BillingProvider } from './provider.ts'
import { reportUsage } from './report.ts'
import { createStripe } from './stripe/stripe.ts'
import { syncCustomer } from './sync.ts'

export { measureBilling, readBillingFacts } from './compare.ts'
export { customerOfAccount } from './customers.ts'
export { registerBillingRoutes } from './routes.ts'

export type Billing = { provider: BillingProvider; graceDays: number; reportsUsage: boolean }

type BillingSettings = {
  stripeSecretKey: string
  stripeWebhookSecret: string
  stripeMeter: string
  stripeApiUrl: string
  billingGraceDays: number
}

/** Undefined without a key. */
export function openBilling(settings: BillingSettings): Billing | undefined {
  const {
    stripeSecretKey: secretKey,
    stripeWebhookSecret: webhookSecret,
    stripeMeter: meter,
    stripeApiUrl: url,
  } = settings
  if (!secretKey) return undefined
  const provider = createStripe({ url, secretKey, webhookSecret, meter })
  return { provider, graceDays: settings.billingGraceDays, reportsUsage: meter !== '' }
}

export const billingCron: readonly CronEntry[] = [
  { task: 'billing.report', match: '5 * * * *' },
  { task: 'billing.compare', match: '41 4 * * *' },
]

type Task = 'billing.sync' | 'billing.report' | 'billing.compare'

export function billingTasks(
  deps: { db: Db; log: Log; clock: Clock; plans: Plans },
  billing: Billing | undefined,
): Pick<TaskHandlers, Task> {
  const { provider, graceDays, reportsUsage } = billing ?? {}
  const reporting = provider && reportsUsage ? { ...deps, provider } : undefined
  return {
    'billing.sync': async (task) => {
      if (provider) await syncCustomer({ ...deps, provider, graceDays: graceDays! }, task)
    },
    'billing.report': async () => {
      if (reporting) await reportUsage(reporting)
    },
    'billing.compare': async () => {
      if (reporting) await compareUsage(reporting)
    },
  }
}
