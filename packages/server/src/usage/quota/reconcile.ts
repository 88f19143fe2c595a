// The ledger is the truth about usage, and quotas keep a sum of it. Reservations of processes that are gone are removed every minute; every day
// each sum is compared with the ledger and corrected. A difference means that a node without quotas, or a person, wrote usage.
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { CronEntry } from '../../platform/queue/queue.ts'
import { recount } from './state.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'quota.sweep': Record<string, never>
    'quota.reconcile': Record<string, never>
  }
}

export const quotaCron: readonly CronEntry[] = [
  { task: 'quota.sweep', match: '* * * * *' },
  { task: 'quota.reconcile', match: '23 3 * * *' },
]

export async function sweepReservations(db: Db): Promise<void> {
  await sql`DELETE FROM quota_reservations WHERE expires_at < now()`.execute(db)
}

export async function reconcileQuotas({ db, log }: { db: Db; log: Log }): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`SELECT account_id FROM quotas ORDER BY account_id`.execute(db)
  for (const { account_id } of rows) {
    const drift = await reconcileQuota(db, account_id)
    if (drift !== 0) log.warn({ account_id: account_id, drift }, 'corrected the used credits of an account')
  }
}

/** How many units the sum had too many. Zero when a month has begun that is not counted yet: its first use does. */
export async function reconcileQuota(db: Db, accountId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ used: number; period_start: string }>`
      SELECT used, period_start FROM quotas WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)
    const [before] = rows
    if (!before) return 0
    const after = await recount(tx, accountId)
    return after.period_start === before.period_start ? Number(before.used) - Number(after.used) : 0
  })
}
