import type { Validations } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Listener } from '../outbox/outbox.ts'
import type { Db } from '../platform/database/database.ts'
import { utcDay } from './ledger.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    verdict_daily: { account_id: string; day: string; flag: keyof Validations; count: number }
  }
}

/** The listener that counts, by user and UTC day, how many validations carried each flag. */
export const countVerdicts: Listener = async (tx, events) => {
  const rows = events.flatMap(({ accountId, flags, occurredAt }) =>
    Object.entries(flags).map(([flag, count]) => ({ account_id: accountId, day: utcDay(occurredAt), flag, count })),
  )
  // Summed, sorted and joined for the same reasons as in the ledger.
  await sql`
    INSERT INTO verdict_daily (account_id, day, flag, count)
    SELECT account_id, day, flag, sum(count)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS counted (account_id uuid, day date, flag text, count bigint)
    JOIN accounts ON accounts.id = account_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, day, flag) DO UPDATE SET count = verdict_daily.count + excluded.count`.execute(tx)
}

export async function readVerdictCounts(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('verdict_daily')
    .select(['day', 'flag', 'count'])
    .where('account_id', '=', accountId)
    .orderBy('day')
    .orderBy('flag')
    .execute()
}
