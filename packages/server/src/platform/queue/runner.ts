// graphile-worker over our own database, started again where it loses its connection.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Logger, TaskList, WorkerPool } from 'graphile-worker'
import { errorCode, isDatabaseUnavailable } from '../database/errors.ts'
import { factsOf } from '../error-facts.ts'
import type { Log } from '../log.ts'
import type { Heartbeat } from './heartbeat.ts'

export type RunnerOptions = {
  heartbeat: Heartbeat
  log: Log
  taskList: TaskList
  cron: readonly { task: string; match: string }[]
  concurrency: number
}

/** Shorter than the 30 s that a stopping process has in all. */
const TASK_GRACE_MS = 20_000
const STOP_MAX_MS = 27_000
/** The heartbeat looks for tasks that have become due, one look for all slots. */
const POLL_INTERVAL_MS = 3_600_000
const RESTART_DELAY_MS = 500

type Run = { failed: Promise<unknown>; stop(): Promise<void> }

/**
 * A task whose claim or completion was lost with a connection stays locked for as long as its worker lives, and the library's
 * public interface unlocks whole workers only. The runner therefore stops at the first such error, releases what it still holds, and
 * starts again as a new worker. The promise settles when `stopping` aborts, or rejects for a reason other than the database.
 */
export async function keepRunning(options: RunnerOptions, stopping: AbortSignal): Promise<{ ended: Promise<void> }> {
  const first = await startWhenAvailable(options, stopping, 0)
  if (!first) return { ended: Promise.resolve() }
  let current = first
  const stopped = once(stopping, 'abort')
  const restartUntilStopped = async () => {
    for (;;) {
      await Promise.race([current.failed, stopped])
      await current.stop()
      if (stopping.aborted) return
      options.log.warn('restarting the queue after a database error')
      const next = await startWhenAvailable(options, stopping, RESTART_DELAY_MS)
      if (!next) return
      current = next
    }
  }
  return { ended: restartUntilStopped() }
}

async function startWhenAvailable(
  options: RunnerOptions,
  stopping: AbortSignal,
  firstDelayMs: number,
): Promise<Run | undefined> {
  for (let delayMs = firstDelayMs; ; delayMs = RESTART_DELAY_MS) {
    await sleep(delayMs, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return undefined
    try {
      return await start(options)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
    }
  }
}

async function start({ heartbeat, log, taskList, cron, concurrency }: RunnerOptions): Promise<Run> {
  // The API only enqueues: its start does not wait for the library that runs tasks.
  const { Logger: QueueLogger, parseCronItems, run } = await import('graphile-worker')
  const events = new EventEmitter()
  const lost = ['worker:getJob:error', 'pool:fatalError'].map((name) => new Promise((lose) => events.once(name, lose)))
  let worker: WorkerPool | undefined
  events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
    worker = workerPool
    heartbeat.join(workerPool.id, wakeSlots(events, workerPool))
  })
  const runner = await run({
    pgPool: heartbeat.database.pool,
    concurrency,
    noHandleSignals: true,
    events: events as never,
    logger: new QueueLogger(quietFactory(log)),
    taskList,
    parsedCronItems: parseCronItems(cron.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0 } }))),
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: TASK_GRACE_MS,
        pollInterval: POLL_INTERVAL_MS,
      },
    },
  })
  const ended = runner.promise.catch(() => undefined)
  return {
    failed: Promise.race([...lost, ended]),
    async stop() {
      void runner.stop().catch(() => undefined)
      const limit = new AbortController()
      await Promise.race([ended, sleep(STOP_MAX_MS, undefined, { signal: limit.signal }).catch(() => undefined)])
      limit.abort()
      if (worker) await heartbeat.leave(worker.id)
    },
  }
}

/** Wakes one slot; a slot that finds a task wakes the next one, so that no more of them look than there are tasks, and one. */
function wakeSlots(events: EventEmitter, worker: WorkerPool): () => void {
  let [isActive, isDue] = [true, false]
  events.once('pool:gracefulShutdown', () => {
    isActive = false
  })
  const wakeOne = () => {
    if (isActive && isDue) worker.nudge(1)
  }
  events.on('job:start', wakeOne)
  events.on('worker:getJob:empty', () => {
    isDue = false
  })
  return () => {
    isDue = true
    wakeOne()
  }
}

type LogFactory = ConstructorParameters<typeof Logger>[0]

/** graphile-worker's messages quote payloads and errors, which could hold addresses. What is kept: which task, what kind of error, and where. */
function quietFactory(log: Log): LogFactory {
  return () => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    // More slots than connections are intended: a task that waits for the network holds none.
    if (message.startsWith('WARNING: having maxPoolSize')) return
    const error = meta?.error ?? meta?.fatalError
    const job = meta?.job as Job | undefined
    if (job)
      return log.warn(
        { task: job.task_identifier, task_id: String(job.id), ...briefFacts(error) },
        job.attempts < job.max_attempts ? 'task failed; retrying' : 'task failed for the last time',
      )
    if (isDatabaseUnavailable(error)) return log.warn({ code: errorCode(error) }, 'queue lost its database connection')
    log.warn(briefFacts(error), 'queue error')
  }
}

const STACK_MAX_COUNT = 5

function briefFacts(error: unknown): object {
  const { at, ...facts } = factsOf(error)
  return { ...facts, at: at?.slice(0, STACK_MAX_COUNT) }
}
