// A short list on its way from the submission to what judges it in the same process.

/** The task of a chunk that this process runs itself, and all that it needs. */
export type HeldTask = { taskId: string; chunkId: string; jobId: string; userId: string; inputs: Buffer }
/** Room for one list in this process. */
type Place = {
  /** Call it after the commit. */
  run(task: HeldTask): void
  /** Without effect once it runs. */
  release(): void
}
export type ShortLists = {
  /** Undefined for a list that is too long, and while all places are taken. */
  reserve(count: number): Place | undefined
}
