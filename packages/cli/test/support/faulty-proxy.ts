// A TCP proxy between command and server that breaks connections on demand.
import { connect, createServer, type Socket } from 'node:net'

/** Breaks the connection of the next request whose first line matches, once. */
export type Fault = {
  on: RegExp
  /** `before the answer`: the server has handled the request, but the client gets no response. */
  when: 'amid the request' | 'before the answer' | 'amid the answer'
}

export type FaultyProxy = {
  origin: string
  /** Faults that have not happened yet. */
  faults: Fault[]
  /** The first lines of all requests. */
  requests: string[]
  close(): Promise<void>
}

const REQUEST_LINE = /^(?:GET|POST|PUT|PATCH) \S+ HTTP\/1\.1\r\n/

export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const faults: Fault[] = []
  const requests: string[] = []
  const open = new Set<Socket>()

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    let when: Fault['when'] | undefined
    const cut = () => {
      client.resetAndDestroy()
      target.destroy()
    }
    for (const socket of [client, target]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    client.on('close', () => target.destroy())
    // What the server sent before it closed the connection still arrives.
    target.on('close', () => client.end())
    client.on('data', (bytes) => {
      const line = REQUEST_LINE.exec(bytes.toString('latin1', 0, 2000))?.[0].trimEnd()
      if (line) {
        requests.push(line)
        const index = faults.findIndex(({ on }) => on.test(line))
        when = index < 0 ? undefined : faults.splice(index, 1)[0]!.when
      }
      if (when !== 'amid the request') return void target.write(bytes)
      target.write(bytes.subarray(0, bytes.length >> 1), cut)
    })
    target.on('data', (bytes) => {
      if (when === 'before the answer') return cut()
      if (when === 'amid the answer') return void client.write(bytes.subarray(0, bytes.length >> 1), cut)
      client.write(bytes)
    })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    faults,
    requests,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
