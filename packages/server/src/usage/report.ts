import type { UsageQuery, UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'

const DAY_MS = 86_400_000
const DEFAULT_RANGE_DAYS = 30
/** Nothing was ever used before; "since ever" may be requested in any way that the calendar allows. */
const EARLIEST_DAY = '2000-01-01'

/** Units of one account by day and kind, both ends included; without a range, the last 30 days by the database's clock. */
export async function readUsage({ db }: { db: Db }, accountId: string, query: UsageQuery): Promise<UsageReport> {
  const to = notBefore(EARLIEST_DAY, query.to ?? (await today(db)))
  const from = notBefore(EARLIEST_DAY, query.from ?? daysBefore(to, DEFAULT_RANGE_DAYS - 1))
  if (from > to) throw new AppError('invalid_request', 'from must not be later than to.')
  const rows = await db
    .selectFrom('usage_daily')
    .select(['day', 'kind', 'units'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  const report: UsageReport = { from, to, ...nothing(), days: [] }
  for (const { day, kind, units } of rows) {
    if (report.days.at(-1)?.date !== day) report.days.push({ date: day, ...nothing() })
    for (const sum of [report, report.days.at(-1)!]) {
      sum.total += units
      sum.by_kind[kind] += units
    }
  }
  return report
}

function notBefore(earliest: string, day: string): string {
  return day < earliest ? earliest : day
}

function nothing() {
  return { total: 0, by_kind: { single: 0, bulk: 0 } }
}

async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`SELECT (now() AT TIME ZONE 'UTC')::date AS today`.execute(db)
  return rows[0]!.today
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)
}
