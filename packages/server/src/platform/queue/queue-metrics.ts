import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { measureByDatabase } from '../metrics/database-gauge.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { forAWhile } from '../shared-value.ts'

export type TaskCount = {
  task: string
  /** Exhausted: its last attempt failed. */
  state: 'waiting' | 'scheduled' | 'running' | 'exhausted'
  count: number
  /** Since it was due, or was begun. */
  oldest_seconds: number
}

/** A date before a task was added is its position in the queue, not when it was due. */
export async function countTasks(db: Db): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`
    SELECT task_identifier AS task, state, count(*) AS count,
      greatest(0, max(extract(epoch FROM now() - coalesce(locked_at, greatest(run_at, created_at)))))::float8 AS oldest_seconds
    FROM (
      SELECT *, CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'exhausted'
        WHEN run_at > now() THEN 'scheduled' ELSE 'waiting' END AS state
      FROM graphile_worker.jobs
    ) AS task GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

/** The queue of the whole fleet. A kind of task in a state that has none has no sample. */
export function measureQueue({ db, metrics }: { db: Db; metrics: Metrics }): void {
  // The gauges of one reading share one query.
  const read = forAWhile(0, () => countTasks(db))
  const gauge = (name: string, help: string, figure: (row: TaskCount) => number) =>
    measureByDatabase({
      metrics,
      name,
      help,
      read,
      labelNames: ['task', 'state'],
      figures: (rows) => rows.map((row) => ({ labels: { task: row.task, state: row.state }, value: figure(row) })),
    })
  gauge(
    'mailsift_tasks',
    'Tasks in the queue of the whole fleet by kind and state: waiting, scheduled, running or exhausted.',
    ({ count }) => count,
  )
  gauge(
    'mailsift_task_oldest_seconds',
    'Time since the oldest task of each kind and state was due or started.',
    ({ oldest_seconds }) => oldest_seconds,
  )
  measureByDatabase({
    metrics,
    name: 'mailsift_tasks_quarantined',
    help: 'Tasks in quarantine because they crashed their process several times.',
    read: () => sql<{ count: number }>`SELECT count(*) AS count FROM quarantine`.execute(db),
    figures: ({ rows }) => rows[0]!.count,
  })
}
