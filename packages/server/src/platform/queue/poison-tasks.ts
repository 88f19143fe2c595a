// A task can end the process that runs it, by a crash or by keeping its event loop busy for ever, and would do so again in
// the next one, and the next. Where the process's own doing ended it (process-end.ts), everything that ran there is suspected:
//
//   run ──death──► suspected: run in one lane for the whole fleet, so that two suspects never run side by side
//    ▲                 │ survives        │ third death
//    └─────────────────┘                 └──► set aside, with the reason, until an operator retries or discards it
//
// Deaths without a known cause, such as kill -9 from outside, count only when there are very many.
import type { Job } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'

declare module '../database/database.ts' {
  interface Tables {
    task_deaths: { task_id: string; count: number; reason: string; died_at: Date }
    tasks_set_aside: {
      id: number
      task: string
      payload: unknown
      deaths: number
      reason: string
      set_aside_at: Date
    }
  }
}

const DEATHS_MAX = 3
/** The kernel's OOM kill looks like any other SIGKILL. */
const UNEXPLAINED_DEATHS_MAX = 50
const LANE = 'suspects'
const DEATHS_KEPT_DAYS = 7

export type Suspects = {
  /** The decision on a task. `moved`: it has taken its place in the lane of the suspects. */
  judge(task: SuspectTask): Promise<'run' | 'moved' | 'set_aside'>
  /** It ran to its end. */
  clear(job: Pick<Job, 'id'>): Promise<void>
}

type SuspectTask = {
  job: Pick<Job, 'id' | 'task_identifier' | 'priority' | 'max_attempts' | 'key'>
  payload: unknown
  cutShort: number
}

/** Counts a death for every task that was under way in a process which ended by its own doing. */
export async function noteDeaths(tx: Tx, lostPools: readonly string[]): Promise<void> {
  await sql`DELETE FROM task_deaths WHERE died_at < now() - make_interval(days => ${DEATHS_KEPT_DAYS})`.execute(tx)
  await sql`
    INSERT INTO task_deaths AS known (task_id, count, reason)
    SELECT task.id, 1, process.ended_by FROM graphile_worker.jobs task
    JOIN queue_processes process ON process.pool_id = task.locked_by
    WHERE task.locked_by = ANY (${lostPools}::text[]) AND process.ended_by IS NOT NULL
    ON CONFLICT (task_id) DO UPDATE SET count = known.count + 1, reason = excluded.reason, died_at = now()`.execute(tx)
}

export function createSuspects({ db, log }: { db: Db; log: Log }): Suspects {
  return {
    async judge({ job, payload, cutShort }) {
      const { task_identifier: task } = job
      const stored = JSON.stringify(withoutTime(payload))
      const known = await sql`
        SELECT FROM tasks_set_aside WHERE task = ${task} AND payload = ${stored}::jsonb`.execute(db)
      if (known.rows.length > 0) return 'set_aside'
      if (cutShort === 0) return 'run'
      const deaths = await readDeaths(db, job.id)
      const isUnexplained = cutShort >= UNEXPLAINED_DEATHS_MAX
      if ((deaths?.count ?? 0) >= DEATHS_MAX || isUnexplained) {
        const reason = deaths?.reason ?? 'its process was killed again and again'
        await setAside(db, { id: job.id, task, stored, deaths: deaths?.count ?? cutShort, reason })
        log.error({ task, task_id: String(job.id), reason }, 'a task was set aside: see `admin -- tasks list`')
        return 'set_aside'
      }
      if (!deaths || (await isInLane(db, job.id))) return 'run'
      log.warn({ task, task_id: String(job.id), deaths: deaths.count }, 'a task is suspected of ending its process')
      await moveToLane(db, job, stored)
      return 'moved'
    },
    async clear({ id }) {
      await db.deleteFrom('task_deaths').where('task_id', '=', id).execute()
    },
  }
}

/** Periodic tasks carry the time at which they were due. */
function withoutTime(payload: unknown): unknown {
  const { _cron, ...rest } = (payload ?? {}) as { _cron?: unknown }
  return rest
}

async function readDeaths(db: Db, id: string): Promise<{ count: number; reason: string } | undefined> {
  return db.selectFrom('task_deaths').select(['count', 'reason']).where('task_id', '=', id).executeTakeFirst()
}

async function isInLane(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE id = ${id} AND queue_name = ${LANE}`.execute(db)
  return rows.length > 0
}

/** A task cannot change its lane: another one takes its place, and inherits what it is suspected of. */
async function moveToLane(db: Db, job: SuspectTask['job'], payload: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A crash leaves the task where it was, suspected as before, or moved; never twice.
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM graphile_worker.add_job(${job.task_identifier}, payload => ${payload}::json, queue_name => ${LANE},
        max_attempts => ${job.max_attempts}::int, job_key => ${job.key}, priority => ${job.priority}::int)`.execute(tx)
    await sql`UPDATE task_deaths SET task_id = ${rows[0]!.id} WHERE task_id = ${job.id}`.execute(tx)
  })
}

type Guilty = { id: string; task: string; stored: string; deaths: number; reason: string }

async function setAside(db: Db, { id, task, stored, deaths, reason }: Guilty): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Both or neither: a task that is neither counted nor set aside would start over.
    await sql`
      INSERT INTO tasks_set_aside (task, payload, deaths, reason)
      VALUES (${task}, ${stored}::jsonb, ${deaths}, ${reason}) ON CONFLICT DO NOTHING`.execute(tx)
    await tx.deleteFrom('task_deaths').where('task_id', '=', id).execute()
  })
}
