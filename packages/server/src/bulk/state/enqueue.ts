// Adds the tasks of bulk validation to the queue. Accounts take turns there (turns.ts).
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import type { NewChunk } from './chunks.ts'
import { ownerOfChunk, ownerOfGroup } from './owners.ts'
import { laneOf, turnsOfFile, turnsOfRows } from './turns.ts'

type QueuedTask = {
  /** Its position among the tasks of other accounts: where its turns end. A task without one takes it when it is due, and is enqueued again with it. */
  turn?: number
  /** Where its turns start. */
  turnStart?: number
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

export type ChunkOwner = { accountId: string; validateDomain: boolean }

/**
 * Chunks with lookups mostly wait for the network, and would fill all slots of a worker. Each account has two queues, named by this
 * and 0 or 1, whose tasks run one after the other. The queue keeps a row for each name it has ever seen, so accounts share 64 pairs.
 */
export function lookupQueueOf({ accountId, validateDomain }: ChunkOwner): string | null {
  return validateDomain ? `bulk.lookups.${Number.parseInt(accountId.slice(-2), 16) % 64}.` : null
}

/** Adds the tasks of new chunks, given in the order of their rows. */
export async function enqueueChunks(
  tx: Tx,
  chunks: readonly Pick<NewChunk, 'id' | 'row_count'>[],
  owner: ChunkOwner,
): Promise<void> {
  const trace = currentTrace()
  await enqueueInTurn(
    tx,
    chunks.map(({ id, row_count }) => ({ task: { chunkId: id, trace }, rows: row_count })),
    owner,
  )
}

/** Gives a chunk's task that is due the next turn of its account. */
export async function takeChunkTurn(db: Db, task: ChunkTask): Promise<void> {
  const accountId = await ownerOfChunk(db, task.chunkId)
  if (accountId === undefined) return
  const { rows } = await sql<ChunkOwner & { rows: number }>`
    SELECT job.account_id AS "accountId", validate_domain AS "validateDomain", row_count AS rows
    FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = job_id AND job.account_id = chunk.account_id
    WHERE chunk.id = ${task.chunkId} AND chunk.account_id = ${accountId}`.execute(db)
  if (rows[0]) await enqueueInTurn(db, [{ task, rows: rows[0].rows }], rows[0])
}

async function enqueueInTurn(
  tx: Tx | Db,
  chunks: readonly { task: ChunkTask; rows: number }[],
  owner: ChunkOwner,
): Promise<void> {
  const { starts, ends, total } = laneOf(chunks.map(({ rows }) => turnsOfRows(rows)))
  const tasks = JSON.stringify(chunks.map(({ task }) => task))
  await sql`
    WITH turns AS (
      INSERT INTO bulk_turns AS turns (account_id, validate_domain, last_turn)
      SELECT ${owner.accountId}, ${owner.validateDomain}, last_value + ${total} FROM bulk_turn
      ON CONFLICT (account_id, validate_domain)
        DO UPDATE SET last_turn = greatest(turns.last_turn, excluded.last_turn - ${total}) + ${total}
      RETURNING last_turn - ${total} AS first
    ), tasks AS (
      SELECT task, first + start_at AS turn_start, first + end_at AS turn, first, position
      FROM turns, ROWS FROM (jsonb_array_elements(${tasks}::jsonb), unnest(${starts}::bigint[]), unnest(${ends}::bigint[]))
        WITH ORDINALITY AS task (task, start_at, end_at, position)
    )
    SELECT graphile_worker.add_jobs(array_agg((
      'bulk.chunk', (task || jsonb_build_object('turn', turn, 'turnStart', turn_start))::json,
      ${lookupQueueOf(owner)}::text || (first + position) % 2, to_timestamp(turn / 1000.0), ${TASK_MAX_ATTEMPTS}, NULL, ${TURN_PRIORITY}, NULL
    )::graphile_worker.job_spec)) FROM tasks`.execute(tx)
}

/** Gives the next turns to reading a file or writing an export, which wait for no lookups. */
export async function takeGroupTurn(db: Db, name: 'bulk.split' | 'bulk.finalize', task: GroupTask): Promise<void> {
  const accountId = await ownerOfGroup(db, task.groupId)
  if (accountId === undefined) return
  const { rows } = await sql<{ bytes: number; rows: number }>`
    SELECT size_bytes AS bytes, total AS rows FROM bulk_groups g JOIN bulk_uploads u ON u.id = g.upload_id AND u.account_id = g.account_id
    WHERE g.id = ${task.groupId} AND g.account_id = ${accountId}`.execute(db)
  if (!rows[0]) return
  const cost = turnsOfFile(rows[0])
  await sql`
    WITH turn AS (
      INSERT INTO bulk_turns AS turns (account_id, validate_domain, last_turn)
      SELECT account_id, validate_domain, last_value + ${cost} FROM bulk_groups, bulk_turn WHERE id = ${task.groupId} AND account_id = ${accountId}
      ON CONFLICT (account_id, validate_domain)
        DO UPDATE SET last_turn = greatest(turns.last_turn, excluded.last_turn - ${cost}) + ${cost}
      RETURNING last_turn
    )
    SELECT graphile_worker.add_job(${name},
      payload => (${JSON.stringify(task)}::jsonb || jsonb_build_object('turn', last_turn, 'turnStart', last_turn - ${cost}))::json,
      run_at => to_timestamp(last_turn / 1000.0), priority => ${TURN_PRIORITY}, max_attempts => ${TASK_MAX_ATTEMPTS})
    FROM turn`.execute(db)
}

/** The same chunk once more, after a failure. Until then it is not running: the end of a stopped list does not wait for it. */
export async function enqueueAgain(db: Db, accountId: string, task: ChunkTask, delaySeconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      UPDATE bulk_chunks SET started_at = NULL
      WHERE id = ${task.chunkId} AND account_id = ${accountId} AND done_at IS NULL`.execute(tx)
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
  { turn: _turn, turnStart: _start, ...task }: ChunkTask | GroupTask,
  delaySeconds: number,
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify({ ...task, trace: currentTrace() })}::json,
    run_at => now() + make_interval(secs => ${delaySeconds}), max_attempts => ${TASK_MAX_ATTEMPTS})`.execute(tx)
}
