// Adds the tasks of bulk validation to the queue, dated for fairness between accounts.
//
// The queue runs tasks by `run_at`, oldest first. The first chunk of a submission is dated now; every chunk that its account
// already has waiting dates the next one later by about the time that a chunk takes. A small job thus overtakes the rest of
// another account's large one, however many chunks that has, and no job starves: chunk k of a large job waits for no task
// that is submitted more than k steps later. All dates lie in the past by the same amount, because the queue does not start
// tasks that are dated in the future.
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { CUT_SHORT_PRIORITY } from '../../platform/queue/liveness.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import { jobStates } from './edges.ts'

/** Rows from the first number up to, not including, the second. */
export type RowRange = readonly [from: number, end: number]

/** Where the search for a row that kills its process stands (work/suspects.ts). */
export type Isolation = { suspects: readonly RowRange[]; leftOut: readonly number[] }

export type ChunkTask = {
  chunkId: string
  /** How often this chunk, or the export after it, has failed. Runs that a crash cut short are not counted. */
  failures?: number
  /** How often it was run again because domains could not be looked up (work/ask-again.ts). */
  askedAgain?: number
  isolation?: Isolation
  /** Trace context, where traces are sent. */
  trace?: string
}

export type GroupTask = {
  groupId: string
  /** How often it has failed. Runs that a crash cut short are not counted. */
  failures?: number
  trace?: string
}

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.chunk': ChunkTask
    'bulk.split': GroupTask
    'bulk.finalize': GroupTask
  }
}

/** The queue itself never gives a task up; work/failure.ts decides. */
const TASK_MAX_ATTEMPTS = 1000
const HEAD_START_SECONDS = 3 * 3600
/** More than a chunk takes. Far more would let a user's newer submissions, dated when less waits, overtake older ones. */
const STEP_SECONDS = 0.1
const STEP_WITH_DOMAIN_SECONDS = 30

/**
 * Chunks with look-ups mostly wait for the network, and would fill all places of a worker meanwhile. Each user has two
 * lanes for them, so that there is always room for others.
 */
const LANES_PER_USER = 2
const LANE_GROUPS = 64

export type ChunkQueueing = {
  userId: string
  validateDomain: boolean
}

/** Adds the tasks of new chunks, given in the order of their rows. */
export async function enqueueChunks(tx: Tx, chunkIds: readonly string[], queueing: ChunkQueueing): Promise<void> {
  await sql`WITH ${addingChunkTasks(chunkIds, queueing, sql`(SELECT) AS given`)} SELECT FROM added`.execute(tx)
}

/**
 * The same as parts of a larger statement, if `happened`, an earlier part, has a row. It has to select from `added`, since
 * PostgreSQL does not run a part that is never read.
 */
export function addingChunkTasks(
  chunkIds: readonly string[],
  { userId, validateDomain }: ChunkQueueing,
  happened: RawBuilder<unknown>,
) {
  const step = validateDomain ? STEP_WITH_DOMAIN_SECONDS : STEP_SECONDS
  const trace = currentTrace()
  const payload = trace
    ? sql`json_build_object('chunkId', chunk.id, 'trace', ${trace}::text)`
    : sql`json_build_object('chunkId', chunk.id)`
  const runAt = sql`now() - make_interval(secs => greatest(0, ${HEAD_START_SECONDS} - ${step}::float8 * (ahead.count + chunk.position - 1)))`
  const chunks = sql`
    ${happened}, unnest(${chunkIds}::uuid[]) WITH ORDINALITY AS chunk (id, position), (
      SELECT coalesce(sum(chunks_left), 0) AS count FROM bulk_jobs
      WHERE user_id = ${userId} AND ${jobStates.isUnfinished()} AND id NOT IN (
        SELECT job_id FROM bulk_chunks WHERE id = ANY (${chunkIds}::uuid[]))
    ) AS ahead`
  return validateDomain
    ? sql`added AS (
        SELECT count(*) FROM (SELECT graphile_worker.add_jobs(array_agg((
          'bulk.chunk', ${payload}, ${laneGroupOf(userId)}::text || (chunk.position % ${LANES_PER_USER}),
          ${runAt}, ${TASK_MAX_ATTEMPTS}, NULL, NULL, NULL)::graphile_worker.job_spec))
        FROM ${chunks}) AS tasks
      )`
    : inOneStatement(sql`SELECT kind.id, ${payload}, ${runAt}, ${TASK_MAX_ATTEMPTS} FROM kind, ${chunks}`)
}

/**
 * The library's add_jobs for tasks without lane and key, less the four statements that these need not. It takes a
 * third of the time.
 */
function inOneStatement(tasks: RawBuilder<unknown>) {
  return sql`
    known AS (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'bulk.chunk'), made AS (
      INSERT INTO graphile_worker._private_tasks AS task (identifier) SELECT 'bulk.chunk' WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (identifier) DO UPDATE SET identifier = excluded.identifier RETURNING id
    ), kind AS (SELECT id FROM known UNION ALL SELECT id FROM made), tasks AS (
      INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts) ${tasks} RETURNING id
    ), added AS (
      SELECT pg_notify('jobs:insert', json_build_object('count', count(*))::text) FROM tasks HAVING count(*) > 0
    )`
}

/** One lane for the whole fleet: of several suspects side by side it would be unknown which one killed the process. */
const ISOLATION_LANE = 'bulk.isolation'

/**
 * The same chunk once more: after a failure, or for the next step of an isolation. Steps follow one another: the key makes
 * the new one take the place of one that is there already, because a kill came between a step and its end.
 */
export async function enqueueAgain(tx: Tx | Db, task: ChunkTask, delaySeconds: number): Promise<void> {
  const [lane, key, priority] = task.isolation
    ? [ISOLATION_LANE, `${ISOLATION_LANE}.${task.chunkId}`, CUT_SHORT_PRIORITY]
    : [null, null, 0]
  await sql`SELECT graphile_worker.add_job('bulk.chunk', payload => ${JSON.stringify({ ...task, trace: currentTrace() })}::json, queue_name => ${lane},
    job_key => ${key}, priority => ${priority}::int, run_at => ${dueIn(delaySeconds)},
    max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}

export async function enqueueGroupTask(
  tx: Tx | Db,
  name: 'bulk.split' | 'bulk.finalize',
  task: GroupTask,
  delaySeconds = 0,
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify({ ...task, trace: currentTrace() })}::json,
    run_at => ${dueIn(delaySeconds)}, max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}

/** A task due at once is dated with the first chunks of today: dated now, it would wait for all that are waiting. */
function dueIn(delaySeconds: number) {
  return sql`now() + make_interval(secs => ${delaySeconds > 0 ? delaySeconds : -HEAD_START_SECONDS})`
}

/** The queue keeps a row for each lane it has ever seen: their number is bounded. */
function laneGroupOf(userId: string): string {
  const group = createHash('sha256').update(userId).digest().readUInt16BE() % LANE_GROUPS
  return `bulk.lookups.${group}.`
}
