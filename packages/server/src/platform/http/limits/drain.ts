import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Http } from '../server.ts'

/** How long the listener stays open after readiness went red, for load balancers that have not noticed yet. */
const DRAIN_DELAY_MS = 500
const ACCEPT_REST_MS = 100
/** How long connections may take to send what they were opened for. */
const LEAVE_MAX_MS = 2_000

/**
 * Stops without cutting anyone off: every answer from now on asks its client to close the connection, so busy
 * connections end between two requests. Then the listener closes; connections that are already open still get their
 * answers, which Node's own close would not allow to those that have not asked yet.
 */
export async function drain(app: Http, { isReplaced }: { isReplaced: boolean }): Promise<void> {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  if (!isReplaced) await sleep(DRAIN_DELAY_MS)
  // The kernel resets connections that wait to be accepted when the listener closes. With no room to wait, it leaves further
  // ones unanswered instead, and they are refused when they ask again; those that wait already are still accepted.
  // Where others go on with the same socket, they accept them.
  if (!isReplaced) acceptNoMore(app)
  await sleep(ACCEPT_REST_MS)
  await closeListener(app)
  for (const deadline = Date.now() + LEAVE_MAX_MS; Date.now() < deadline; await sleep(10))
    if ((await connectionCount(app)) === 0) break
  await app.close()
}

/**
 * Right after a connection was accepted, when no other can wait yet, or when none has come for a while. At any other moment
 * the requests of the same turn of the event loop would leave time for one to come and be reset.
 */
async function closeListener({ server }: Http): Promise<void> {
  await new Promise<void>((resolve) => {
    const close = () => {
      clearTimeout(timer)
      server.off('connection', close)
      NetServer.prototype.close.call(server)
      resolve()
    }
    const timer = setTimeout(close, ACCEPT_REST_MS)
    server.prependListener('connection', close)
  })
}

/** Node has no public way to call listen(2) again with another backlog; without this one the listener simply closes. */
function acceptNoMore(app: Http): void {
  const { _handle } = app.server as unknown as { _handle?: { listen?(backlog: number): number } }
  _handle?.listen?.(0)
}

async function connectionCount(app: Http): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
}
