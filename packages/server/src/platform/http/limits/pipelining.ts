import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that wait behind others of their connection, in the whole process: some 8 kB each. */
const WAITING_MAX = 5_000

type Line = { waiting: { request: IncomingMessage; response: ServerResponse }[]; isMoving: boolean }

/**
 * Runs the requests of one connection one after the other. Node emits every pipelined request as soon as it is
 * parsed, so 64 kB of requests would be handled at once and all their answers kept. Here the next one begins when the
 * answer before it was sent, and the connection is not read until then.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  const lines = new WeakMap<Socket, Line>()
  let waitingCount = 0

  function openLine(socket: Socket): Line {
    const line: Line = { waiting: [], isMoving: false }
    lines.set(socket, line)
    // Node makes an error for each waiting request when the connection closes; their stacks, which are never read, would
    // take a third of the processor's time in a flood.
    const { stackTraceLimit } = Error
    socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      waitingCount -= line.waiting.length
      line.waiting = []
    })
    return line
  }

  function runNext(socket: Socket, line: Line): void {
    const next = line.waiting.shift()
    line.isMoving = next !== undefined
    if (!next) return
    waitingCount--
    // A short answer is sent within its own tick; without a pause between them, a thousand would hold the event loop.
    next.response.once('close', () => setImmediate(runNext, socket, line))
    if (line.waiting.length === 0) socket.resume()
    handle(next.request, next.response)
  }

  return (request, response) => {
    const { socket } = request
    const running = latest.get(socket)
    latest.set(socket, response)
    // Only an answer whose turn it is has the socket.
    if (response.socket || !running) {
      handle(request, response)
      return
    }
    if (socket.destroyed) return
    const line = lines.get(socket) ?? openLine(socket)
    line.waiting.push({ request, response })
    socket.pause()
    if (++waitingCount > WAITING_MAX) socket.destroy()
    if (line.isMoving) return
    line.isMoving = true
    running.once('close', () => setImmediate(runNext, socket, line))
  }
}
