// A process is alive while it holds its advisory lock, which the database frees with its connection. The tasks of a
// process that is gone are handed to the others within seconds; graphile-worker alone would wait four hours.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { createSession, discard } from '../database/connection.ts'
import type { Database, Db, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { showLife } from '../watchdog/life.ts'
import { createForgotten, type Forgotten } from './orphaned-tasks.ts'
import { noteDeaths } from './poison-tasks.ts'

declare module '../database/database.ts' {
  interface Tables {
    queue_processes: { pool_id: string; process: string; lock_id: number; beat_at: Date; ended_by: string | null }
  }
}

/** A queue of this process. */
type PresentQueue = {
  /** The name under which it takes tasks. */
  poolId: string
  /** The kinds of tasks that it takes. */
  tasks: readonly string[]
  /** The tasks that are under way in it. */
  running: ReadonlySet<string>
  /** The time of tasks has come that it could take. New ones wake it by themselves. */
  onDue(): void
}

export type Presence = {
  /** The name that the queues of one process share. */
  process: string
  join(queue: PresentQueue): void
  /** A process is present no more once its last queue has left. */
  leave(poolId: string): Promise<void>
}

/** First half of every presence lock's two-part key. */
const LOCK_CLASS = 7_100_002
/** Second half of the lock under which tasks are handed back; the ids of processes start at 1. */
const RELEASE_LOCK_ID = 0
const BEAT_INTERVAL_MS = 3_000
/** Only every second beat is stored, so that an idle machine's disk has its rest. */
const WRITE_INTERVAL_SECONDS = 5
const ANSWER_MAX_MS = 3_000
/** A stopped (SIGSTOP) process keeps its lock but beats no more. */
const SILENCE_MAX_SECONDS = 30
/** A PostgreSQL restart drops all advisory locks; workers re-acquire them at the next heartbeat. */
const LOCKS_BACK_AFTER_SECONDS = 5
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

type PresenceOptions = { database: Database; log: Log }

/**
 * An idle process does nothing else than this: at each beat one question, on one connection, says that it is there and
 * hears what there is to do.
 */
export function announcePresence({ database, log }: PresenceOptions): Presence {
  const process = randomUUID()
  const queues = new Map<string, PresentQueue & { forgotten: Forgotten }>()
  let client: pg.Client | undefined
  /** The queues whose locks the connection holds. */
  let held = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function beat(): Promise<void> {
    if (queues.size === 0) return
    try {
      const current = await connected()
      for (const poolId of queues.keys()) {
        if (held.has(poolId)) continue
        await holdLock(current, { poolId, process })
        held.add(poolId)
      }
      await heed(await ask(current))
    } catch (error) {
      if (client) discard(client)
      client = undefined
      log.warn({ code: (error as { code?: string }).code }, 'presence could not be renewed')
    }
  }

  /** A connection of its own, because the locks live and die with it. */
  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = createSession(database.directUrl, { name: 'mailsift presence', timeoutMs: ANSWER_MAX_MS })
    const lose = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    client = fresh
    held = new Set()
    await fresh.connect()
    return fresh
  }

  async function ask(current: pg.Client): Promise<News> {
    const present = [...queues.values()].map(({ poolId, tasks }) => ({ pool: poolId, tasks }))
    const { sql: text, parameters } = beatAndLook(present).compile(database.db)
    const { rows } = await current.query<News>({ text, values: [...parameters], name: 'beat' })
    // A process that was silent for long has been struck off by the others; it joins again with a new lock.
    if (rows[0]!.known < present.length) discard(current)
    return rows[0]!
  }

  async function heed({ begun, lost, due }: News): Promise<void> {
    for (const { poolId, forgotten, onDue } of queues.values()) {
      const ids = begun.filter(({ pool }) => pool === poolId).map(({ id }) => String(id))
      const unknown = await forgotten.release(ids)
      if (unknown > 0) log.warn({ tasks: unknown }, 'tasks whose handing over was lost were let go')
      if (due.includes(poolId)) onDue()
    }
    const released = lost ? await releaseTasksOfLostProcesses(database.db) : 0
    if (released > 0) log.warn({ released }, 'tasks of a lost process were handed back')
  }

  const beatOnce = () => {
    showLife()
    running = running.then(beat)
  }

  return {
    process,
    join(queue) {
      queues.set(queue.poolId, { ...queue, forgotten: createForgotten(database.db, queue.poolId, queue.running) })
      timer ??= setInterval(beatOnce, BEAT_INTERVAL_MS)
      beatOnce()
    },
    async leave(poolId) {
      queues.delete(poolId)
      if (queues.size === 0) clearInterval(timer)
      await running
      await database.db
        .deleteFrom('queue_processes')
        .where('pool_id', '=', poolId)
        .execute()
        .catch(() => undefined)
      if (queues.size === 0 && client) discard(client)
    },
  }
}

type News = {
  /** How many of its queues are there. */
  known: number
  /** The tasks that the database holds for its queues. */
  begun: { id: number; pool: string }[]
  /** Whether the rows or the tasks of a lost process have to be cleared. */
  lost: boolean
  /** The queues for which tasks are due. */
  due: string[]
}

function beatAndLook(queues: readonly { pool: string; tasks: readonly string[] }[]) {
  return sql<News>`
    WITH queue AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(queues)}::json) AS queue (pool text, tasks json)
    ), beaten AS (
      UPDATE queue_processes SET beat_at = now() FROM queue
      WHERE pool_id = pool AND beat_at < now() - make_interval(secs => ${WRITE_INTERVAL_SECONDS})
    )
    SELECT (SELECT count(*)::int FROM queue_processes JOIN queue ON pool_id = pool) AS known,
      coalesce((SELECT json_agg(json_build_object('id', id, 'pool', locked_by))
        FROM graphile_worker._private_jobs WHERE locked_by IN (SELECT pool FROM queue)), '[]') AS begun,
      EXISTS (${LOST_POOLS}) OR EXISTS (SELECT FROM queue_processes WHERE ${IS_LONG_GONE}) AS lost,
      ARRAY(SELECT pool FROM queue WHERE EXISTS (
        SELECT FROM graphile_worker._private_jobs task JOIN graphile_worker._private_tasks kind ON kind.id = task.task_id
        WHERE task.is_available AND task.run_at <= now()
          AND kind.identifier IN (SELECT json_array_elements_text(queue.tasks)))) AS due`
}

/**
 * One statement: a process is never visible before its lock is held. A new lock each time: the server may keep the session of a connection
 * that broke unnoticed, and its lock, for hours.
 */
async function holdLock(client: pg.Client, { poolId, process }: { poolId: string; process: string }): Promise<void> {
  await client.query(
    `WITH process AS (
       INSERT INTO queue_processes (pool_id, process) VALUES ($1, $3) ON CONFLICT (pool_id) DO UPDATE SET beat_at = now(), lock_id = DEFAULT
       RETURNING lock_id
     )
     SELECT pg_advisory_lock($2, lock_id) FROM process`,
    [poolId, LOCK_CLASS, process],
  )
}

const IS_LONG_GONE = sql`beat_at < now() - interval '1 hour'`

/** Queues that hold tasks though their process is lost: it holds no lock, or has been silent for too long. */
const LOST_POOLS = sql<{ pool_id: string }>`
  SELECT DISTINCT task.locked_by AS pool_id
  FROM graphile_worker._private_jobs task LEFT JOIN queue_processes process ON process.pool_id = task.locked_by
  WHERE task.locked_by IS NOT NULL AND CASE
    WHEN process.pool_id IS NULL THEN task.locked_at < now() - make_interval(secs => ${UNKNOWN_POOL_GRACE_SECONDS})
    WHEN EXISTS (
      SELECT FROM pg_locks held
      WHERE held.locktype = 'advisory' AND held.classid = ${LOCK_CLASS} AND held.objid = process.lock_id AND held.granted
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    THEN process.beat_at < now() - make_interval(secs => ${SILENCE_MAX_SECONDS})
    ELSE pg_postmaster_start_time() < now() - make_interval(secs => ${LOCKS_BACK_AFTER_SECONDS}) END`

/**
 * Hands back the tasks that lost processes had begun. Being killed is no failure of the task: it counts neither as one of
 * its attempts nor towards the pause after the next failure.
 */
export async function releaseTasksOfLostProcesses(db: Db): Promise<number> {
  await sql`DELETE FROM queue_processes WHERE ${IS_LONG_GONE}`.execute(db)
  if ((await findLostPools(db)).length === 0) return 0
  return db.transaction().execute(async (tx) => {
    // Every process looks at the same time; the lock lets one of them release the tasks of a lost process.
    await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${RELEASE_LOCK_ID})`.execute(tx)
    const lost = await findLostPools(tx)
    if (lost.length === 0) return 0
    const { rows: tasks } = await sql<{ id: string }>`
      SELECT id FROM graphile_worker.jobs WHERE locked_by = ANY (${lost}::text[])`.execute(tx)
    await noteDeaths(tx, lost)
    await sql`SELECT graphile_worker.force_unlock_workers(${lost}::text[])`.execute(tx)
    // One without an attempt left has been replaced by another under its key, and is not to be run again.
    await sql`
      SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => attempts - 1,
        priority => CASE WHEN priority < 0 THEN least(priority + 1, -1) ELSE ${CUT_SHORT_PRIORITY + 1} END)
      FROM graphile_worker.jobs WHERE id = ANY (${tasks.map(({ id }) => id)}::bigint[])
        AND attempts BETWEEN 1 AND max_attempts - 1`.execute(tx)
    await tx.deleteFrom('queue_processes').where('pool_id', 'in', lost).execute()
    return lost.length
  })
}

async function findLostPools(db: Db | Tx): Promise<string[]> {
  const { rows } = await LOST_POOLS.execute(db)
  return rows.map(({ pool_id }) => pool_id)
}
