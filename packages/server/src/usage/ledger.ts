import type { UsageKind } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Listener } from '../outbox/outbox.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    usage_daily: { account_id: string; day: string; kind: UsageKind; units: number }
  }
}

/** The listener that bills: one unit per completed validation, by the UTC day on which it was recorded. */
export const addToLedger: Listener = async (tx, events) => {
  const rows = events.map(({ accountId, kind, units, occurredAt }) => ({
    account_id: accountId,
    day: utcDay(occurredAt),
    kind,
    units,
  }))
  // Summed and sorted by key, so that a batch takes each row once and batches cannot wait for each other in a circle.
  // The join leaves out users who were deleted since then.
  await sql`
    INSERT INTO usage_daily (account_id, day, kind, units)
    SELECT account_id, day, kind, sum(units)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS event (account_id uuid, day date, kind text, units bigint)
    JOIN accounts ON accounts.id = account_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, day, kind) DO UPDATE SET units = usage_daily.units + excluded.units`.execute(tx)
}

export function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
