// The stored billing data of an account, for the administration.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export type BillingRecord = {
  customer_id: string
  created_at: Date
  hours: { hour: Date; units: number; state: string }[]
}

/** Null where the account never opened a page of the payment provider. */
export async function billingOfAccount(db: Db, accountId: string): Promise<BillingRecord | null> {
  const { rows: customers } = await sql<{ customer_id: string; created_at: Date }>`
    SELECT customer_id, created_at FROM billing_customers WHERE account_id = ${accountId}`.execute(db)
  if (!customers[0]) return null
  const { rows: hours } = await sql<BillingRecord['hours'][number]>`
    SELECT hour, units::float8 AS units, state FROM billing_hours WHERE account_id = ${accountId} ORDER BY hour`.execute(
    db,
  )
  return { ...customers[0], hours }
}
