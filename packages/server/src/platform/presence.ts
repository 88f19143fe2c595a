// A process is alive while it holds its advisory lock, which the database frees with its connection. The tasks of a
// process that is gone are handed to the others within seconds; graphile-worker alone would wait four hours.
import { sql } from 'kysely'
import type pg from 'pg'
import { createSession, discard } from './connection.ts'
import type { Database, Db, Tx } from './database.ts'
import { createForgotten } from './forgotten.ts'
import type { Log } from './log.ts'
import { noteDeaths } from './suspects.ts'

declare module './database.ts' {
  interface Tables {
    queue_processes: { pool_id: string; process: string; lock_id: number; beat_at: Date; ended_by: string | null }
  }
}

export type Presence = { end(): Promise<void> }

/** First half of every presence lock's two-part key. */
const LOCK_CLASS = 7_100_002
/** Second half for those who hand tasks back; the ids of processes start at 1. */
const RELEASE_LOCK_ID = 0
const BEAT_INTERVAL_MS = 2_000
const ANSWER_MAX_MS = 5_000
/** A stopped (SIGSTOP) process keeps its lock but beats no more. */
const SILENCE_MAX_SECONDS = 30
/** A PostgreSQL restart drops all advisory locks; workers re-acquire them at the next heartbeat. */
const LOCKS_BACK_AFTER_SECONDS = 3
/** A process takes its first tasks a moment before its presence is stored. */
const UNKNOWN_POOL_GRACE_SECONDS = 5

/**
 * A task that was cut short n times has this priority + n. It goes ahead of all that were not yet begun, whose priority
 * is never below zero; a task that kills its worker lets the others pass.
 */
export const CUT_SHORT_PRIORITY = -1_000

export function timesCutShort(priority: number): number {
  return priority < 0 ? priority - CUT_SHORT_PRIORITY : 0
}

export type PresenceOptions = {
  database: Database
  log: Log
  /** The name under which this queue takes tasks. */
  poolId: string
  /** Shared by the queues of one process. */
  process: string
  /** The tasks that are under way in it. */
  running: ReadonlySet<string>
}

export function announcePresence({ database, log, poolId, process, running: tasks }: PresenceOptions): Presence {
  const forgotten = createForgotten(database.db, poolId, tasks)
  let client: pg.Client | undefined
  let ended = false

  async function beat(): Promise<void> {
    try {
      client ??= await holdLock(database, { poolId, process }, () => {
        client = undefined
      })
      const beaten = await client.query('UPDATE queue_processes SET beat_at = now() WHERE pool_id = $1', [poolId])
      // After a long silence the others took this process for dead; it joins again with a new lock.
      if (beaten.rowCount === 0) await client.end()
      const unknown = await forgotten.release()
      if (unknown > 0) log.warn({ tasks: unknown }, 'tasks whose handing over was lost were let go')
      const released = await releaseTasksOfTheDead(database.db)
      if (released > 0) log.warn({ released }, 'tasks of a dead process were handed back')
    } catch (error) {
      if (client) discard(client)
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
      if (client) discard(client)
    },
  }
}

/** A connection of its own, because the lock lives and dies with it. */
async function holdLock(
  { directUrl }: Database,
  { poolId, process }: Pick<PresenceOptions, 'poolId' | 'process'>,
  onLost: () => void,
): Promise<pg.Client> {
  const client = createSession(directUrl, { name: 'mailsift presence', timeoutMs: ANSWER_MAX_MS })
  client.on('error', onLost)
  client.on('end', onLost)
  try {
    await client.connect()
    // One statement: a process is never visible before its lock is held.
    await client.query(
      `WITH process AS (
         INSERT INTO queue_processes (pool_id, process) VALUES ($1, $3) ON CONFLICT (pool_id) DO UPDATE SET beat_at = now() RETURNING lock_id
       )
       SELECT pg_advisory_lock($2, lock_id) FROM process`,
      [poolId, LOCK_CLASS, process],
    )
    return client
  } catch (error) {
    discard(client)
    throw error
  }
}

/**
 * Hands back what the dead had begun. Being killed is no failure of the task: it counts neither as one of its attempts
 * nor towards the pause after the next failure.
 */
export async function releaseTasksOfTheDead(db: Db): Promise<number> {
  await sql`DELETE FROM queue_processes WHERE beat_at < now() - interval '1 hour'`.execute(db)
  if ((await findTheDead(db)).length === 0) return 0
  return db.transaction().execute(async (tx) => {
    // All the living look at the same time; each death is dealt with by one of them.
    await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${RELEASE_LOCK_ID})`.execute(tx)
    const dead = await findTheDead(tx)
    if (dead.length === 0) return 0
    const { rows: tasks } = await sql<{ id: string }>`
      SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY (${dead}::text[])`.execute(tx)
    await noteDeaths(tx, dead)
    await sql`SELECT graphile_worker.force_unlock_workers(${dead}::text[])`.execute(tx)
    // One without an attempt left has been replaced by another under its key, and is not to be run again.
    await sql`
      SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => attempts - 1,
        priority => CASE WHEN priority < 0 THEN least(priority + 1, -1) ELSE ${CUT_SHORT_PRIORITY + 1} END)
      FROM graphile_worker.jobs WHERE id = ANY (${tasks.map(({ id }) => id)}::bigint[])
        AND attempts BETWEEN 1 AND max_attempts - 1`.execute(tx)
    await tx.deleteFrom('queue_processes').where('pool_id', 'in', dead).execute()
    return dead.length
  })
}

async function findTheDead(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    SELECT DISTINCT task.locked_by AS pool_id
    FROM graphile_worker.jobs task LEFT JOIN queue_processes process ON process.pool_id = task.locked_by
    WHERE task.locked_by IS NOT NULL AND CASE
      WHEN process.pool_id IS NULL THEN task.locked_at < now() - make_interval(secs => ${UNKNOWN_POOL_GRACE_SECONDS})
      WHEN EXISTS (
        SELECT FROM pg_locks held
        WHERE held.locktype = 'advisory' AND held.classid = ${LOCK_CLASS} AND held.objid = process.lock_id AND held.granted
          AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
      THEN process.beat_at < now() - make_interval(secs => ${SILENCE_MAX_SECONDS})
      ELSE pg_postmaster_start_time() < now() - make_interval(secs => ${LOCKS_BACK_AFTER_SECONDS}) END`.execute(db)
  return rows.map(({ pool_id }) => pool_id)
}
