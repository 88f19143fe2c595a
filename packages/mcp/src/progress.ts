import type { ServerContext } from '@modelcontextprotocol/server'
import type { Call } from './service.ts'

const PAUSE_MS = 1_000
/** The protocol requires increasing values, even if no row was finished in between. */
const LEAST_STEP = 0.001

/** For a client that requested progress, which may extend its timeout. */
export function progressOf({ _meta, notify }: ServerContext['mcpReq']): Call['onProgress'] {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  let toldAt = Number.NEGATIVE_INFINITY
  return (done, total, phase) => {
    const now = performance.now()
    if (now - toldAt < PAUSE_MS) return
    toldAt = now
    progress = Math.max(done, progress + LEAST_STEP)
    const params = { progressToken, progress, message: phase, ...(total !== undefined && { total }) }
    // The signal of the call reports a disconnected client.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
