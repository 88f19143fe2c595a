import type { ServerContext } from '@modelcontextprotocol/server'
import type { Call } from './service.ts'

const PAUSE_MS = 1_000
/** The protocol wants each value above the one before, also where no row was finished in between. */
const LEAST_STEP = 0.001

/** For a client that asked to be told. It may wait longer for a call that is heard of. */
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
    // A client that has gone is told of by the signal of its call.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
