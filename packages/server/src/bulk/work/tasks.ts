import type { Db } from '../../platform/database/database.ts'
import type { CronEntry, TaskContext, TaskHandlers } from '../../platform/queue/queue.ts'
import { createRecentChunks } from '../export/recent-chunks.ts'
import { removeDeletedList } from '../lists/delete.ts'
import { removeEmptyLists } from '../lists/lists.ts'
import { endStoppedList } from '../lists/stop.ts'
import { cleanUp, type ExpireDeps, expireDue, removeOrphans } from '../retention/expire.ts'
import { takeChunkTurn, takeGroupTurn } from '../state/enqueue.ts'
import { reachTurn } from '../state/turns.ts'
import { type ChunkDeps, runChunk } from './chunk.ts'
import { type FinalizeDeps, finalizeGroup } from './finalize.ts'
import { type SplitDeps, splitGroup } from './split.ts'

export type BulkTaskDeps = Omit<ChunkDeps & SplitDeps & FinalizeDeps & ExpireDeps, 'recent'>

type BulkTasks = Pick<TaskHandlers, Extract<keyof TaskHandlers, `bulk.${string}`>>

export function bulkTasks(parts: BulkTaskDeps): BulkTasks {
  const { db } = parts
  const deps = { ...parts, recent: createRecentChunks() }
  const inTurn = trackTurns(db)
  return {
    'bulk.chunk': inTurn(
      (task) => takeChunkTurn(db, task),
      (task, context) => runChunk(deps, task, context),
    ),
    'bulk.split': inTurn(
      (task) => takeGroupTurn(db, 'bulk.split', task),
      (task, context) => splitGroup(deps, task, context),
    ),
    'bulk.finalize': inTurn(
      (task) => takeGroupTurn(db, 'bulk.finalize', task),
      (task, context) => finalizeGroup(deps, task, context),
    ),
    'bulk.expire': () => expireDue(deps),
    'bulk.stop-list': (task) => endStoppedList(deps, task),
    'bulk.delete-list': (task) => removeDeletedList(deps, task),
    'bulk.cleanup': async () => {
      await cleanUp(deps)
      await removeEmptyLists(db)
    },
    'bulk.remove-orphans': () => removeOrphans(deps),
  }
}

type Run<Task> = (task: Task, context: TaskContext) => Promise<void>

/** Runs a task in its turn; one that has none yet takes it. */
function trackTurns(db: Db) {
  let reached = 0
  return <Task extends { turn?: number; turnStart?: number }>(
    takeTurn: (task: Task) => Promise<void>,
    run: Run<Task>,
  ): Run<Task> =>
    async (task, context) => {
      const { turn, turnStart = turn } = task
      // A task that ended its process runs at once.
      if (turn === undefined && context.interruptions === 0 && !context.isIsolated && !context.isQuarantined)
        return takeTurn(task)
      if (turnStart !== undefined && turnStart > reached) {
        await reachTurn(db, turnStart)
        reached = Math.max(reached, turnStart)
      }
      await run(task, context)
    }
}

export const bulkCron: readonly CronEntry[] = [
  { task: 'bulk.expire', match: '*/5 * * * *' },
  { task: 'bulk.cleanup', match: '7 * * * *' },
  { task: 'bulk.remove-orphans', match: '23 */6 * * *' },
]
