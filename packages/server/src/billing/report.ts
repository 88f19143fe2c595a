// Usage goes to the provider in hours.
//
//   ledger ──trigger──▶ pending units of the customer ──each hour──▶ a row of billing_hours ──▶ sent
//
// A row is a report with its own identifier. The provider knows a repeated identifier for a day, so a report whose answer was lost is sent
// again within that time and counts once. After it, and where a repeated report is refused, the provider's own sum of the hour decides.
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { HourState } from './customers.ts'
import type { BillingProvider } from './provider.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'billing.report': Record<string, never>
  }
}

export type ReportDeps = { db: Db; log: Log; clock: Clock; provider: BillingProvider }

const HOUR_MS = 3_600_000
/** An hour less than the day for which identifiers are unique. */
const RETRY_MAX_MS = 23 * HOUR_MS
/** The provider accepts reports of the last 35 days. */
const AGE_MAX_MS = 35 * 24 * HOUR_MS - HOUR_MS
/** Sums follow reports with a delay. */
const SETTLE_AFTER_MS = HOUR_MS
const BATCH_COUNT = 200

export async function reportUsage(deps: ReportDeps): Promise<void> {
  await closeHour(deps)
  for (const hour of await unsentHours(deps)) await sendHour(deps, hour)
}

/** Moves what is pending into the hour that has just ended; once for each account and hour. */
async function closeHour({ db, clock }: Pick<ReportDeps, 'db' | 'clock'>): Promise<void> {
  const hour = new Date(Math.floor(clock.now() / HOUR_MS) * HOUR_MS)
  // A second run at the same time waits here, finds nothing pending, or fails as a whole by the key of billing_hours.
  await sql`
    WITH closing AS (
      SELECT account_id, pending_units FROM billing_customers c
      WHERE pending_units > 0 AND NOT EXISTS (
        SELECT FROM billing_hours h WHERE h.account_id = c.account_id AND h.hour = ${hour})
      ORDER BY account_id FOR UPDATE
    ), closed AS (
      UPDATE billing_customers c SET pending_units = c.pending_units - closing.pending_units
      FROM closing WHERE c.account_id = closing.account_id
    )
    INSERT INTO billing_hours (account_id, hour, units) SELECT account_id, ${hour}, pending_units FROM closing`.execute(
    db,
  )
}

type Hour = {
  account_id: string
  customer_id: string
  hour: Date
  units: number
  state: HourState
  first_tried_at: Date | null
  last_tried_at: Date | null
}

async function unsentHours({ db }: Pick<ReportDeps, 'db'>): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    SELECT h.*, c.customer_id FROM billing_hours h JOIN billing_customers c USING (account_id)
    WHERE h.state IN ('open', 'doubtful') ORDER BY h.hour, h.account_id LIMIT ${BATCH_COUNT}`.execute(db)
  return rows
}

/** The last second of the hour: the usage is counted in the period in which it was made. */
const timeOf = ({ hour }: Pick<Hour, 'hour'>) => hour.getTime() - 1000

async function sendHour(deps: ReportDeps, hour: Hour): Promise<void> {
  const now = deps.clock.now()
  if (now - timeOf(hour) > AGE_MAX_MS) return setState(deps, hour, 'lost')
  const isRetry = hour.first_tried_at !== null
  const mayRetry = !isRetry || now - hour.first_tried_at!.getTime() < RETRY_MAX_MS
  if (hour.state === 'doubtful' || !mayRetry) return settle(deps, hour)
  // Stored before it is sent: a process that is killed in between leaves a report that may have arrived.
  await sql`
    UPDATE billing_hours SET first_tried_at = coalesce(first_tried_at, ${new Date(now)}), last_tried_at = ${new Date(now)}
    WHERE account_id = ${hour.account_id} AND hour = ${hour.hour}`.execute(deps.db)
  const outcome = await deps.provider.reportUsage({
    identifier: identifierOf(hour),
    customerId: hour.customer_id,
    units: Number(hour.units),
    atMs: timeOf(hour),
  })
  if (outcome === 'accepted') return setState(deps, hour, 'sent')
  // A refused repetition is refused because the first one arrived, or for another reason: the sum tells.
  if (outcome === 'refused') return setState(deps, hour, isRetry ? 'doubtful' : 'refused')
}

function identifierOf({ account_id, hour }: Pick<Hour, 'account_id' | 'hour'>): string {
  return `mailsift-${account_id}-${hour.toISOString().slice(0, 13)}`
}

/** The hour of the customer has this one report: the sum is that of the report, or nothing. */
async function settle(deps: ReportDeps, hour: Hour): Promise<void> {
  const { provider, clock, log, db } = deps
  if (clock.now() - (hour.last_tried_at?.getTime() ?? 0) < SETTLE_AFTER_MS) return
  const end = hour.hour.getTime()
  const sum = await provider.sumUsage(hour.customer_id, end - HOUR_MS, end)
  if (sum === Number(hour.units)) return setState(deps, hour, 'sent')
  if (sum === 0) {
    await sql`
      UPDATE billing_hours SET state = 'open', first_tried_at = NULL, last_tried_at = NULL
      WHERE account_id = ${hour.account_id} AND hour = ${hour.hour}`.execute(db)
    return
  }
  log.error(
    { account_id: hour.account_id, hour: hour.hour.toISOString(), units: Number(hour.units), found: sum },
    'reported usage of an hour differs from that of the payment provider',
  )
  await setState(deps, hour, 'doubtful')
}

async function setState({ db, log }: ReportDeps, { account_id, hour, units }: Hour, state: HourState): Promise<void> {
  await sql`
    UPDATE billing_hours SET state = ${state} WHERE account_id = ${account_id} AND hour = ${hour}`.execute(db)
  if (state === 'refused' || state === 'lost')
    log.error(
      { account_id: account_id, hour: hour.toISOString(), units: Number(units), state },
      'usage of an hour is not reported to the payment provider',
    )
}
