// The port to a payment provider. Stripe is the first to be behind it.
import type { SubscriptionStatus } from '@mailsift/contract'

export type BillingProvider = {
  /** The same account gets the same customer, however often it is called within a day. */
  createCustomer(account: { id: string; email: string }): Promise<string>
  /** A page on which the customer buys these prices. */
  checkoutLink(customerId: string, prices: readonly string[], returnUrl: string): Promise<string>
  /** A page on which the customer changes the subscription, the card and the address. */
  portalLink(customerId: string, returnUrl: string): Promise<string>
  /** The current subscription of the customer. Null: there is none. */
  readSubscription(customerId: string): Promise<ProviderSubscription | null>
  /** The event in a request of the provider; undefined if the signature is not its own. */
  readEvent(body: Buffer, signature: string | undefined, nowMs: number): ProviderEvent | undefined
  /** Reports usage under an identifier, by which the provider knows a repeated report for a day. */
  reportUsage(usage: ReportedUsage): Promise<ReportOutcome>
  /** The usage that the provider has counted for a customer, from minute to minute. */
  sumUsage(customerId: string, fromMs: number, toMs: number): Promise<number>
}

export type ProviderSubscription = {
  status: SubscriptionStatus
  prices: readonly string[]
  periodStart: Date
  periodEnd: Date
  /** When it began: the day on which credits renew. */
  anchor: Date
}

export type ProviderEvent = { id: string; customerId: string | undefined }

type ReportedUsage = { identifier: string; customerId: string; units: number; atMs: number }

/** `unknown`: the provider may have it or not. */
type ReportOutcome = 'accepted' | 'refused' | 'unknown'
