import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { measureByDatabase } from '../platform/metrics/database-gauge.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { forAWhile } from '../platform/shared-value.ts'
import { LISTENER_NAMES, type ListenerName } from './events.ts'

export type Waiting = { listener: ListenerName; count: number; oldest_seconds: number }

/** Asked of the database whenever metrics are read: the state of the whole fleet. */
export function measureOutbox({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const read = forAWhile(0, () => readWaiting(db))
  const gauge = (name: string, help: string, figure: (row: Waiting) => number) =>
    measureByDatabase({
      metrics,
      name,
      help,
      read,
      labelNames: ['listener'],
      always: LISTENER_NAMES.map((listener) => ({ listener })),
      figures: (rows) => rows.map((row) => ({ labels: { listener: row.listener }, value: figure(row) })),
    })
  gauge('mailsift_outbox_waiting', 'Events not yet delivered to a listener.', (row) => row.count)
  gauge(
    'mailsift_outbox_lag_seconds',
    'Age of the oldest event not yet delivered to a listener.',
    (row) => row.oldest_seconds,
  )
}

export async function readWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT listener, count(*) AS count, extract(epoch FROM now() - min(recorded_at))::float8 AS oldest_seconds
    FROM outbox_deliveries GROUP BY listener`.execute(db)
  return rows
}
