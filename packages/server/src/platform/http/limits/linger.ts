import type { IncomingMessage, ServerResponse } from 'node:http'
import { UPLOAD_MAX_BYTES } from '@mailsift/contract'
import { announcedBytes, isWaitingToBeAsked } from '../body/body.ts'
import { noteReceived } from '../body/buffer-garbage.ts'

/** Room for the largest body of ours, and for one that is refused because it is larger. */
const READ_ON_MAX_BYTES = UPLOAD_MAX_BYTES * 1.25
const READ_ON_MAX_MS = 30_000
const CHECK_MS = 250

/**
 * To be called before an answer is sent to a request whose body is still coming. Closing the connection would reset it,
 * and a client that is still sending would see a broken pipe instead of the answer; so the rest is read and dropped, up to a
 * bound.
 */
export function readOn(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  if (request.complete || announcedBytes(request) === 0 || isWaitingToBeAsked(request)) return
  const closesAfterwards = !response.shouldKeepAlive
  response.shouldKeepAlive = true
  response.once('finish', () => {
    // All of it came before the answer was out.
    if (request.closed) {
      if (closesAfterwards) socket.end()
      return
    }
    const bytesMax = socket.bytesRead + READ_ON_MAX_BYTES
    const until = performance.now() + READ_ON_MAX_MS
    const timer = setInterval(() => {
      if (socket.bytesRead > bytesMax || performance.now() > until) socket.destroy()
    }, CHECK_MS)
    request
      .once('end', () => closesAfterwards && socket.end())
      .once('close', () => clearInterval(timer))
      .resume()
  })
  // Before the answer is sent: Node itself reads and drops a body that no listener has by then, as fast as it comes. A piece
  // at a time, because the loop would else be given two megabytes of each such body in one go.
  request.on('data', (piece: Buffer) => {
    noteReceived(piece.length)
    request.pause()
    setImmediate(() => request.resume())
  })
}
