// A process is alive while it holds its advisory lock, which the database frees with its connection. The tasks of a
// process that is gone are handed to the others within seconds; graphile-worker alone would wait four hours.
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from './database.ts'
import type { Log } from './log.ts'

declare module './database.ts' {
  interface Tables {
    queue_processes: { pool_id: string; lock_id: number; beat_at: Date }
  }
}

export type Presence = { end(): Promise<void> }

/** First half of every presence lock's two-part key. */
const LOCK_CLASS = 7_100_002
const BEAT_INTERVAL_MS = 5_000
/** A stopped (SIGSTOP) process keeps its lock but beats no more. */
const SILENCE_MAX_SECONDS = 30
/** A process takes its first tasks a moment before its presence is stored. */
const UNKNOWN_POOL_GRACE_SECONDS = 5

export function announcePresence({ database, log }: { database: Database; log: Log }, poolId: string): Presence {
  let client: pg.Client | undefined
  let ended = false

  async function beat(): Promise<void> {
    try {
      client ??= await holdLock(database, poolId, () => {
        client = undefined
      })
      const beaten = await client.query('UPDATE queue_processes SET beat_at = now() WHERE pool_id = $1', [poolId])
      // After a long silence the others took this process for dead; it joins again with a new lock.
      if (beaten.rowCount === 0) await client.end()
      const released = await releaseTasksOfTheDead(database.db)
      if (released > 0) log.warn({ released }, 'tasks of a dead process were handed back')
    } catch (error) {
      client = undefined
      log.warn({ code: (error as { code?: string }).code }, 'presence could not be renewed')
    }
  }

  let running = beat()
  const timer = setInterval(() => {
    running = running.then(() => (ended ? undefined : beat()))
  }, BEAT_INTERVAL_MS)

  return {
    async end() {
      ended = true
      clearInterval(timer)
      await running
      await database.db
        .deleteFrom('queue_processes')
        .where('pool_id', '=', poolId)
        .execute()
        .catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** A connection of its own, because the lock lives and dies with it. */
async function holdLock({ url }: Database, poolId: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'mailsift presence' })
  client.on('error', onLost)
  client.on('end', onLost)
  await client.connect()
  const { rows } = await client.query<{ lock_id: number }>(
    `INSERT INTO queue_processes (pool_id) VALUES ($1)
     ON CONFLICT (pool_id) DO UPDATE SET beat_at = now() RETURNING lock_id`,
    [poolId],
  )
  await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, rows[0]!.lock_id])
  return client
}

export async function releaseTasksOfTheDead(db: Db): Promise<number> {
  const { rows } = await sql<{ pool_id: string }>`
    SELECT DISTINCT jobs.locked_by AS pool_id FROM graphile_worker.jobs
    WHERE jobs.locked_by IS NOT NULL
      AND jobs.locked_at < now() - make_interval(secs => ${UNKNOWN_POOL_GRACE_SECONDS})
      AND NOT EXISTS (
        SELECT FROM queue_processes p
        JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS} AND l.objid = p.lock_id AND l.granted
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        WHERE p.pool_id = jobs.locked_by AND p.beat_at > now() - make_interval(secs => ${SILENCE_MAX_SECONDS}))`.execute(
    db,
  )
  await sql`DELETE FROM queue_processes WHERE beat_at < now() - interval '1 hour'`.execute(db)
  if (rows.length === 0) return 0
  const dead = rows.map(({ pool_id }) => pool_id)
  await sql`SELECT graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db)
  await db.deleteFrom('queue_processes').where('pool_id', 'in', dead).execute()
  return dead.length
}
