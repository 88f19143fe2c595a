// The credits of an account in its month: used + reserved ≤ the credits of its plan.
//
//   used        a sum of the usage that is stored, changed by a trigger in the transaction of each event (migration 1139)
//   reserved    credits held for lists and for API processes; a row each, gone when the list ends or the process has been silent
//
// The row of the account in quotas is locked before reservations are summed, so that no two of them take the same credits.
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    quotas: { account_id: string; period_start: string; period_end: string; used: number; warned: boolean }
    quota_reservations: { account_id: string; id: string; units: number; expires_at: Date }
  }
}

export type QuotaState = {
  /** The first day of the month, and the first day after it; UTC. */
  periodStart: string
  periodEnd: string
  used: number
  reserved: number
  warned: boolean
  endsInMs: number
}

type Row = { period_start: string; period_end: string; used: number; warned: boolean; ends_in_ms: number }

/** Holds the account's row until the transaction ends. A month that has begun since then is counted first. */
export async function lockQuota(tx: Tx, accountId: string): Promise<QuotaState> {
  const row = (await lockCurrent(tx, accountId)) ?? (await startPeriod(tx, accountId))
  return toState(row, await readReserved(tx, accountId))
}

/** Undefined where there is none, or it is of another month. */
async function lockCurrent(tx: Tx, accountId: string): Promise<Row | undefined> {
  const { rows } = await sql<Row & { is_current: boolean }>`
    SELECT q.period_start, q.period_end, q.used, q.warned, ${endsInMs} AS ends_in_ms,
      (q.period_start, q.period_end) = (p.period_start, p.period_end) AS is_current
    FROM quotas q LEFT JOIN subscriptions s ON s.account_id = q.account_id,
      LATERAL quota_period(s.anchor, ${today}) AS p
    WHERE q.account_id = ${accountId} FOR UPDATE OF q`.execute(tx)
  return rows[0]?.is_current ? rows[0] : undefined
}

const today = sql`(now() AT TIME ZONE 'UTC')::date`
const endsInMs = sql`extract(epoch FROM q.period_end::timestamp AT TIME ZONE 'UTC' - now())::float8 * 1000`

async function startPeriod(tx: Tx, accountId: string): Promise<Row> {
  await sql`
    INSERT INTO quotas (account_id, period_start, period_end, used) VALUES (${accountId}, 'epoch', 'epoch', 0)
    ON CONFLICT DO NOTHING`.execute(tx)
  // Another transaction may have counted in the meantime.
  return (await lockCurrent(tx, accountId)) ?? (await recount(tx, accountId))
}

/** Sets the sum to what the ledger and the outbox say. The row is locked: what is stored later adds itself. */
export async function recount(tx: Tx, accountId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    UPDATE quotas q SET period_start = p.period_start, period_end = p.period_end, used = ${usedIn(accountId)},
      warned = q.warned AND q.period_start = p.period_start
    FROM quota_period((SELECT anchor FROM subscriptions WHERE account_id = ${accountId}), ${today}) AS p
    WHERE q.account_id = ${accountId}
    RETURNING q.period_start, q.period_end, q.used, q.warned, ${endsInMs} AS ends_in_ms`.execute(tx)
  return rows[0]!
}

/** Units of the days of the period `p`: those in the ledger, and those on their way to it. One statement sees each once. */
const usedIn = (accountId: string) => sql<number>`(
  (SELECT coalesce(sum(units), 0) FROM usage_daily
   WHERE account_id = ${accountId} AND day >= p.period_start AND day < p.period_end)
  + (SELECT coalesce(sum((e.body->>'units')::bigint), 0)
     FROM outbox_deliveries d JOIN outbox_events e ON e.id = d.event_id AND e.account_id = d.account_id
     WHERE d.listener = 'usage' AND d.account_id = ${accountId}
       AND (d.recorded_at AT TIME ZONE 'UTC')::date >= p.period_start
       AND (d.recorded_at AT TIME ZONE 'UTC')::date < p.period_end))::bigint`

async function readReserved(db: Db | Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    SELECT coalesce(sum(greatest(units, 0)), 0)::bigint AS units FROM quota_reservations
    WHERE account_id = ${accountId} AND expires_at > now()`.execute(db)
  return Number(rows[0]!.units)
}

/** To look at: nothing is locked. Only lists count as reserved, because what processes hold is used or returned within a minute. */
export async function readQuota(db: Db, accountId: string): Promise<QuotaState> {
  const { rows } = await sql<Row>`
    SELECT q.period_start, q.period_end, ${usedIn(accountId)} AS used, coalesce(stored.warned, false) AS warned,
      ${endsInMs} AS ends_in_ms
    FROM quota_period((SELECT anchor FROM subscriptions WHERE account_id = ${accountId}), ${today}) AS p
    CROSS JOIN LATERAL (SELECT p.period_start, p.period_end) AS q
    LEFT JOIN quotas stored ON stored.account_id = ${accountId} AND stored.period_start = p.period_start`.execute(db)
  return toState(rows[0]!, await readReservedForLists(db, accountId))
}

async function readReservedForLists(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    SELECT coalesce(sum(greatest(r.units, 0)), 0)::bigint AS units FROM quota_reservations r
    WHERE r.account_id = ${accountId} AND r.expires_at > now() AND (
      EXISTS (SELECT FROM bulk_jobs j WHERE j.id = r.id AND j.account_id = r.account_id)
      OR EXISTS (SELECT FROM bulk_groups g WHERE g.id = r.id AND g.account_id = r.account_id))`.execute(db)
  return Number(rows[0]!.units)
}

function toState(row: Row, reserved: number): QuotaState {
  return {
    periodStart: row.period_start,
    periodEnd: row.period_end,
    used: Number(row.used),
    reserved,
    warned: row.warned,
    endsInMs: row.ends_in_ms,
  }
}

/** Holds credits for a list, until it ends. */
export async function addReservation(
  tx: Tx,
  { accountId, id, units, expiresAt }: { accountId: string; id: string; units: number; expiresAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO quota_reservations (account_id, id, units, expires_at)
    VALUES (${accountId}, ${id}, ${units}, ${expiresAt})`.execute(tx)
}

/** Adds to the share of a process, which lives on. False when it has ended: nothing is added. */
export async function extendShare(
  tx: Tx,
  { accountId, id, units, lifeMs }: { accountId: string; id: string; units: number; lifeMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE quota_reservations SET units = units + ${units}, expires_at = now() + make_interval(secs => ${lifeMs / 1000})
    WHERE account_id = ${accountId} AND id = ${id} AND expires_at > now() RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function startShare(
  tx: Tx,
  { accountId, id, units, lifeMs }: { accountId: string; id: string; units: number; lifeMs: number },
): Promise<void> {
  await sql`
    INSERT INTO quota_reservations (account_id, id, units, expires_at)
    VALUES (${accountId}, ${id}, ${units}, now() + make_interval(secs => ${lifeMs / 1000}))`.execute(tx)
}

/** For lists that are complete and for a process that stops: nothing of theirs is under way any more. */
export async function endReservations(
  db: Db | Tx,
  reservations: readonly { accountId: string; id: string }[],
): Promise<void> {
  for (const { accountId, id } of reservations)
    await sql`DELETE FROM quota_reservations WHERE account_id = ${accountId} AND id = ${id}`.execute(db)
}
