import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Db } from '../platform/database.ts'
import { forAWhile } from '../platform/http/asset.ts'
import type { Metrics } from '../platform/metrics.ts'
import { LISTENER_NAMES, type ListenerName } from './events.ts'

export type Waiting = { listener: ListenerName; count: number; oldest_seconds: number }

/** Asked of the database whenever metrics are read: the state of the whole fleet. */
export function measureOutbox({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const read = forAWhile(0, () => readWaiting(db))
  const gauge = (name: string, help: string, figure: (row: Waiting) => number) =>
    new Gauge({
      name,
      help: `${help} NaN when the database could not be asked.`,
      labelNames: ['listener'],
      registers: [metrics],
      async collect() {
        const rows = await read().catch(() => undefined)
        for (const listener of LISTENER_NAMES) {
          const row = rows?.find((candidate) => candidate.listener === listener)
          this.set({ listener }, rows ? (row ? figure(row) : 0) : Number.NaN)
        }
      },
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
