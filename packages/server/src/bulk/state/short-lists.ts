// A short list on its way from what judges it to the statement that stores it, in the process that takes it in.
import type { BulkValidated } from '../../outbox/outbox.ts'
import type { Input } from '../format/inputs.ts'

type ShortList = { jobId: string; userId: string; inputs: readonly Input[] }

/** All of a completed job: its one chunk, and the event that tells of it. */
export type JudgedList = { event: BulkValidated; results: Buffer; success: number; errors: number }

export type ShortLists = {
  /** Longer ones are left to the queue. */
  maxCount: number
  judge(list: ShortList): Promise<JudgedList>
  /** Call it after the commit. */
  noteStored(list: JudgedList): void
}
