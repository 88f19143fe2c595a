import { ApiError, ConnectionError } from '@mailsift/sdk'

const AGAIN_MS = 3_000

/** Whether the service is unreachable now but may be reachable later. */
const isAway = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 502 || error.code === 'unavailable'))

/** Retries until the service is reachable, however long that takes. */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  onAway: () => void,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error
      onAway()
      await untilOnline(signal)
      signal.throwIfAborted()
    }
  }
}

/** Resolves when the browser is online again or after a delay, because a service that is down sends no event. */
function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, AGAIN_MS)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
