import { UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { measureByDatabase } from '../../platform/metrics/database-gauge.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { forAWhile } from '../../platform/shared-value.ts'

export type Unfinished = { kind: 'job' | 'group'; status: string; count: number }

/** By the indexes of what is unfinished, however long the history is. */
export async function countUnfinished(db: Db): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    SELECT 'job' AS kind, status, count(*) AS count FROM bulk_jobs WHERE status IN ('pending', 'processing') GROUP BY status
    UNION ALL
    SELECT 'group', status, count(*) FROM bulk_groups WHERE status IN ('queued', 'parsing', 'processing', 'finalizing') GROUP BY status
    ORDER BY 1, 2`.execute(db)
  return rows
}

type Slots = { taken: number; full: number }

async function countSlots(db: Db): Promise<Slots> {
  const { rows } = await sql<Slots>`
    SELECT coalesce(sum(unfinished), 0)::int AS taken,
      count(*) FILTER (WHERE unfinished >= ${UNFINISHED_SUBMISSIONS_MAX_COUNT}) AS full
    FROM bulk_accounts WHERE unfinished > 0`.execute(db)
  return rows[0]!
}

/** The submissions of the whole fleet that are under way. */
export function measureBulk({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const kinds = [
    ['job', ['pending', 'processing']],
    ['group', ['queued', 'parsing', 'processing', 'finalizing']],
  ] as const
  measureByDatabase({
    metrics,
    name: 'mailsift_unfinished',
    help: 'Unfinished jobs (including the jobs of groups) and groups by status.',
    labelNames: ['kind', 'status'],
    always: kinds.flatMap(([kind, statuses]) => statuses.map((status) => ({ kind, status }))),
    read: () => countUnfinished(db),
    figures: (rows) => rows.map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
  })
  const read = forAWhile(0, () => countSlots(db))
  const gauge = (name: string, help: string, figures: (slots: Slots) => number) =>
    measureByDatabase({ metrics, name, help, read, figures })
  gauge('mailsift_slots_taken', 'Submission slots in use, summed over all accounts.', ({ taken }) => taken)
  gauge('mailsift_accounts_without_slot', 'Accounts that use all of their submission slots.', ({ full }) => full)
}
