import type { CronEntry, TaskHandler, TaskHandlers } from '../../platform/queue/queue.ts'
import { createRecentChunks } from '../export/recent-chunks.ts'
import { cleanUp, type ExpireDeps, expireDue, removeOrphans } from '../retention/expire.ts'
import { type TurnTaskName, takeTurn } from '../state/enqueue.ts'
import { reachTurn } from '../state/turns.ts'
import { type ChunkDeps, runChunk } from './chunk.ts'
import { type FinalizeDeps, finalizeGroup } from './finalize.ts'
import { type SplitDeps, splitGroup } from './split.ts'

export type BulkTaskDeps = Omit<ChunkDeps & SplitDeps & FinalizeDeps & ExpireDeps, 'recent'>

type BulkTasks = Pick<TaskHandlers, Extract<keyof TaskHandlers, `bulk.${string}`>>

export function bulkTasks(parts: BulkTaskDeps): BulkTasks {
  const deps = { ...parts, recent: createRecentChunks() }
  const withSiteLease = takeTurns(parts)
  return {
    'bulk.chunk': withSiteLease('bulk.chunk', (task, context) => runChunk(deps, task, context)),
    'bulk.split': withSiteLease('bulk.split', (task, context) => splitGroup(deps, task, context)),
    'bulk.finalize': withSiteLease('bulk.finalize', (task, context) => finalizeGroup(deps, task, context)),
    'bulk.expire': () => expireDue(deps),
    'bulk.cleanup': () => cleanUp(deps),
    'bulk.remove-orphans': () => removeOrphans(deps),
  }
}

/** Runs a task in its turn; one that has none yet takes it. */
function takeTurns({ db }: Pick<BulkTaskDeps, 'db'>) {
  let reached = 0
  return <Name extends TurnTaskName>(name: Name, run: TaskHandler<Name>): TaskHandler<Name> =>
    async (task, context) => {
      const { turn } = task
      // A task that ended its process is run at once.
      if (turn === undefined && context.cutShort === 0 && !context.isSetAside) return takeTurn(db, name, task)
      if (turn !== undefined && turn > reached) {
        await reachTurn(db, turn)
        reached = Math.max(reached, turn)
      }
      await run(task, context)
    }
}

export const bulkCron: readonly CronEntry[] = [
  { task: 'bulk.expire', match: '*/5 * * * *' },
  { task: 'bulk.cleanup', match: '7 * * * *' },
  { task: 'bulk.remove-orphans', match: '23 */6 * * *' },
]
