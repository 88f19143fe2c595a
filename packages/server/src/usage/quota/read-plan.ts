import type { AccountPlan } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Plans } from '../../accounts/plans/plans.ts'
import type { Db } from '../../platform/database/database.ts'
import { readQuota } from './state.ts'
import { isNearLimit } from './warning.ts'

export async function readAccountPlan(
  { db, plans }: { db: Db; plans: Plans },
  accountId: string,
): Promise<AccountPlan> {
  const { rows } = await sql<{ plan: string }>`SELECT plan FROM subscriptions WHERE user_id = ${accountId}`.execute(db)
  const name = rows[0]?.plan ?? null
  const { monthlyCredits: monthly, bulkRows, requestsPerMinute, members, features } = plans.of(name)
  const quota = await readQuota(db, accountId)
  const { used, reserved } = quota
  return {
    name,
    period_start: quota.periodStart,
    period_end: quota.periodEnd,
    credits: { monthly, used, reserved, left: monthly === null ? null : Math.max(0, monthly - used - reserved) },
    is_near_limit: monthly !== null && isNearLimit(quota, monthly),
    bulk_rows: bulkRows,
    requests_per_minute: requestsPerMinute,
    members,
    features: [...features],
  }
}
