import type { AccountPlan } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Plans } from '../../accounts/plans/plans.ts'
import type { Db } from '../../platform/database/database.ts'
import { readQuota } from './state.ts'
import { isNearLimit } from './warning.ts'

export async function readAccountPlan(
  { db, plans, hasBilling = false }: { db: Db; plans: Plans; hasBilling?: boolean },
  accountId: string,
): Promise<AccountPlan> {
  const { rows } = await sql<{ plan: string | null; is_customer: boolean }>`
    SELECT (SELECT plan FROM subscriptions WHERE account_id = ${accountId}),
      EXISTS (
        SELECT FROM billing_customers c JOIN subscriptions s ON s.account_id = c.account_id
        WHERE c.account_id = ${accountId} AND s.anchor IS NOT NULL AND s.status <> 'canceled') AS is_customer`.execute(
    db,
  )
  const { plan: name, is_customer } = rows[0]!
  const forSale = plans.all.filter(({ stripePrices }) => stripePrices.length > 0).map((plan) => plan.name)
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
    billing: hasBilling ? { plans: forSale, is_customer } : null,
  }
}
