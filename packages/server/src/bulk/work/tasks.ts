import type { CronEntry, TaskHandlers } from '../../platform/queue/queue.ts'
import { createRecentChunks } from '../export/recent-chunks.ts'
import { cleanUp, type ExpireDeps, expireDue, removeOrphans } from '../retention/expire.ts'
import { type ChunkDeps, runChunk } from './chunk.ts'
import { type FinalizeDeps, finalizeGroup } from './finalize.ts'
import { type SplitDeps, splitGroup } from './split.ts'

export type BulkTaskDeps = Omit<ChunkDeps & SplitDeps & FinalizeDeps & ExpireDeps, 'recent'>

type BulkTasks = Pick<TaskHandlers, Extract<keyof TaskHandlers, `bulk.${string}`>>

export function bulkTasks(parts: BulkTaskDeps): BulkTasks {
  const deps = { ...parts, recent: createRecentChunks() }
  return {
    'bulk.chunk': (task, context) => runChunk(deps, task, context),
    'bulk.split': (task, context) => splitGroup(deps, task, context),
    'bulk.finalize': (task, context) => finalizeGroup(deps, task, context),
    'bulk.expire': () => expireDue(deps),
    'bulk.cleanup': () => cleanUp(deps),
    'bulk.remove-orphans': () => removeOrphans(deps),
  }
}

export const bulkCron: readonly CronEntry[] = [
  { task: 'bulk.expire', match: '*/5 * * * *' },
  { task: 'bulk.cleanup', match: '7 * * * *' },
  { task: 'bulk.remove-orphans', match: '23 */6 * * *' },
]
