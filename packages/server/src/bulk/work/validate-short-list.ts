// Short lists are validated by the process that takes them in, as single addresses are, and stored with their results in one
// commit: the queue, its wake-up and its commits take longer than validating does.
import { uuidv7 } from '../../platform/ids.ts'
import { currentTrace } from '../../platform/tracing/current.ts'
import { traceTask } from '../../platform/tracing/trace-task.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { ValidatedChunk } from '../state/chunks.ts'
import type { ShortLists } from '../state/insert-list.ts'
import { type ChunkDeps, eventOf, noteStored } from './chunk.ts'
import { type ValidateDeps, validateRows } from './validate-rows.ts'

export type ShortListDeps = ValidateDeps &
  Pick<ChunkDeps, 'log' | 'wake' | 'countRows'> & { tracing: Tracing | undefined; maxCount: number }

export function createShortLists({ tracing, maxCount, ...deps }: ShortListDeps): ShortLists {
  return {
    maxCount,
    validate({ jobId, accountId, inputs }) {
      const chunkId = uuidv7()
      return traceTask(tracing, 'bulk.chunk', { chunkId, trace: currentTrace() }, async (): Promise<ValidatedChunk> => {
        const { rows: _, ...validated } = await validateRows(deps, {
          chunkId,
          accountId,
          inputs,
          validateDomain: false,
        })
        return { ...validated, event: eventOf({ chunkId, jobId, accountId }, validated) }
      })
    },
    noteStored: (chunk) => noteStored(deps, chunk),
  }
}
