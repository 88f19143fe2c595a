// Adds the tasks of bulk validation to the queue. Accounts take turns there (turns.ts).
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { CUT_SHORT_PRIORITY } from '../../platform/queue/liveness.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import { dateOf, TURN_PRIORITY, takingTurns } from './turns.ts'

/** Rows from the first number up to, not including, the second. */
export type RowRange = readonly [from: number, end: number]

/** Where the search for a row that kills its process stands (work/suspects.ts). */
export type Isolation = { suspects: readonly RowRange[]; leftOut: readonly number[] }

type QueuedTask = {
  /** Its place between the tasks of other accounts. A task without one takes it when it is due. */
  turn?: number
  /** How often it has failed. Runs that a crash cut short are not counted. */
  failures?: number
  /** Trace context, where traces are sent. */
  trace?: string
}

export type ChunkTask = QueuedTask & {
  chunkId: string
  /** How often it was run again because domains could not be looked up (work/ask-again.ts). */
  askedAgain?: number
  isolation?: Isolation
}

export type GroupTask = QueuedTask & { groupId: string }

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.chunk': ChunkTask
    'bulk.split': GroupTask
    'bulk.finalize': GroupTask
  }
}

export type TurnTaskName = 'bulk.chunk' | 'bulk.split' | 'bulk.finalize'

/** The queue itself never gives a task up; work/failure.ts decides. */
const TASK_MAX_ATTEMPTS = 1000

/**
 * Chunks with lookups mostly wait for the network, and would fill all slots of a worker. Two of an account run at a time, so
 * that there is always room for others. The queue keeps a row for each name it has ever seen: their number is bounded.
 */
const LOOKUPS_AT_ONCE = 2
const LOOKUP_QUEUE_GROUPS = 64

/** The name of a queue whose tasks run one after the other. An account's group is the last byte of its id, which is random. */
function queueNameOf(turn: RawBuilder<unknown>) {
  const group = sql`get_byte(uuid_send(user_id), 15) % ${sql.lit(LOOKUP_QUEUE_GROUPS)}`
  return sql`CASE WHEN validate_domain THEN
    'bulk.lookups.' || ${group} || '.' || ${turn} % ${sql.lit(LOOKUPS_AT_ONCE)} END`
}

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
  const owner = sql`(SELECT ${userId}::uuid AS user_id, ${validateDomain}::boolean AS validate_domain FROM ${happened}) AS owner`
  const turn = sql`(first + position - 1)`
  const payload = sql`json_strip_nulls(json_build_object('chunkId', id, 'turn', ${turn}, 'trace', ${currentTrace() ?? null}::text))`
  return sql`
    turns AS (${takingTurns(owner, chunkIds.length)}), added AS (
      SELECT count(*) FROM (SELECT graphile_worker.add_jobs(array_agg((
        'bulk.chunk', ${payload}, ${queueNameOf(turn)}, ${dateOf(turn)}, ${TASK_MAX_ATTEMPTS}, NULL, ${TURN_PRIORITY}, NULL
      )::graphile_worker.job_spec))
      FROM turns, unnest(${chunkIds}::uuid[]) WITH ORDINALITY AS chunk (id, position)) AS tasks
    )`
}

/** Gives a task that is due the next turn of its account. */
export async function takeTurn(db: Db, name: TurnTaskName, task: ChunkTask | GroupTask): Promise<void> {
  const owner =
    'chunkId' in task
      ? sql`bulk_jobs WHERE id = (SELECT job_id FROM bulk_chunks WHERE id = ${task.chunkId})`
      : sql`bulk_groups WHERE id = ${task.groupId}`
  const turn = sql`first`
  // An export, or reading a file, waits for no lookups.
  const queueName = name === 'bulk.chunk' ? queueNameOf(turn) : sql`NULL`
  await sql`
    WITH turns AS (${takingTurns(owner, 1)})
    SELECT graphile_worker.add_job(${name}, payload => (${JSON.stringify(task)}::jsonb || jsonb_build_object('turn', ${turn}))::json,
      queue_name => ${queueName}, run_at => ${dateOf(turn)}, priority => ${TURN_PRIORITY},
      max_attempts => ${TASK_MAX_ATTEMPTS}) FROM turns`.execute(db)
}

/** One queue for the whole fleet: of several suspects side by side it would be unknown which one killed the process. */
const ISOLATION_QUEUE = 'bulk.isolation'

/**
 * The same chunk once more: after a failure, or for the next step of an isolation. Steps follow one another: the key makes
 * the new one take the place of one that is there already, because a kill came between a step and its end.
 */
export async function enqueueAgain(tx: Tx | Db, task: ChunkTask, delaySeconds: number): Promise<void> {
  if (!task.isolation) return enqueueLater(tx, 'bulk.chunk', task, delaySeconds)
  const payload = JSON.stringify({ ...task, trace: currentTrace() })
  await sql`SELECT graphile_worker.add_job('bulk.chunk', payload => ${payload}::json, queue_name => ${ISOLATION_QUEUE},
    job_key => ${`${ISOLATION_QUEUE}.${task.chunkId}`}, priority => ${CUT_SHORT_PRIORITY}::int,
    max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}

export async function enqueueGroupTask(
  tx: Tx | Db,
  name: 'bulk.split' | 'bulk.finalize',
  task: GroupTask,
  delaySeconds = 0,
): Promise<void> {
  await enqueueLater(tx, name, task, delaySeconds)
}

/** Without a turn: the task takes one when it is due. */
async function enqueueLater(
  tx: Tx | Db,
  name: TurnTaskName,
  { turn: _, ...task }: ChunkTask | GroupTask,
  delaySeconds: number,
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify({ ...task, trace: currentTrace() })}::json,
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}
