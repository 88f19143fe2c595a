import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { measureByDatabase } from '../metrics/database-gauge.ts'
import type { Metrics } from '../metrics/metrics.ts'

export type WorkerWatch = {
  /** When no worker has sent a heartbeat for so long that jobs wait. */
  complaint(): string | undefined
  stop(): void
}

export type WorkerWatchOptions = {
  db: Db
  log: Log
  /** Tests have less time. */
  intervalMs?: number
  absentAfterMs?: number
}

const INTERVAL_MS = 10_000
const ABSENT_AFTER_MS = 60_000
/** A worker sends a heartbeat every three seconds. */
const ALIVE_SECONDS = 15

/** An API accepts jobs whether or not a worker runs them; readiness and the log say so. */
export function watchWorkers({ db, log, intervalMs, absentAfterMs }: WorkerWatchOptions): WorkerWatch {
  let seenAt = performance.now()
  let absent = false
  async function look(): Promise<void> {
    const alive = await countAlive(db).catch(() => undefined)
    // Without the database it is unknown whether there are workers; readiness reports the database.
    if (alive === undefined || alive > 0) seenAt = performance.now()
    const isAbsent = performance.now() - seenAt >= (absentAfterMs ?? ABSENT_AFTER_MS)
    if (isAbsent && !absent) log.error('no worker running for a minute: jobs are accepted but not processed')
    if (!isAbsent && absent) log.info('workers are running again')
    absent = isAbsent
  }
  const timer = setInterval(() => void look(), intervalMs ?? INTERVAL_MS).unref()
  return {
    complaint: () => (absent ? 'none for a minute: jobs are accepted but not processed' : undefined),
    stop: () => clearInterval(timer),
  }
}

export function measureWorkers({ db, metrics }: { db: Db; metrics: Metrics }): void {
  measureByDatabase({
    metrics,
    name: 'mailsift_workers_alive',
    help: 'Running worker processes in the whole fleet.',
    read: () => countAlive(db),
    figures: (count) => count,
  })
}

export async function countAlive(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT process) FROM heartbeats WHERE seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`.execute(
    db,
  )
  return rows[0]!.count
}
