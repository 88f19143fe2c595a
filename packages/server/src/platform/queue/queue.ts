// Background work, through graphile-worker's public interface. Delivery is at least once; a task makes its effect once.
import type { Task, TaskSpec } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { traceTask } from '../tracing/trace-task.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { planTask } from './quarantine.ts'
import { readInterruptions } from './reaper.ts'
import { keepRunning } from './runner.ts'
import type { TaskMeter } from './task-metrics.ts'

/** Every kind of task and its payload; each feature adds its own by `declare module './queue.ts'`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features
export interface Tasks {}

export type TaskName = keyof Tasks & string
export type TaskContext = {
  signal: AbortSignal
  attempt: number
  maxAttempts: number
  id: string
  /** How often its process ended while it ran. Such runs are no attempts. */
  interruptions: number
  /** It may end its process, and runs while no other such task does. */
  isIsolated: boolean
  /** It has ended its process too often, and must not do again what it did. */
  isQuarantined: boolean
  /** Its position in the queue. */
  runAt: Date
}
export type TaskHandler<Name extends TaskName> = (payload: Tasks[Name], context: TaskContext) => Promise<void>
export type TaskHandlers = { [Name in TaskName]: TaskHandler<Name> }

/** Periodic work: the task runs with an empty payload at each match of the crontab pattern, once in the whole fleet. */
export type CronEntry = { task: TaskName; match: string }

/** Priorities below zero are reserved for interrupted tasks (reaper.ts). */
export type EnqueueOptions = Pick<
  TaskSpec,
  'queueName' | 'runAt' | 'priority' | 'maxAttempts' | 'jobKey' | 'jobKeyMode'
>

/** Adds a task in the caller's transaction: it exists if and only if that commits. */
export async function enqueue<Name extends TaskName>(
  tx: Tx | Db,
  name: Name,
  payload: Tasks[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queueName ?? null},
    run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.jobKey ?? null}, priority => ${options.priority ?? null}::int,
    job_key_mode => ${options.jobKeyMode ?? null})`.execute(tx)
}

export type QueueOptions = {
  database: Database
  log: Log
  tracing?: Tracing | undefined
  meter?: TaskMeter
  /** The queue takes these tasks and leaves all others to other queues. */
  tasks: Partial<TaskHandlers>
  cron: readonly CronEntry[]
  concurrency: number
  /** While isolated, they find the item that ends their process and leave it out. All others are quarantined as a whole. */
  splittableTasks?: readonly TaskName[]
  /** Run in quarantine as well, and then end without the step that ends their process. All others do not run. */
  fallbackTasks?: readonly TaskName[]
  /** Shared by the queues of one process; a single queue starts one. */
  heartbeat?: Heartbeat
}

export type Queue = {
  /** Takes no new task, waits for the running ones, and releases what is not done by then. */
  stop(): Promise<void>
  /** Settles when the queue has stopped; without `stop`, only a fault of the program ends it. */
  ended: Promise<void>
}

export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { database, log, tasks, cron, concurrency, meter } = options
  const heartbeat = options.heartbeat ?? startHeartbeat({ database, log })
  const stopping = new AbortController()
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, handler]) => [name, toTask(options, name as TaskName, handler as AnyHandler)]),
  )
  meter?.addSlots(concurrency)
  const { ended } = await keepRunning({ heartbeat, log, taskList, cron, concurrency }, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
      if (!options.heartbeat) await heartbeat.stop()
    },
    ended: ended.catch(() => undefined),
  }
}

type AnyHandler = (payload: unknown, context: TaskContext) => Promise<void>

function toTask(options: QueueOptions, name: TaskName, handler: AnyHandler): Task {
  const { database, log, tracing, meter } = options
  const isSplittable = options.splittableTasks?.includes(name) ?? false
  const hasFallback = options.fallbackTasks?.includes(name) ?? false
  return async (payload, helpers) => {
    const { job, abortSignal } = helpers
    const plan = await planTask({ db: database.db, log, isSplittable }, helpers)
    if (plan === 'moved to isolation' || (plan === 'quarantined' && !hasFallback)) return
    const { crashes, kills } = readInterruptions(job.priority)
    const context: TaskContext = {
      signal: abortSignal ?? new AbortController().signal,
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      id: String(job.id),
      interruptions: crashes + kills,
      isIsolated: plan === 'run isolated',
      isQuarantined: plan === 'quarantined',
      runAt: job.run_at,
    }
    const run = () => traceTask(tracing, name, payload, () => handler(payload, context))
    await (meter ? meter.run(name, run) : run())
  }
}
