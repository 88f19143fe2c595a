// A short list on its way from validation to the statement that stores it, in the process that accepts it.
import type { Input } from '../format/inputs.ts'
import type { ValidatedChunk } from './chunks.ts'

type ShortList = { jobId: string; userId: string; inputs: readonly Input[] }

export type ShortLists = {
  /** Longer ones are left to the queue. */
  maxCount: number
  /** Returns the one chunk of the job. */
  validate(list: ShortList): Promise<ValidatedChunk>
  /** Call it after the commit. */
  noteStored(chunk: ValidatedChunk): void
}
