// Adds the tasks of bulk validation to the queue. Accounts take turns there (turns.ts).
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import { ownerOfChunk, ownerOfGroup } from './owners.ts'

type QueuedTask = {
  /** Its position among the tasks of other accounts. A task without one takes it when it is due, and is enqueued again with it. */
  turn?: number
  /** How often it has failed. Interrupted runs are not counted. */
  failures?: number
  /** Trace context, where traces are sent. */
  trace?: string
}

export type ChunkTask = QueuedTask & {
  chunkId: string
  /** How often it was run again because domains could not be looked up (work/ask-again.ts). */
  askedAgain?: number
}

export type GroupTask = QueuedTask & { groupId: string }

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'bulk.chunk': ChunkTask
    'bulk.split': GroupTask
    'bulk.finalize': GroupTask
  }
}

type TurnTaskName = 'bulk.chunk' | 'bulk.split' | 'bulk.finalize'

/** The queue itself never fails a task for good; work/failure.ts decides. */
export const TASK_MAX_ATTEMPTS = 1000

/** After tasks without a turn, which are few: events to deliver, housekeeping, and tasks that take their turn next. */
export const TURN_PRIORITY = 1

export type ChunkOwner = { userId: string; validateDomain: boolean }

/**
 * Chunks with lookups mostly wait for the network, and would fill all slots of a worker. Each account has two queues, named by this
 * and 0 or 1, whose tasks run one after the other. The queue keeps a row for each name it has ever seen, so accounts share 64 pairs.
 */
export function lookupQueueOf({ userId, validateDomain }: ChunkOwner): string | null {
  return validateDomain ? `bulk.lookups.${Number.parseInt(userId.slice(-2), 16) % 64}.` : null
}

/** Adds the tasks of new chunks, given in the order of their rows. */
export async function enqueueChunks(tx: Tx, chunkIds: readonly string[], owner: ChunkOwner): Promise<void> {
  const trace = currentTrace()
  await enqueueInTurn(
    tx,
    chunkIds.map((chunkId) => ({ chunkId, trace })),
    owner,
  )
}

/** Gives a chunk's task that is due the next turn of its account. */
export async function takeChunkTurn(db: Db, task: ChunkTask): Promise<void> {
  const userId = await ownerOfChunk(db, task.chunkId)
  if (userId === undefined) return
  const { rows } = await sql<ChunkOwner>`
    SELECT job.user_id AS "userId", validate_domain AS "validateDomain"
    FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = job_id AND job.user_id = chunk.account_id
    WHERE chunk.id = ${task.chunkId} AND chunk.account_id = ${userId}`.execute(db)
  if (rows[0]) await enqueueInTurn(db, [task], rows[0])
}

async function enqueueInTurn(tx: Tx | Db, tasks: readonly ChunkTask[], owner: ChunkOwner): Promise<void> {
  const count = tasks.length
  await sql`
    WITH turns AS (
      INSERT INTO bulk_turns AS turns (user_id, validate_domain, last_turn)
      SELECT ${owner.userId}, ${owner.validateDomain}, last_value + ${count} - 1 FROM bulk_turn
      ON CONFLICT (user_id, validate_domain) DO UPDATE SET last_turn = greatest(turns.last_turn + ${count}, excluded.last_turn)
      RETURNING last_turn
    ), tasks AS (
      SELECT task, last_turn - ${count} + position AS turn
      FROM turns, jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) WITH ORDINALITY AS task (task, position)
    )
    SELECT graphile_worker.add_jobs(array_agg((
      'bulk.chunk', (task || jsonb_build_object('turn', turn))::json,
      ${lookupQueueOf(owner)}::text || turn % 2, to_timestamp(turn / 1000.0), ${TASK_MAX_ATTEMPTS}, NULL, ${TURN_PRIORITY}, NULL
    )::graphile_worker.job_spec)) FROM tasks`.execute(tx)
}

/** Gives the next turn to reading a file or writing an export, which wait for no lookups. */
export async function takeGroupTurn(db: Db, name: 'bulk.split' | 'bulk.finalize', task: GroupTask): Promise<void> {
  const userId = await ownerOfGroup(db, task.groupId)
  if (userId === undefined) return
  await sql`
    WITH turn AS (
      INSERT INTO bulk_turns AS turns (user_id, validate_domain, last_turn)
      SELECT user_id, validate_domain, last_value FROM bulk_groups, bulk_turn WHERE id = ${task.groupId} AND user_id = ${userId}
      ON CONFLICT (user_id, validate_domain) DO UPDATE SET last_turn = greatest(turns.last_turn + 1, excluded.last_turn)
      RETURNING last_turn
    )
    SELECT graphile_worker.add_job(${name},
      payload => (${JSON.stringify(task)}::jsonb || jsonb_build_object('turn', last_turn))::json,
      run_at => to_timestamp(last_turn / 1000.0), priority => ${TURN_PRIORITY}, max_attempts => ${TASK_MAX_ATTEMPTS})
    FROM turn`.execute(db)
}

/** The same chunk once more, after a failure. Until then it is not running: the end of a stopped list does not wait for it. */
export async function enqueueAgain(db: Db, userId: string, task: ChunkTask, delaySeconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      UPDATE bulk_chunks SET started_at = NULL
      WHERE id = ${task.chunkId} AND account_id = ${userId} AND done_at IS NULL`.execute(tx)
    await enqueueLater(tx, 'bulk.chunk', task, delaySeconds)
  })
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
