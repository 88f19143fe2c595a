import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'
import { createWebClient } from './website-client.ts'

/** What a host answers to a path: an HTML page, or whatever the handler does. */
export type Reply = string | ((request: IncomingMessage, response: ServerResponse) => void)
/** `acme.com/robots.txt` → its answer. A path that is not listed answers 404. */
export type Web = Record<string, Reply>

export type StandInWeb = {
  port: number
  fetch: GuardedFetch
  /** Host and path of each request, in order. */
  asked: string[]
  userAgents: Set<string | undefined>
  /** Everything that was sent to any host: request lines, headers and bodies. */
  sent(): string
  /** The most requests that one host had to serve at the same time. */
  mostAtOnce(host: string): number
}

/** The same for a test, until it has ended. */
export async function startWeb(...web: Parameters<typeof openWeb>): Promise<StandInWeb> {
  // Benches open such an internet too, where there is no test.
  const { onTestFinished } = await import('vitest')
  const opened = await openWeb(...web)
  onTestFinished(async () => {
    await opened.close()
    requireNoAddress(opened.sent())
  })
  return opened
}

const USER_AGENT_LINE = /^user-agent: [^\r\n]*/gim
const ADDRESS = /[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}\.\w/i

/** Holds in every test, whatever it enriches: only the operator's own address is sent, as the contact in the user agent. */
function requireNoAddress(sent: string): void {
  const found = ADDRESS.exec(sent.replace(USER_AGENT_LINE, ''))
  if (found) throw new Error(`A request carried the address ${found[0]}.`)
}

/** A whole internet on loopback: one server answers for every host but the absent ones, by its Host header. */
export async function openWeb(
  web: Web,
  absent: readonly string[] = [],
  broken: Readonly<Record<string, string>> = {},
): Promise<StandInWeb & { close(): Promise<void> }> {
  const asked: string[] = []
  const userAgents = new Set<string | undefined>()
  const running = new Map<string, number>()
  const most = new Map<string, number>()
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const address = host + (request.url ?? '').replace(/\?.*/, '')
    asked.push(address)
    userAgents.add(request.headers['user-agent'])
    running.set(host, (running.get(host) ?? 0) + 1)
    most.set(host, Math.max(most.get(host) ?? 0, running.get(host)!))
    response.on('close', () => running.set(host, running.get(host)! - 1))
    const reply = web[address]
    if (typeof reply === 'function') reply(request, response)
    else if (reply !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8').end(reply)
    else response.writeHead(404).end()
  })
  const received: Buffer[] = []
  server.on('connection', (socket) => socket.on('data', (bytes: Buffer) => received.push(bytes)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = createWebClient(port, absent, broken)
  const close = async () => {
    await client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const sent = () => Buffer.concat(received).toString('latin1')
  return { port, fetch: client.fetch, asked, userAgents, sent, mostAtOnce: (host) => most.get(host) ?? 0, close }
}

export function redirectTo(location: string): Reply {
  return (_request, response) => response.writeHead(301, { location }).end()
}

export function status(code: number, body = ''): Reply {
  return (_request, response) => response.writeHead(code, { 'content-type': 'text/html' }).end(body)
}

export const hangUp: Reply = (request) => request.socket.destroy()

/** A page with this head and body. */
export function page(head: string, body = ''): string {
  return `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
}

export function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`
}
