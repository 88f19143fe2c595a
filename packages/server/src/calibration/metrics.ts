import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { measureByDatabase } from '../platform/metrics/database-gauge.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { forAWhile } from '../platform/shared-value.ts'

const VERDICTS = ['safe', 'not_safe'] as const
type Row = { verdict: (typeof VERDICTS)[number]; addresses: number; no_such_mailbox: number; domain_gone: number }

/** Summed over the accounts that report bounces. */
export function measureCalibration({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const read = forAWhile(0, () => readTotals(db))
  measureByDatabase({
    metrics,
    name: 'mailsift_calibration_addresses',
    help: 'Validated addresses of the last 35 days, of accounts that report bounces, by verdict.',
    read,
    labelNames: ['verdict'],
    always: VERDICTS.map((verdict) => ({ verdict })),
    figures: (rows) => rows.map(({ verdict, addresses }) => ({ labels: { verdict }, value: addresses })),
  })
  measureByDatabase({
    metrics,
    name: 'mailsift_calibration_bounced',
    help: 'Those of mailsift_calibration_addresses that had a hard bounce in the last 30 days, by verdict and reason of the bounce.',
    read,
    labelNames: ['verdict', 'reason'],
    always: VERDICTS.flatMap((verdict) => REASONS.map((reason) => ({ verdict, reason }))),
    figures: (rows) =>
      rows.flatMap((row) =>
        REASONS.map((reason) => ({ labels: { verdict: row.verdict, reason }, value: row[reason] })),
      ),
  })
}

const REASONS = ['no_such_mailbox', 'domain_gone'] as const

async function readTotals(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT verdict, sum((counted->>'addresses')::bigint)::float8 AS addresses,
      sum((counted->>'no_such_mailbox')::bigint)::float8 AS no_such_mailbox,
      sum((counted->>'domain_gone')::bigint)::float8 AS domain_gone
    FROM calibrations, jsonb_each(body->'groups') AS groups (verdict, counted)
    WHERE verdict = ANY(${VERDICTS}::text[]) AND counted_at > now() - interval '3 days' GROUP BY verdict`.execute(db)
  return rows
}
