// Every day, what the provider has counted of a customer in 30 days is compared with what was reported to it. Nothing is corrected here: a
// difference is shown by a metric, the log and `admin billing status`.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { measureByDatabase } from '../platform/metrics/database-gauge.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { forAWhile } from '../platform/shared-value.ts'
import type { ReportDeps } from './report.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'billing.compare': Record<string, never>
  }
}

const HOUR_MS = 3_600_000
const WINDOW_MS = 30 * 24 * HOUR_MS
/** Sums follow reports with a delay. */
const DELAY_MS = 2 * HOUR_MS

export async function compareUsage({ db, log, clock, provider }: ReportDeps): Promise<void> {
  const to = Math.floor((clock.now() - DELAY_MS) / HOUR_MS) * HOUR_MS
  const from = to - WINDOW_MS
  const { rows } = await sql<{ account_id: string; customer_id: string; units: number }>`
    SELECT c.account_id, c.customer_id, coalesce(sum(h.units) FILTER (WHERE h.state = 'sent'), 0)::bigint AS units
    FROM billing_customers c LEFT JOIN billing_hours h
      ON h.account_id = c.account_id AND h.hour > ${new Date(from)} AND h.hour <= ${new Date(to)}
    GROUP BY c.account_id, c.customer_id ORDER BY c.account_id`.execute(db)
  for (const { account_id, customer_id, units } of rows) {
    const drift = (await provider.sumUsage(customer_id, from, to)) - Number(units)
    await sql`
      UPDATE billing_customers SET drift = ${drift}, compared_at = ${new Date(clock.now())}
      WHERE account_id = ${account_id}`.execute(db)
    if (drift !== 0)
      log.error({ account_id: account_id, drift }, 'usage of the payment provider differs from the ledger')
  }
  await sql`DELETE FROM billing_events WHERE received_at < now() - interval '40 days'`.execute(db)
}

export type BillingFacts = {
  customers: number
  /** Sum of all differences, without their signs. */
  drift: number
  unsent_units: number
  lost_units: number
}

export async function readBillingFacts(db: Db): Promise<BillingFacts> {
  const { rows } = await sql<BillingFacts>`
    SELECT (SELECT count(*) FROM billing_customers)::float8 AS customers,
      (SELECT coalesce(sum(abs(drift)), 0) FROM billing_customers)::float8 AS drift,
      (SELECT coalesce(sum(units), 0) FROM billing_hours WHERE state IN ('open', 'doubtful'))::float8 AS unsent_units,
      (SELECT coalesce(sum(units), 0) FROM billing_hours WHERE state IN ('refused', 'lost'))::float8 AS lost_units`.execute(
    db,
  )
  return rows[0]!
}

export function measureBilling({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const read = forAWhile(0, () => readBillingFacts(db))
  const gauge = (name: string, help: string, figures: (facts: BillingFacts) => number) =>
    measureByDatabase({ metrics, name, help, read, figures })
  gauge(
    'mailsift_billing_drift_units',
    'Units by which the payment provider and the reported usage of 30 days differ.',
    ({ drift }) => drift,
  )
  gauge(
    'mailsift_billing_unsent_units',
    'Units not yet reported to the payment provider.',
    (facts) => facts.unsent_units,
  )
  gauge(
    'mailsift_billing_lost_units',
    'Units that the payment provider refused or that became too old.',
    (facts) => facts.lost_units,
  )
}
