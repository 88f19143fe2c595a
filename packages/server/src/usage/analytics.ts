import type { Validations } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Listener } from '../outbox/outbox.ts'
import type { Db } from '../platform/database/database.ts'
import { utcDay } from './ledger.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    verdict_daily: { user_id: string; day: string; flag: keyof Validations; count: number }
  }
}

/** The listener that counts, by user and UTC day, how many validations carried each flag. */
export const countVerdicts: Listener = async (tx, events) => {
  const rows = events.flatMap(({ userId, flags, occurredAt }) =>
    Object.entries(flags).map(([flag, count]) => ({ user_id: userId, day: utcDay(occurredAt), flag, count })),
  )
  // Summed, sorted and joined for the same reasons as in the ledger.
  await sql`
    INSERT INTO verdict_daily (user_id, day, flag, count)
    SELECT user_id, day, flag, sum(count)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS counted (user_id uuid, day date, flag text, count bigint)
    JOIN users ON users.id = user_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, flag) DO UPDATE SET count = verdict_daily.count + excluded.count`.execute(tx)
}

export async function readVerdictCounts(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('verdict_daily')
    .select(['day', 'flag', 'count'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('flag')
    .execute()
}
