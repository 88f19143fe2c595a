import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'

export function measurePool({ pool, metrics }: { pool: pg.Pool; metrics: Metrics }): void {
  new Gauge({
    name: 'mailsift_database_connections',
    help: 'Connections of the pool of this process: idle, busy, and how many there may be (max).',
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
    help: 'Questions of this process that wait for a connection of its pool.',
    registers: [metrics],
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
