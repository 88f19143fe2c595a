// A task can end the process that runs it, by a crash or by blocking its event loop, and would do so again in the next one:
//
//   run ──1 crash or 5 kills──► isolated: one such task at a time in the whole fleet ──3 crashes there, or 50 kills──► quarantine,
//                                 │ completes                                              with the reason, until an operator
//                                 └──► done                                                retries or discards it
//
// Tasks of many items (`splittableTasks`) find the item that does it while they are isolated (isolate.ts), and are never quarantined as a
// whole. `fallbackTasks` run in quarantine, too, without the step that ends their process: a split fails its group.
import type { Job, JobHelpers } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { INTERRUPTED_PRIORITY, readInterruptions } from './reaper.ts'

declare module '../database/database.ts' {
  interface Tables {
    quarantine: {
      id: number
      task: string
      payload: unknown
      interruptions: number
      reason: string
      quarantined_at: Date
    }
  }
}

const KILLS_BEFORE_ISOLATION = 5
const CRASHES_MAX = 3
/** This many are no accident: the work itself ends its process. The kernel's OOM kill looks like any other SIGKILL. */
export const INTERRUPTIONS_MAX = 50
const ISOLATION_QUEUE = 'isolation'

export type Plan = 'run' | 'run isolated' | 'moved to isolation' | 'quarantined'

type TaskDeps = { db: Db; log: Log; isSplittable: boolean }

/** Decides whether a task runs, by how often its process ended while it ran. */
export async function planTask({ db, log, isSplittable }: TaskDeps, helpers: JobHelpers): Promise<Plan> {
  const { job } = helpers
  const task = job.task_identifier
  const payload = JSON.stringify(withoutTime(job.payload))
  if (!isSplittable && (await isQuarantined(db, task, payload))) return 'quarantined'
  if (job.priority >= 0) return 'run'
  const { crashes, kills } = readInterruptions(job.priority)
  const isIsolated = (await helpers.getQueueName()) === ISOLATION_QUEUE
  if (!isSplittable && (kills >= INTERRUPTIONS_MAX || (isIsolated && crashes >= CRASHES_MAX))) {
    const reason = crashes > 0 ? (job.last_error ?? '') : 'its process was killed repeatedly'
    await quarantine(db, { task, payload, interruptions: crashes + kills, reason })
    log.error({ task, task_id: String(job.id), reason }, 'quarantined a task: see `admin -- tasks list`')
    return 'quarantined'
  }
  if (isIsolated) return 'run isolated'
  if (crashes === 0 && kills < KILLS_BEFORE_ISOLATION) return 'run'
  await moveToIsolation(db, job, payload)
  log.warn({ task, task_id: String(job.id), crashes, kills }, 'isolated a task that may crash its process')
  return 'moved to isolation'
}

/** Periodic tasks carry the time at which they were due. */
function withoutTime(payload: unknown): unknown {
  const { _cron, ...rest } = (payload ?? {}) as { _cron?: unknown }
  return rest
}

async function isQuarantined(db: Db, task: string, payload: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM quarantine WHERE task = ${task} AND payload = ${payload}::jsonb`.execute(db)
  return rows.length > 0
}

/** A task cannot change its queue, so another one takes its place. The key keeps a crash in between from adding it twice. */
async function moveToIsolation(db: Db, job: Job, payload: string): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(${job.task_identifier}, payload => ${payload}::json, queue_name => ${ISOLATION_QUEUE},
      max_attempts => ${job.max_attempts}::int, job_key => ${`${ISOLATION_QUEUE}:${job.id}`},
      priority => ${INTERRUPTED_PRIORITY}::int)`.execute(db)
}

type Quarantined = { task: string; payload: string; interruptions: number; reason: string }

async function quarantine(db: Db, { task, payload, interruptions, reason }: Quarantined): Promise<void> {
  await sql`
    INSERT INTO quarantine (task, payload, interruptions, reason)
    VALUES (${task}, ${payload}::jsonb, ${interruptions}, ${reason}) ON CONFLICT DO NOTHING`.execute(db)
}

export type QuarantinedTask = {
  id: number
  task: string
  payload: unknown
  interruptions: number
  reason: string
  quarantined_at: string
}

export async function listQuarantined(db: Db): Promise<QuarantinedTask[]> {
  const rows = await db.selectFrom('quarantine').selectAll().orderBy('id').execute()
  return rows.map(({ quarantined_at, ...row }) => ({ ...row, quarantined_at: quarantined_at.toISOString() }))
}

/** Runs it again without its history. Returns the kind of task; undefined: there is no such task. */
export async function retryQuarantined(db: Db | Tx, id: number): Promise<string | undefined> {
  // One statement: the task is in quarantine or in the queue, never both and never neither.
  const { rows } = await sql<{ task: string }>`
    WITH taken AS (DELETE FROM quarantine WHERE id = ${id} RETURNING task, payload)
    SELECT task, graphile_worker.add_job(task, payload => payload::json) FROM taken`.execute(db)
  return rows[0]?.task
}

/** Deletes it. The same task, added again, runs like any other. Returns the kind of task. */
export async function discardQuarantined(db: Db | Tx, id: number): Promise<string | undefined> {
  const row = await db.deleteFrom('quarantine').where('id', '=', id).returning('task').executeTakeFirst()
  return row?.task
}
