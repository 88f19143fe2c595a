// Every process that runs tasks writes a heartbeat, and releases the tasks of workers whose heartbeat has stopped.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../database/database.ts'
import { errorCode } from '../database/errors.ts'
import type { Log } from '../log.ts'
import { showLife } from '../watchdog/life.ts'
import { releaseOrphanedTasks, releaseTasks } from './reaper.ts'
import { releaseOnce } from './release-once.ts'

declare module '../database/database.ts' {
  interface Tables {
    heartbeats: { worker_id: string; process: string; seen_at: Date; ended_by: string | null }
  }
}

export type Heartbeat = {
  /** The name that the workers of one process share. */
  process: string
  /** The connections of its queues. They are sessions, because the queue listens on one of them. */
  database: Database
  /** `onBeat` looks for tasks that have become due. */
  join(workerId: string, onBeat: () => void): void
  /** Releases the tasks that the worker still holds. */
  leave(workerId: string): Promise<void>
  stop(): Promise<void>
}

const INTERVAL_MS = 3_000
/** A heartbeat counts as stopped only for a process this long in contact with the database: after an outage, all of them are old. */
const STEADY_MS = 2 * INTERVAL_MS
/** Two for listening; taking and completing a task needs one for about a millisecond. */
const CONNECTIONS = 4

export function startHeartbeat({ database: { directUrl }, log }: { database: Database; log: Log }): Heartbeat {
  const process = randomUUID()
  const database = openDatabase(directUrl, { log, connectionCount: CONNECTIONS, applicationName: 'mailsift queue' })
  const { db } = database
  // graphile-worker warns without a listener; connection.ts handles the errors of each connection.
  database.pool.on('connect', () => undefined)
  database.pool.on('acquire', releaseOnce)
  const workers = new Map<string, () => void>()
  const left = new Set<string>()
  let inContactSince: number | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    try {
      await sql`
        INSERT INTO heartbeats (worker_id, process) SELECT unnest(${[...workers.keys()]}::text[]), ${process}
        ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`.execute(db)
      if (left.size > 0) await releaseTasks({ db, log }, async () => [...left])
      left.clear()
      inContactSince ??= performance.now()
      await releaseOrphanedTasks({ db, log }, { isSteady: performance.now() - inContactSince >= STEADY_MS })
    } catch (error) {
      inContactSince = undefined
      log.warn({ code: errorCode(error) }, 'heartbeat failed')
    }
    for (const onBeat of workers.values()) onBeat()
  }

  const tick = () => {
    showLife()
    writing ??= write().finally(() => {
      writing = undefined
    })
  }
  const timer = setInterval(tick, INTERVAL_MS)
  return {
    process,
    database,
    join(workerId, onBeat) {
      workers.set(workerId, onBeat)
      tick()
    },
    async leave(workerId) {
      workers.delete(workerId)
      await writing
      // Where the database is away, the next heartbeat does it, or the reaper of another process.
      await releaseTasks({ db, log }, async () => [workerId]).catch(() => left.add(workerId))
    },
    async stop() {
      clearInterval(timer)
      await writing
      await database.close()
    },
  }
}
