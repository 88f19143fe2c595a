import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the stand-in answers one path. Without a status it is 200. */
export type RdapReply = {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as RDAP's JSON, a string as it is. */
  body?: object | string
  /** hang: no byte ever. drip: a byte now and then, without end. huge: more than any cap, as fast as it goes. */
  fault?: 'hang' | 'drip' | 'huge'
  delayMs?: number
}

/** By path; a list is used up one reply at a time, and its last reply stays. */
export type RdapScript = Record<string, RdapReply | RdapReply[]>

export type RdapServer = {
  /** Without a slash at its end. */
  origin: string
  requests: { path: string; accept: string; userAgent: string }[]
  /** Requests that the script does not have. They get a 500; a test must have none. */
  unscripted: string[]
  /** The largest number of requests that were under way at the same time. */
  mostAtOnce(): number
  /** How many requests are under way now. */
  underWay(): number
  close(): Promise<void>
}

const DRIP_MS = 20

/** A registry on loopback that says exactly what its script says. */
export async function startRdapServer(
  script: RdapScript | ((path: string) => RdapReply | undefined),
): Promise<RdapServer> {
  const requests: RdapServer['requests'] = []
  const unscripted: string[] = []
  let underWay = 0
  let mostAtOnce = 0

  function replyTo(path: string): RdapReply | undefined {
    if (typeof script === 'function') return script(path)
    const reply = script[path]
    if (!Array.isArray(reply)) return reply
    return reply.length > 1 ? reply.shift() : reply[0]
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const { accept = '', 'user-agent': userAgent = '' } = request.headers
    requests.push({ path, accept, userAgent })
    underWay++
    mostAtOnce = Math.max(mostAtOnce, underWay)
    response.on('close', () => underWay--)
    const reply = replyTo(path)
    if (!reply) unscripted.push(path)
    // Fixed time: how long the registry takes to answer.
    setTimeout(send, reply?.delayMs ?? 0, response, reply ?? { status: 500 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    unscripted,
    mostAtOnce: () => mostAtOnce,
    underWay: () => underWay,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body, fault }: RdapReply): void {
  if (fault === 'hang') return
  response.writeHead(status, { 'content-type': 'application/rdap+json', ...headers })
  if (fault === undefined) {
    response.end(typeof body === 'object' ? JSON.stringify(body) : body)
    return
  }
  const chunk = fault === 'drip' ? ' ' : ' '.repeat(65_536)
  const timer = setInterval(() => response.write(chunk), fault === 'drip' ? DRIP_MS : 1)
  response.on('close', () => clearInterval(timer))
}

/** A plausible answer about a registered domain, to be varied by its members. */
export function registered(domain: string, members: object = {}): RdapReply {
  return {
    body: {
      objectClassName: 'domain',
      ldhName: domain.toUpperCase(),
      status: ['client transfer prohibited'],
      events: [
        { eventAction: 'registration', eventDate: '2015-05-05T00:00:00Z' },
        { eventAction: 'expiration', eventDate: '2099-05-05T00:00:00Z' },
      ],
      entities: [
        {
          objectClassName: 'entity',
          roles: ['registrar'],
          publicIds: [{ type: 'IANA Registrar ID', identifier: '9999' }],
          vcardArray: ['vcard', [['fn', {}, 'text', 'Stand-in Names']]],
        },
      ],
      nameservers: [{ objectClassName: 'nameserver', ldhName: `NS1.${domain}` }],
      secureDNS: { delegationSigned: false },
      ...members,
    },
  }
}

/** IANA's file with one server for the given suffixes. */
export function bootstrapFile(server: string, suffixes: readonly string[]): RdapReply {
  return { body: { version: '1.0', services: [[suffixes, [server]]] } }
}
