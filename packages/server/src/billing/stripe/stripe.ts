import type { SubscriptionStatus } from '@mailsift/contract'
import type { BillingProvider, ProviderSubscription } from '../provider.ts'
import { createStripeClient, type StripeClient, StripeError } from './client.ts'
import { isSignedBy } from './signature.ts'

export type StripeSettings = { url: string; secretKey: string; webhookSecret: string; meter: string }

type Price = { id: string; recurring: { usage_type: 'licensed' | 'metered' } | null }
type StripeSubscription = {
  status: string
  billing_cycle_anchor: number
  created: number
  items: { data: { price: Price; current_period_start: number; current_period_end: number }[] }
}
type List<T> = { data: T[] }

const SUBSCRIPTIONS_MAX = 100

export function createStripe({ url, secretKey, webhookSecret, meter }: StripeSettings): BillingProvider {
  const client = createStripeClient({ url, secretKey })
  let meterEvent: Promise<string> | undefined

  /** The name of the meter's events does not change. */
  function readMeterEvent(): Promise<string> {
    meterEvent ??= client
      .get<{ event_name: string }>(`/v1/billing/meters/${meter}`)
      .then(({ event_name }) => event_name)
    meterEvent.catch(() => {
      meterEvent = undefined
    })
    return meterEvent
  }

  return {
    async createCustomer({ id, email }) {
      const form = { email, 'metadata[mailsift_account]': id }
      return (await client.post<{ id: string }>('/v1/customers', form, `mailsift-customer-${id}`)).id
    },

    async checkoutLink(customerId, prices, returnUrl) {
      const form: Record<string, string | number> = {
        mode: 'subscription',
        customer: customerId,
        success_url: returnUrl,
        cancel_url: returnUrl,
      }
      for (const [at, id] of prices.entries()) {
        form[`line_items[${at}][price]`] = id
        if (!(await isMetered(client, id))) form[`line_items[${at}][quantity]`] = 1
      }
      return (await client.post<{ url: string }>('/v1/checkout/sessions', form)).url
    },

    async portalLink(customerId, returnUrl) {
      const form = { customer: customerId, return_url: returnUrl }
      return (await client.post<{ url: string }>('/v1/billing_portal/sessions', form)).url
    },

    async readSubscription(customerId) {
      const query = { customer: customerId, status: 'all', limit: SUBSCRIPTIONS_MAX }
      const { data } = await client.get<List<StripeSubscription>>('/v1/subscriptions', query)
      const [best] = data.toSorted((one, other) => rankOf(one) - rankOf(other) || other.created - one.created)
      return best ? toSubscription(best) : null
    },

    readEvent(body, signature, nowMs) {
      if (!isSignedBy(webhookSecret, body, signature, nowMs)) return undefined
      const { id, data } = JSON.parse(body.toString()) as { id: string; data?: { object?: { customer?: unknown } } }
      const customer = data?.object?.customer
      return { id, customerId: typeof customer === 'string' ? customer : undefined }
    },

    async reportUsage({ identifier, customerId, units, atMs }) {
      try {
        await client.post('/v1/billing/meter_events', {
          event_name: await readMeterEvent(),
          identifier,
          timestamp: Math.floor(atMs / 1000),
          'payload[stripe_customer_id]': customerId,
          'payload[value]': units,
        })
        return 'accepted'
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        return error.isRefusal ? 'refused' : 'unknown'
      }
    },

    async sumUsage(customerId, fromMs, toMs) {
      const query = { customer: customerId, start_time: fromMs / 1000, end_time: toMs / 1000 }
      const path = `/v1/billing/meters/${meter}/event_summaries`
      const { data } = await client.get<List<{ aggregated_value: number }>>(path, query)
      return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0)
    },
  }
}

/** A price by usage has no quantity. */
async function isMetered(client: StripeClient, priceId: string): Promise<boolean> {
  const { recurring } = await client.get<Price>(`/v1/prices/${priceId}`)
  return recurring?.usage_type === 'metered'
}

/** An account has one subscription. Of several, one that gives access counts before one that has ended. */
const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  // The first payment or all attempts failed, or it was paused or ended.
  unpaid: 'canceled',
  incomplete: 'canceled',
  incomplete_expired: 'canceled',
  paused: 'canceled',
  canceled: 'canceled',
}
const RANKS: readonly SubscriptionStatus[] = ['active', 'past_due', 'canceled']

function statusOf({ status }: StripeSubscription): SubscriptionStatus {
  return STATUSES[status] ?? 'canceled'
}

function rankOf(subscription: StripeSubscription): number {
  return RANKS.indexOf(statusOf(subscription))
}

function toSubscription(subscription: StripeSubscription): ProviderSubscription {
  const { items, billing_cycle_anchor } = subscription
  return {
    status: statusOf(subscription),
    prices: items.data.map(({ price }) => price.id),
    periodStart: timeOf(Math.min(...items.data.map((item) => item.current_period_start))),
    periodEnd: timeOf(Math.max(...items.data.map((item) => item.current_period_end))),
    anchor: timeOf(billing_cycle_anchor),
  }
}

const timeOf = (seconds: number) => new Date(seconds * 1000)
