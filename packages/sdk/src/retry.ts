import { ApiError, ConnectionError } from './errors.ts'
import { sleep } from './sleep.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 8_000
/** A longer Retry-After is left to the caller. */
const RETRY_AFTER_MAX_SECONDS = 60

/**
 * Whether the same request may succeed if sent again. Of the conflicts (409), only one may: the first request with the
 * same key is still running. Of the meanings of 429, only the rate limit may: seconds do not free a slot for
 * submissions or uploads.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  if (error.code === 'idempotency_in_progress') return true
  if (error.status === 429) return error.code === 'rate_limited' || error.code === 'unexpected_response'
  return error.status === 408 || error.status >= 500
}

/** The delay before the retry, or undefined if the error is final. */
export function retryDelayMs(error: unknown, retries: number, random = Math.random): number | undefined {
  if (!isTransient(error)) return undefined
  const backOff = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries)
  const jittered = backOff * (0.5 + random() / 2)
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined
  if (asked === undefined) return jittered
  // Adds jitter, so that clients refused together do not retry together.
  return asked <= RETRY_AFTER_MAX_SECONDS ? asked * 1000 + jittered / 2 : undefined
}

export async function withRetries<Answer>(
  { maxRetries, signal }: { maxRetries: number; signal?: AbortSignal | undefined },
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      const delay = retries < maxRetries ? retryDelayMs(error, retries) : undefined
      if (delay === undefined) throw error
      await sleep(delay, signal)
    }
  }
}
