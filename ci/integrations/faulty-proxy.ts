// A proxy before the real service that fails on demand, for the tests of the SDKs in other languages. Those tests order faults over HTTP:
//   POST /_proxy/faults  {"method": "PUT", "path": "/v1/files/", "how": "drop the answer"}, once per fault
//   GET /_proxy/seen     the requests since the last look, as {"method", "path", "headers", "at"}
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Fault = {
  method: string
  /** The beginning of the path. */
  path: string
  how:
    | 'drop'
    | 'drop amid the request'
    | 'drop the answer'
    | 'drop amid the answer'
    | 'hold'
    | { status: number; headers?: Record<string, string>; body?: string }
}
type Seen = { method: string; path: string; headers: IncomingHttpHeaders; at: number }

export type FaultyProxy = { origin: string; leadTo(origin: string): void; close(): Promise<void> }

export async function startFaultyProxy(): Promise<FaultyProxy> {
  let target = ''
  const faults: Fault[] = []
  let seen: Seen[] = []
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    if (url === '/_proxy/faults') {
      faults.push(JSON.parse((await buffer(incoming)).toString()))
      return void response.end()
    }
    if (url === '/_proxy/seen') {
      response.end(JSON.stringify(seen))
      seen = []
      return
    }
    seen.push({ method, path: url, headers, at: performance.now() })
    const at = faults.findIndex((fault) => fault.method === method && url.startsWith(fault.path))
    const how = at < 0 ? undefined : faults.splice(at, 1)[0]!.how
    if (how === 'hold') return
    if (how === 'drop') return void incoming.socket.destroy()
    if (how === 'drop amid the request') return void incoming.once('data', () => incoming.socket.destroy())
    const body = await buffer(incoming)
    if (typeof how === 'object') return void response.writeHead(how.status, how.headers).end(how.body ?? '')
    const { answer, bytes } = await forward(method, new URL(url, target), headers, body)
    if (how === 'drop the answer') return void incoming.socket.destroy()
    response.writeHead(answer.statusCode!, { ...answer.headers, 'content-length': bytes.length })
    if (how !== 'drop amid the answer') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length >> 1), () => incoming.socket.destroy())
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (origin) => {
      target = origin
    },
    close: () => closeAll(server),
  }
}

async function forward(method: string, url: URL, headers: IncomingHttpHeaders, body: Buffer) {
  const { 'transfer-encoding': _, connection: __, ...passed } = headers
  const outgoing = request(url, { method, headers: passed, agent: false })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { answer, bytes: await buffer(answer) }
}

async function closeAll(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
