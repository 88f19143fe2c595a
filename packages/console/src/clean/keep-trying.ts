import { ApiError, ConnectionError } from '@mailsift/sdk'

const AGAIN_MS = 3_000

/** Whether the service cannot be reached now, and may be later. */
const isAway = (error: unknown) =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 502 || error.code === 'unavailable'))

/** Does it again as soon as the service can be reached, however long that takes. */
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

/** When the network is back; a service that is away says nothing, so it is tried again after a while. */
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
