// A line to a server that can be cut, or fall silent, at a chosen moment.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Line = {
  /** Of this end, on 127.0.0.1. */
  port: number
  /** Silent: requests arrive, but are not answered. Cut: nothing connects. */
  state: 'whole' | 'silent' | 'cut'
  /** Breaks all connections, and lets none come up until the state is `whole` again. */
  cut(): void
  /** Breaks the connection on which this is sent next: before it arrives, or when it has been done and is answered. Settles then. */
  breakAt(text: string, when: 'asked' | 'answered'): Promise<void>
  /** Leaves all connections open and lets nothing more through on them, now or later. New ones are not affected. */
  stallAll(): void
  /** Lets little through on all present connections from now on: a few bytes at a time. New ones are not affected. */
  dripAll(): void
  /** Leaves the connection on which this is sent next open and lets nothing more through. Settles then. */
  stallAt(text: string): Promise<void>
}

const DRIP_BYTES = 16
const DRIP_MS = 100

/** Sends what arrives on the socket from now on a few bytes at a time. */
function drip(socket: Socket): void {
  const [pass] = socket.listeners('data') as ((bytes: Buffer) => void)[]
  if (!pass) return
  const waiting: Buffer[] = []
  socket.removeAllListeners('data').on('data', (bytes) => void waiting.push(bytes))
  const timer = setInterval(() => {
    const [first] = waiting
    if (!first) return
    pass(first.subarray(0, DRIP_BYTES))
    if (first.length > DRIP_BYTES) waiting[0] = first.subarray(DRIP_BYTES)
    else waiting.shift()
  }, DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

export async function useLine(dial: () => Socket): Promise<Line> {
  const sockets = new Set<Socket>()
  let trap: { text: string; when: 'asked' | 'answered' | 'never'; sprung(): void } | undefined
  const trapAt = (text: string, when: 'asked' | 'answered' | 'never') =>
    new Promise<void>((resolve) => {
      trap = { text, when, sprung: resolve }
    })
  const line: Line = {
    port: 0,
    state: 'whole',
    cut() {
      line.state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    breakAt: trapAt,
    stallAll() {
      for (const socket of sockets) socket.pause()
    },
    dripAll() {
      for (const socket of sockets) drip(socket)
    },
    stallAt: (text) => trapAt(text, 'never'),
  }
  const server = createServer((near) => {
    if (line.state === 'cut') return near.destroy()
    const far = dial()
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    let breakNow: (() => void) | undefined
    near
      .on('data', (bytes) => {
        if (trap && bytes.includes(trap.text)) {
          const { when, sprung } = trap
          trap = undefined
          if (when === 'never') {
            near.pause()
            far.pause()
            return sprung()
          }
          breakNow = () => {
            near.destroy()
            sprung()
          }
          if (when === 'asked') return breakNow()
        }
        far.write(bytes)
      })
      .on('close', () => far.destroy())
    far
      .on('data', (bytes) => {
        if (breakNow) return breakNow()
        if (line.state === 'whole') near.write(bytes)
      })
      .on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    line.cut()
    server.close()
  })
  line.port = (server.address() as AddressInfo).port
  return line
}
