// Short lists are judged by the process that took them in, as single addresses are: the queue, its wake-up and its commits take
// longer than they do. Their task is held back in the queue meanwhile: it is run there when this process dies before the end.
import { errorCode } from '../../platform/database-errors.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import { traceTask } from '../../platform/tracing/trace-task.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import { createJobEncoders } from '../export/job-csv.ts'
import { createRecentChunks } from '../export/recent-chunks.ts'
import type { HeldTask, ShortLists } from '../state/held-task.ts'
import { type ChunkDeps, validateChunk } from './chunk.ts'

/** Few, so that a process that is busy leaves the rest to the workers. */
const PLACES = 4

export type ShortListRunner = ShortLists & {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>
}

export type ShortListDeps = Omit<ChunkDeps, 'recent' | 'encoders'> & { tracing: Tracing | undefined; maxCount: number }

export function createShortLists({ tracing, maxCount, ...given }: ShortListDeps): ShortListRunner {
  const deps = { ...given, recent: createRecentChunks(), encoders: createJobEncoders() }
  const running = new Set<Promise<void>>()
  let taken = 0

  async function runHere({ taskId, chunkId, jobId, userId, inputs }: HeldTask): Promise<void> {
    const task = { chunkId, trace: currentTrace() }
    const chunk = {
      ...{ job_id: jobId, group_id: null, user_id: userId, validate_domain: false },
      ...{ first_index: 0, is_only: true, held_task: taskId },
    }
    try {
      await traceTask(tracing, 'bulk.chunk', task, async () => {
        await validateChunk(deps, task, chunk, { chunkId, packed: inputs })
      })
    } catch (error) {
      deps.log.warn({ job_id: jobId, chunk_id: chunkId, code: errorCode(error) }, 'a short list is left to the queue')
    }
  }

  return {
    reserve(count) {
      if (count > maxCount || taken >= PLACES) return undefined
      taken++
      let isRunning = false
      return {
        run(list) {
          isRunning = true
          const run = runHere(list).finally(() => {
            taken--
            running.delete(run)
          })
          running.add(run)
        },
        release() {
          if (!isRunning) taken--
        },
      }
    },
    async stop() {
      await Promise.all(running)
    },
  }
}
