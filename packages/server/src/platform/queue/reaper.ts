// Recovery: every few seconds each process looks for workers without a heartbeat and releases their tasks, which graphile-worker
// alone would keep locked for four hours. Every step uses its public functions and its view `jobs`.
//
// Being killed is no failure of a task, so it keeps its attempt. Its priority counts the interruptions:
//   -30000 + 100 × crashes (its process ended by its own doing, as process-end.ts notes) + kills (from outside, or out of memory)
// It precedes tasks not yet begun, whose priority is never below zero, and follows tasks that were interrupted less often.
//
// Version 0.1.0 counts from -1000 and stops at -1, the tenth crash. The two ranges do not overlap: here, its tasks keep their count, and
// a node of 0.1.0 adds to the newer ones correctly, but reads them as never interrupted, so it neither isolates nor fails them.
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'

const DEAD_AFTER_SECONDS = 10
/** For a process that has just reached the database, where all heartbeats may be old: a worker is dead only if its end was noted. */
const NOTED_ONLY_SECONDS = 365 * 86_400

export const INTERRUPTED_PRIORITY = -30_000
const CRASH_WEIGHT = 100
const COUNT_MAX = { crashes: 289, kills: CRASH_WEIGHT - 1 }

const INTERRUPTED_PRIORITY_0_1 = -1_000
const LAST_PRIORITY_0_1 = -1

export type Interruptions = { crashes: number; kills: number }

export function readInterruptions(priority: number): Interruptions {
  if (priority >= 0) return { crashes: 0, kills: 0 }
  if (priority === LAST_PRIORITY_0_1) return { crashes: 10, kills: 0 }
  const count = priority - (priority < INTERRUPTED_PRIORITY_0_1 ? INTERRUPTED_PRIORITY : INTERRUPTED_PRIORITY_0_1)
  return { crashes: Math.floor(count / CRASH_WEIGHT), kills: count % CRASH_WEIGHT }
}

function priorityOf({ crashes, kills }: Interruptions): number {
  return INTERRUPTED_PRIORITY + CRASH_WEIGHT * Math.min(crashes, COUNT_MAX.crashes) + Math.min(kills, COUNT_MAX.kills)
}

function priorityAfter({ priority, ended_by }: HeldTask): number {
  const { crashes, kills } = readInterruptions(priority)
  return priorityOf(ended_by === null ? { crashes, kills: kills + 1 } : { crashes: crashes + 1, kills })
}

type ReaperDeps = { db: Db; log: Log }

export async function releaseOrphanedTasks(deps: ReaperDeps, { isSteady = true } = {}): Promise<number> {
  const deadAfterSeconds = isSteady ? DEAD_AFTER_SECONDS : NOTED_ONLY_SECONDS
  const find = (db: Db | Tx) => findDeadWorkers(db, deadAfterSeconds)
  return (await find(deps.db)).length === 0 ? 0 : releaseTasks(deps, find)
}

/** A worker takes its first tasks a moment before its first heartbeat is stored, so a missing row counts only after a while. */
async function findDeadWorkers(db: Db | Tx, deadAfterSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ worker_id: string }>`
    SELECT worker_id FROM heartbeats
    WHERE ended_by IS NOT NULL OR seen_at < now() - make_interval(secs => ${deadAfterSeconds})
    UNION
    SELECT locked_by FROM graphile_worker.jobs
    WHERE locked_at < now() - make_interval(secs => ${deadAfterSeconds})
      AND NOT EXISTS (SELECT FROM heartbeats WHERE worker_id = locked_by)`.execute(db)
  return rows.map(({ worker_id }) => worker_id)
}

type HeldTask = { id: number; attempts: number; priority: number; ended_by: string | null }

/** Releases what the workers hold. Returns the number of tasks. */
export async function releaseTasks(
  { db, log }: ReaperDeps,
  find: (tx: Tx) => Promise<readonly string[]>,
): Promise<number> {
  const tasks = await db.transaction().execute(async (tx) => {
    // All processes look at the same time; one of them releases a task and counts the interruption.
    await sql`LOCK TABLE heartbeats IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
    const workers = await find(tx)
    const { rows: held } = await sql<HeldTask>`
      SELECT id, attempts, priority, ended_by FROM graphile_worker.jobs LEFT JOIN heartbeats ON worker_id = locked_by
      WHERE locked_by = ANY (${workers}::text[])`.execute(tx)
    await sql`DELETE FROM heartbeats WHERE worker_id = ANY (${workers}::text[])`.execute(tx)
    await sql`SELECT graphile_worker.force_unlock_workers(${workers}::text[])`.execute(tx)
    if (held.length > 0) await countInterruptions(tx, held)
    return held
  })
  if (tasks.length > 0) log.warn({ tasks: tasks.length, reason: tasks[0]!.ended_by }, 'released orphaned tasks')
  return tasks.length
}

async function countInterruptions(tx: Tx, tasks: readonly HeldTask[]): Promise<void> {
  const held = JSON.stringify(tasks.map((task) => ({ ...task, priority: priorityAfter(task) })))
  // The only public way to write last_error, where quarantine.ts finds the reason.
  await sql`
    SELECT graphile_worker.permanently_fail_jobs(ARRAY[id], ended_by)
    FROM json_to_recordset(${held}::json) AS held (id bigint, ended_by text) WHERE ended_by IS NOT NULL`.execute(tx)
  await sql`
    SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => greatest(attempts - 1, 0), priority => priority)
    FROM json_to_recordset(${held}::json) AS held (id bigint, attempts int, priority int)`.execute(tx)
}
