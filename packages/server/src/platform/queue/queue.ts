// Background work: graphile-worker over our own database. Delivery is at least once; a task makes its effect once.
import { EventEmitter } from 'node:events'
import type { Job, JobHelpers, Logger, TaskSpec } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../database/database.ts'
import { errorCode, isDatabaseUnavailable } from '../database/errors.ts'
import { factsOf } from '../error-facts.ts'
import type { Log } from '../log.ts'
import { traceTask } from '../tracing/trace-task.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { announcePresence, type Presence, releaseTasksOfLostProcesses, timesCutShort } from './liveness.ts'
import { createSuspects, type Suspects } from './poison-tasks.ts'
import { createQueuePool } from './queue-pool.ts'
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
  /** How often its process died while it ran. Such runs are no attempts. */
  cutShort: number
  /** It has ended its process too often, and must not do again what it did. */
  isSetAside: boolean
  /** Its place in the queue. */
  runAt: Date
}
export type TaskHandler<Name extends TaskName> = (payload: Tasks[Name], context: TaskContext) => Promise<void>
export type TaskHandlers = { [Name in TaskName]: TaskHandler<Name> }

/** Periodic work: the task runs with an empty payload at each match of the crontab pattern, once in the whole fleet. */
export type CronEntry = { task: TaskName; match: string }

/** Priorities below zero are kept for tasks that were cut short (liveness.ts). */
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
  /** Where its tasks are counted. */
  meter?: TaskMeter
  /** The queue takes these tasks and leaves all others to other queues. */
  tasks: Partial<TaskHandlers>
  cron: readonly CronEntry[]
  concurrency: number
  /** Find what kills in them and leave that out, by how often they were cut short. All others are set aside as a whole. */
  isolatingTasks?: readonly TaskName[]
  /** Are run also when they are set aside, and then end without doing what kills. All others are not run. */
  endingTasks?: readonly TaskName[]
  /** Its tasks are not waited for: it hears of them at the next beat of its process, and not of those of other queues. */
  isPatient?: boolean
  /** Shared by the queues of one process; a single queue makes its own. */
  presence?: Presence
}

export type Queue = {
  /** Takes no new task, waits for the running ones, returns what is not done by then. */
  stop(): Promise<void>
  /** Settles when the queue has ended by itself, which only a fault does. */
  ended: Promise<void>
}

/** Shorter than the 30 s that a stopping process has in all, so that tasks cut short are handed back by name. */
const TASK_GRACE_MS = 20_000

/** Places do not look by themselves whether the time of tasks has come: one question of the whole process does (liveness.ts). */
const POLL_MS = 3_600_000

export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { database, log, tasks, cron, concurrency } = options
  // The API only enqueues: its start does not wait for the library that runs tasks.
  const { Logger: QueueLogger, parseCronItems, run } = await import('graphile-worker')
  const events = new EventEmitter()
  const stopping = new AbortController()
  const presence = options.presence ?? announcePresence({ database, log })
  let poolId: string | undefined
  const running = new Set<string>()
  options.meter?.measure({ events, concurrency, running })
  events.on('job:start', ({ job }: { job: Job }) => running.add(String(job.id)))
  events.on('job:complete', ({ job }: { job: Job }) => running.delete(String(job.id)))
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string; nudge(places: number): void } }) => {
    poolId = workerPool.id
    const wakePlace = () => {
      if (!stopping.signal.aborted) workerPool.nudge(1)
    }
    // A place that finds a task wakes the next one, so that no more of them look than there are tasks, and one.
    let isDue = false
    events.on('job:start', () => isDue && wakePlace())
    events.on('worker:getJob:empty', () => {
      isDue = false
    })
    const onDue = () => {
      isDue = true
      wakePlace()
    }
    presence.join({ poolId, tasks: Object.keys(tasks), running, onDue })
  })
  // The replacement of a killed process first resumes the tasks that process had begun.
  await releaseTasksOfLostProcesses(database.db)
  const suspects = createSuspects({ db: database.db, log })
  const isolating = new Set<string>(options.isolatingTasks)
  const ending = new Set<string>(options.endingTasks)
  const handlerOf = (name: string, given: AnyHandler): AnyTask => {
    const handler: AnyHandler = (payload, context) =>
      traceTask(options.tracing, name, payload, () => given(payload, context))
    return isolating.has(name) ? adapt(handler) : adaptSuspect(suspects, handler, ending.has(name))
  }
  const runner = await run({
    pgPool: createQueuePool(database, { stopped: stopping.signal, listens: !options.isPatient }),
    concurrency,
    noHandleSignals: true,
    events: events as never,
    logger: new QueueLogger(quietFactory(log)),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, handler]) => [name, handlerOf(name, handler as AnyHandler)]),
    ),
    parsedCronItems: parseCronItems(cron.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0 } }))),
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: TASK_GRACE_MS,
        preparedStatements: !database.isPooled,
        pollInterval: POLL_MS,
      },
    },
  })
  return {
    async stop() {
      stopping.abort()
      await runner.stop().catch(() => undefined)
      if (poolId !== undefined) await presence.leave(poolId)
    },
    ended: runner.promise.catch(() => undefined),
  }
}

type AnyHandler = (payload: unknown, context: TaskContext) => Promise<void>
type AnyTask = (payload: unknown, helpers: JobHelpers) => Promise<void>

/** Looks into what is known about the task before it is run. */
function adaptSuspect(suspects: Suspects, handler: AnyHandler, isEnding: boolean): AnyTask {
  return async (payload, helpers) => {
    const { job } = helpers
    const cutShort = timesCutShort(job.priority)
    const fate = await suspects.judge({ job, payload, cutShort })
    if (fate === 'moved' || (fate === 'set_aside' && !isEnding)) return
    await adapt(handler, fate === 'set_aside')(payload, helpers)
    if (cutShort > 0) await suspects.clear(job)
  }
}

function adapt(handler: AnyHandler, isSetAside = false): AnyTask {
  return (payload: unknown, { job, abortSignal }: JobHelpers) =>
    handler(payload, {
      signal: abortSignal ?? new AbortController().signal,
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      id: String(job.id),
      cutShort: timesCutShort(job.priority),
      isSetAside,
      runAt: job.run_at,
    })
}

type LogFactory = ConstructorParameters<typeof Logger>[0]

/** graphile-worker's messages quote payloads and errors, which could hold addresses; what is kept says which task, and what kind of error where. */
function quietFactory(log: Log): LogFactory {
  return () => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    // More places than connections are meant: a task that waits for the network holds none.
    if (message.startsWith('WARNING: having maxPoolSize')) return
    const error = meta?.error ?? meta?.fatalError
    const job = meta?.job as Job | undefined
    if (job)
      return log.warn(
        { task: job.task_identifier, task_id: String(job.id), ...briefFacts(error) },
        job.attempts < job.max_attempts
          ? 'a task failed; the queue runs it again'
          : 'a task failed as often as it may, and is not run again',
      )
    if (!isDatabaseUnavailable(error)) return log.warn(briefFacts(error), 'the queue met an error and goes on')
    log.warn({ code: errorCode(error) }, 'the queue cannot ask the database and tries again')
  }
}

const PLACES_TOLD = 5

function briefFacts(error: unknown): object {
  const { at, ...facts } = factsOf(error)
  return { ...facts, at: at?.slice(0, PLACES_TOLD) }
}
