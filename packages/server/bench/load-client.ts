// An HTTP/1.1 client that does as little as possible, so that a benchmark measures the server and not its client.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerReader, type RawAnswer } from './answers.ts'

export type Answer = RawAnswer & { milliseconds: number }

export type LoadOptions = {
  port: number
  /** Whole GET requests, sent in turn. */
  requests: readonly (string | Buffer)[]
  connections: number
  /** Asked after every answer: whether the connection sends another request. */
  goesOn(): boolean
  onAnswer(answer: Answer): void
}

type RateOptions = Omit<LoadOptions, 'goesOn'> & { perSecond: number; milliseconds: number }

/** How often requests are sent that are due, and how long the last answers are waited for. */
const SEND_EVERY_MS = 2
const LAST_ANSWERS_MS = 5_000

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The backlog of a listener is limited, and the kernel drops connections beyond it. */
const OPENED_AT_ONCE = 256

/** Keeps every connection busy with one request at a time until `goesOn` says no or the server is gone. */
export async function runLoad({ port, requests, connections, goesOn, onAnswer }: LoadOptions): Promise<void> {
  let next = 0
  const sockets: Socket[] = []
  while (sockets.length < connections) {
    const count = Math.min(OPENED_AT_ONCE, connections - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => openSocket(port)))))
  }
  await Promise.all(sockets.map(runConnection))

  function runConnection(socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      if (socket.closed) return resolve()
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(requests[next++ % requests.length]!)
      }
      socket.on(
        'data',
        createAnswerReader((answer) => {
          onAnswer({ ...answer, milliseconds: performance.now() - sentAt })
          if (goesOn()) send()
          else socket.end()
        }),
      )
      socket.on('close', () => resolve())
      send()
    })
  }
}

/** Also returns a socket that could not connect; it is closed. */
function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    // A killed server resets its connections: their last requests have no response.
    socket.on('error', () => undefined)
    socket.once('connect', () => resolve(socket))
    socket.once('close', () => resolve(socket))
  })
}

/**
 * Sends at a fixed rate, whether answers come or not: what is due goes out in one write, on each connection in turn, and waits
 * there behind what was sent before. The time of an answer counts from when its request was due, so a server that is blocked
 * delays all that was due since then. Returns how late the client itself was at most.
 */
export async function runAtRate(options: RateOptions): Promise<{ latestMs: number }> {
  const { port, requests, connections, perSecond, milliseconds, onAnswer } = options
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine()))
  const total = Math.floor((perSecond * milliseconds) / 1_000)
  const startedAt = performance.now()
  const dueAt = (index: number) => startedAt + (index * 1_000) / perSecond
  let latestMs = 0
  let answered = 0
  for (let sent = 0, turn = 0; sent < total; turn++) {
    await sleep(SEND_EVERY_MS)
    const now = performance.now()
    latestMs = Math.max(latestMs, now - dueAt(sent))
    const due = Math.min(total, Math.floor(((now - startedAt) * perSecond) / 1_000))
    const { socket, waiting } = lines[turn % connections]!
    let text = ''
    for (; sent < due; sent++) {
      waiting.push(dueAt(sent))
      text += requests[sent % requests.length]!
    }
    if (text !== '') socket.write(text)
  }
  const lastAt = performance.now() + LAST_ANSWERS_MS
  while (answered < total && performance.now() < lastAt) await sleep(SEND_EVERY_MS)
  for (const { socket } of lines) socket.destroy()
  return { latestMs }

  async function openLine() {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const waiting: number[] = []
    socket.on('error', () => undefined)
    socket.on(
      'data',
      createAnswerReader((answer) => {
        answered++
        onAnswer({ ...answer, milliseconds: performance.now() - waiting.shift()! })
      }),
    )
    return { socket, waiting }
  }
}
