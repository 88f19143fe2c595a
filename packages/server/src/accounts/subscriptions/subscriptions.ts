import type { Subscription, SubscriptionStatus } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

type SubscriptionsTable = {
  account_id: string
  plan: string
  status: SubscriptionStatus
  period_end: Date | null
  updated_at: Date
  /** The day of the month on which credits renew; null: the first. */
  anchor: string | null
  /** Until when an overdue payment keeps access. */
  grace_until: Date | null
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    subscriptions: SubscriptionsTable
  }
}

export type NewSubscription = { plan: string; status: SubscriptionStatus; periodEnd: Date | null }

/** Without end: a self-hosted installation has no renewals. */
export const SELF_HOSTED: NewSubscription = { plan: 'self-hosted', status: 'active', periodEnd: null }

/** The one meaning of "active", in the database's time: for every query over `subscriptions AS s`. */
export const isActive = sql<boolean>`(
  (s.status IS NOT DISTINCT FROM 'active' AND (s.period_end IS NULL OR s.period_end > now()))
  OR (s.status IS NOT DISTINCT FROM 'past_due' AND coalesce(s.grace_until > now(), false)))`

/** When an active subscription ends without a change. */
export const activeUntil = sql<Date | null>`(CASE s.status WHEN 'past_due' THEN s.grace_until ELSE s.period_end END)`

export async function setSubscription(
  db: Db | Tx,
  accountId: string,
  { plan, status, periodEnd }: NewSubscription,
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, plan, status, period_end: periodEnd, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ plan, status, period_end: periodEnd, grace_until: null, updated_at: sql`now()` }),
    )
    .execute()
}

export type FollowedSubscription = NewSubscription & { graceUntil: Date | null; anchor: Date }

/** Follows a payment provider. Nothing is written, and nothing is announced, where nothing changed. */
export async function followSubscription(
  db: Db,
  accountId: string,
  { plan, status, periodEnd, graceUntil, anchor }: FollowedSubscription,
): Promise<void> {
  await sql`
    INSERT INTO subscriptions AS s (account_id, plan, status, period_end, grace_until, anchor)
    VALUES (${accountId}, ${plan}, ${status}, ${periodEnd}, ${graceUntil}, (${anchor}::timestamptz AT TIME ZONE 'UTC')::date)
    ON CONFLICT (account_id) DO UPDATE SET plan = excluded.plan, status = excluded.status, period_end = excluded.period_end,
      grace_until = excluded.grace_until, anchor = excluded.anchor, updated_at = now()
    WHERE (s.plan, s.status, s.period_end, s.grace_until, s.anchor)
      IS DISTINCT FROM (excluded.plan, excluded.status, excluded.period_end, excluded.grace_until, excluded.anchor)`.execute(
    db,
  )
}

/** Null when the user never had one. */
export async function findSubscription(db: Db, accountId: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions as s')
    .select(['s.plan', 's.status', 's.period_end', isActive.as('active')])
    .where('s.account_id', '=', accountId)
    .executeTakeFirst()
  return row
    ? {
        plan: row.plan,
        status: row.status,
        period_end: row.period_end?.toISOString() ?? null,
        active: row.active,
      }
    : null
}

export async function hasActiveSubscription(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions as s')
    .select('s.account_id')
    .where('s.account_id', '=', accountId)
    .where(isActive)
    .executeTakeFirst()
  return row !== undefined
}
