import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '@mailsift/contract'
import { Check } from 'typebox/schema'
import { type Answer, problem } from './stand-in-answer.ts'
import { type Operation, operations, type Service } from './stand-in-operations.ts'

/** The next failure of the operation. */
export type Fault = {
  on: Operation['name']
  how:
    | 'drop before handling'
    | 'drop amid the request body'
    | 'drop after handling'
    | 'drop amid the answer'
    | 'fall silent amid the answer'
    | { status: number; headers?: Record<string, string>; body?: string }
    | { code: ErrorCode; headers?: Record<string, string> }
}

export type Seen = { operation: Operation['name'] | undefined; headers: IncomingMessage['headers']; url: string }

export type StandIn = Service & {
  faults: Fault[]
  seen: Seen[]
  count(operation: Operation['name']): number
  /** Pending responses. */
  openAnswers(): number
  close(): Promise<void>
}

export const TOKEN = 'ms_w_test'
export const COOKIE = 'session=ada'

/** A small service that implements the contract over real HTTP, with its state in memory, and fails on demand. */
export async function startStandIn(): Promise<StandIn> {
  const service = { origin: '', jobs: new Map(), uploads: new Map(), groups: new Map(), contacts: [] } as Service
  const faults: Fault[] = []
  const seen: Seen[] = []

  const open = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    handle(request, response).catch((error) => response.writable && response.writeHead(500).end(String(error)))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', service.origin)
    const operation = operations.find((each) => each.method === request.method && each.path.test(url.pathname))
    seen.push({ operation: operation?.name, headers: request.headers, url: url.pathname + url.search })
    const fault = takeFault(operation?.name)
    if (fault === 'drop before handling') return void request.socket.destroy()
    if (fault === 'drop amid the request body') return void request.once('data', () => request.socket.destroy())
    const body = await readAll(request)
    if (typeof fault === 'object') return reply(response, 'code' in fault ? problem(fault.code, fault.headers) : fault)
    const answer = operation ? call(operation, request, url, body) : problem('not_found')
    if (fault === 'drop after handling') return void request.socket.destroy()
    if (fault === 'drop amid the answer') return dropAmid(response, answer)
    if (fault === 'fall silent amid the answer') return fallSilent(response, answer)
    reply(response, answer)
  }

  function takeFault(name: Operation['name'] | undefined): Fault['how'] | undefined {
    const index = faults.findIndex(({ on }) => on === name)
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.how
  }

  function call(operation: Operation, request: IncomingMessage, url: URL, bytes: Buffer): Answer {
    const { 'service-email-api-token': token, cookie, 'mailsift-request': sameOrigin } = request.headers
    const isKnown = token === TOKEN || (cookie === COOKIE && sameOrigin !== undefined)
    if (operation.signed ? token !== undefined : !isKnown) return problem('unauthenticated')
    const body = operation.body ? JSON.parse(bytes.toString()) : bytes
    if (operation.body && !Check(operation.body, body)) return problem('invalid_request')
    const id = operation.path.exec(url.pathname)?.[1] ?? ''
    const answer = operation.run(service, { id, url, body, headers: request.headers })
    if (operation.answer && answer.status < 300 && !Check(operation.answer, answer.json))
      throw new Error(`${operation.name}: the answer is not in the contract: ${JSON.stringify(answer.json)}`)
    return answer
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    faults,
    seen,
    count: (name: Operation['name']) => seen.filter(({ operation }) => operation === name).length,
    openAnswers: () => open.size,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function reply(response: ServerResponse, { status, headers, json, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(json === undefined ? body : JSON.stringify(json))
}

function fallSilent(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body ?? '')
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, bytes.length >> 1))
}

function dropAmid(response: ServerResponse, { status, headers, json, body }: Answer): void {
  const bytes = Buffer.from(json === undefined ? (body ?? '') : JSON.stringify(json))
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy())
}
