import type { CallOptions } from './connection.ts'
import { ApiError } from './errors.ts'
import { isTransient } from './retry.ts'
import { sleep } from './sleep.ts'

export type WaitOptions<Progress> = CallOptions & {
  /** Called after every poll. */
  onProgress?: ((progress: Progress) => void) | undefined
}

const FIRST_POLL_MS = 200
/** §4.3 advises 10 seconds. */
const POLL_MS = 10_000
const FIRST_FAILURE_MS = 1_000
const LAST_FAILURE_MS = 60_000
/** About five minutes; each failed poll already includes retries. */
const FAILURES_MAX_COUNT = 9
/** A Retry-After of more than an hour is left to the caller. */
const PATIENCE_SECONDS = 3600

/** Small jobs take milliseconds, so the first polls are fast; then the advised interval. */
export const pollDelayMs = (polls: number): number => Math.min(POLL_MS, FIRST_POLL_MS * 2 ** (polls - 1))

/** Never earlier than Retry-After. */
export const failureDelayMs = (failures: number, retryAfterSeconds = 0): number =>
  Math.max(retryAfterSeconds * 1000, Math.min(LAST_FAILURE_MS, FIRST_FAILURE_MS * 2 ** (failures - 1)))

/** Polls until it is done. A temporarily unreachable service does not end the waiting. */
export async function waitUntil<Progress>(
  look: () => Promise<Progress>,
  isDone: (progress: Progress) => boolean,
  { signal, onProgress }: WaitOptions<Progress>,
): Promise<Progress> {
  let failures = 0
  for (let polls = 1; ; polls++) {
    let pauseMs = pollDelayMs(polls)
    try {
      const progress = await look()
      failures = 0
      onProgress?.(progress)
      if (isDone(progress)) return progress
    } catch (error) {
      failures++
      const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (!isTransient(error) || failures === FAILURES_MAX_COUNT || (asked ?? 0) > PATIENCE_SECONDS) throw error
      pauseMs = failureDelayMs(failures, asked)
    }
    await sleep(pauseMs, signal)
  }
}
