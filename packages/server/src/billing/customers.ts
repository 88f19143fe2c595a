import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { BillingProvider } from './provider.ts'

export type HourState = 'open' | 'doubtful' | 'sent' | 'refused' | 'lost'

declare module '../platform/database/database.ts' {
  interface Tables {
    billing_customers: {
      account_id: string
      customer_id: string
      created_at: Date
      pending_units: number
      drift: number
      compared_at: Date | null
    }
    billing_hours: {
      account_id: string
      hour: Date
      units: number
      state: HourState
      first_tried_at: Date | null
      last_tried_at: Date | null
    }
    billing_events: { id: string; received_at: Date }
  }
}

export async function findCustomer(db: Db | Tx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ customer_id: string }>`
    SELECT customer_id FROM billing_customers WHERE account_id = ${accountId}`.execute(db)
  return rows[0]?.customer_id
}

/** Two requests at the same time get the same customer: the provider knows the account by its key. */
export async function ensureCustomer(
  { db, provider }: { db: Db; provider: BillingProvider },
  accountId: string,
): Promise<string> {
  const known = await findCustomer(db, accountId)
  if (known) return known
  const { email } = (await findAccount(db, accountId))!
  const customerId = await provider.createCustomer({ id: accountId, email })
  await sql`
    INSERT INTO billing_customers (account_id, customer_id) VALUES (${accountId}, ${customerId})
    ON CONFLICT (account_id) DO NOTHING`.execute(db)
  return (await findCustomer(db, accountId))!
}

/**
 * The customer of the account at the payment provider. A subscription that follows one there has the day on which
 * it renews; it goes on charging when the account is gone.
 */
export async function customerOfAccount(
  db: Db,
  accountId: string,
): Promise<{ customerId: string; isCharged: boolean } | undefined> {
  const { rows } = await sql<{ customerId: string; isCharged: boolean }>`
    SELECT c.customer_id AS "customerId",
      coalesce(s.status <> 'canceled' AND s.anchor IS NOT NULL, false) AS "isCharged"
    FROM billing_customers c LEFT JOIN subscriptions s ON s.account_id = c.account_id
    WHERE c.account_id = ${accountId}`.execute(db)
  return rows[0]
}
