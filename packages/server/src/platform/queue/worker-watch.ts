import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Log } from '../log.ts'
import { measureByDatabase } from '../metrics/database-gauge.ts'
import type { Metrics } from '../metrics/metrics.ts'

export type WorkerWatch = {
  /** When no worker has been seen for so long that jobs stand still. */
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
/** A worker writes down every six seconds that it is there. */
const PRESENT_SECONDS = 15

/** An API takes jobs whether or not a worker runs them: readiness and the log have to say so. */
export function watchWorkers({ db, log, intervalMs, absentAfterMs }: WorkerWatchOptions): WorkerWatch {
  let seenAt = performance.now()
  let absent = false
  async function look(): Promise<void> {
    const present = await countPresent(db).catch(() => undefined)
    // Whether there are workers cannot be told without the database, of which readiness tells by itself.
    if (present === undefined || present > 0) seenAt = performance.now()
    const isAbsent = performance.now() - seenAt >= (absentAfterMs ?? ABSENT_AFTER_MS)
    if (isAbsent && !absent) log.error('no worker has been present for a minute: jobs are taken, and none is run')
    if (!isAbsent && absent) log.info('workers are present again')
    absent = isAbsent
  }
  const timer = setInterval(() => void look(), intervalMs ?? INTERVAL_MS).unref()
  return {
    complaint: () => (absent ? 'none for a minute: jobs are taken, and none is run' : undefined),
    stop: () => clearInterval(timer),
  }
}

export function measureWorkers({ db, metrics }: { db: Db; metrics: Metrics }): void {
  measureByDatabase({
    metrics,
    name: 'mailsift_workers_present',
    help: 'Worker processes of the whole fleet that take tasks.',
    read: () => countPresent(db),
    figures: (count) => count,
  })
}

export async function countPresent(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT process) FROM queue_processes WHERE beat_at > now() - make_interval(secs => ${PRESENT_SECONDS})`.execute(
    db,
  )
  return rows[0]!.count
}
