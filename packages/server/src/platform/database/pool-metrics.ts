import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'

export function measurePool({ pool, metrics }: { pool: pg.Pool; metrics: Metrics }): void {
  new Gauge({
    name: 'mailsift_database_connections',
    help: 'Database connections of this process by state: idle, busy, and the largest number allowed (max).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'max' }, pool.options.max)
    },
  })
  new Gauge({
    name: 'mailsift_database_waiting',
    help: 'Queries in this process that wait for a database connection.',
    registers: [metrics],
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
