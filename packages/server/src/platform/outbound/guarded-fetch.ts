import type { Socket } from 'node:net'
import { Agent, buildConnector, fetch, type Headers, type Response } from 'undici'
import { refuseInTransaction } from '../database/open-transaction.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * The only way in which this program fetches a URL that it did not make up itself. It reaches public addresses on the
 * web's own ports and nothing else: a registry, a redirect or a name that changes its address between two questions
 * cannot make it talk to the machine's own network (CWE-918).
 */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<Fetched>

type FetchOptions = {
  accept?: string
  /** For the whole exchange, redirects and body included. */
  totalMs?: number
  /** Bytes of the body after decompression. */
  maxBytes?: number
  /** A longer body is an error unless it is to be cut. */
  whenTooLarge?: 'fail' | 'cut'
  /** A further condition on each redirect's target. */
  mayFollow?: (target: URL) => boolean
  /** Sent as the body of a POST, which no redirect takes elsewhere. */
  form?: Readonly<Record<string, string>>
  /** The ETag of the copy held already: the answer is 304 where that is still the same. */
  etag?: string
}

export type Fetched =
  | { ok: true; url: string; status: number; headers: Headers; body: Uint8Array }
  | { ok: false; reason: FetchFailure }

/**
 * `no_address`: the name servers say that there is no such host, or that it has no address. `refused`: nothing listens
 * there. `insecure`: what listens does not speak TLS, or has no certificate for this name.
 */
type FetchFailure =
  | 'forbidden'
  | 'no_address'
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'insecure'
  | 'too_large'
  | 'too_many_redirects'

export type GuardedFetchDeps = {
  /** All addresses of a host name; empty if it has none, an error if DNS gives no answer. */
  resolveHost: (host: string) => Promise<readonly string[]>
  userAgent: string
  /** For tests: exact loopback origins, such as `http://127.0.0.1:8053`, that are exempt from the checks. */
  loopbackOrigins?: readonly string[]
  /** Opens a connection to an address that has been checked. */
  dial?: buildConnector.connector
}

const CONNECT_MS = 5_000
const TOTAL_MS = 10_000
const MAX_BODY_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3
const MAX_ADDRESSES_TRIED = 4
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const WEB_PORTS = new Set(['', '80', '443'])
const LOOPBACK_ORIGIN = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/

/** Codes of Node and OpenSSL where a connection is there and its TLS is not. */
const TLS_FAILURE = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH$)|_CERT(?:_|$)/

class ForbiddenError extends Error {}
class NoAddressError extends Error {}
class TooLargeError extends Error {}

export function createGuardedFetch(deps: GuardedFetchDeps): { fetch: GuardedFetch; close(): Promise<void> } {
  const exempt = new Set(deps.loopbackOrigins)
  for (const origin of exempt)
    if (!LOOPBACK_ORIGIN.test(origin)) throw new Error(`Only a loopback origin may be exempt, not ${origin}`)
  const agent = new Agent({
    connect: checkingConnector(deps, exempt),
    connections: 8,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    keepAliveTimeout: TOTAL_MS,
  })

  async function follow(start: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
    let url = URL.parse(start)
    for (let redirects = 0; ; redirects++) {
      if (!url || !isAllowedUrl(url, exempt)) return { ok: false, reason: 'forbidden' }
      const response = await fetch(url, {
        dispatcher: agent,
        signal,
        redirect: 'manual',
        ...(options.form && { method: 'POST', body: new URLSearchParams(options.form) }),
        headers: {
          accept: options.accept ?? '*/*',
          'user-agent': deps.userAgent,
          ...(options.etag !== undefined && { 'if-none-match': options.etag }),
        },
      })
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      if (location === null) {
        const body = await readBody(response, options)
        return { ok: true, url: url.href, status: response.status, headers: response.headers, body }
      }
      await response.body?.cancel()
      if (redirects === MAX_REDIRECTS || options.form) return { ok: false, reason: 'too_many_redirects' }
      url = URL.parse(location, url.href)
      if (url && options.mayFollow && !options.mayFollow(url)) return { ok: false, reason: 'forbidden' }
    }
  }

  return {
    fetch: async (url, options = {}) => {
      refuseInTransaction('fetch')
      const timeout = AbortSignal.timeout(options.totalMs ?? TOTAL_MS)
      try {
        return await follow(url, options, timeout)
      } catch (error) {
        return { ok: false, reason: timeout.aborted ? 'timeout' : failureOf(error) }
      }
    },
    close: () => agent.destroy(),
  }
}

function isAllowedUrl(url: URL, exempt: ReadonlySet<string>): boolean {
  if (url.username || url.password) return false
  if (exempt.has(url.origin)) return true
  return (url.protocol === 'https:' || url.protocol === 'http:') && WEB_PORTS.has(url.port)
}

/**
 * Addresses are checked here and not by undici's `lookup` hook, which is never called for an address literal. The
 * checked address is the one dialled, so that a second answer of a rebinding name server has no chance to differ.
 */
function checkingConnector(deps: GuardedFetchDeps, exempt: ReadonlySet<string>): buildConnector.connector {
  const dial = deps.dial ?? buildConnector({ timeout: CONNECT_MS, allowH2: false })

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = exempt.has(originOf(options)) ? [host] : await publicAddressesOf(host)
    let failure: unknown
    for (const hostname of addresses.slice(0, MAX_ADDRESSES_TRIED)) {
      try {
        return await new Promise<Socket>((resolve, reject) =>
          dial({ ...options, hostname }, (error, socket) => (error ? reject(error) : resolve(socket))),
        )
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  async function publicAddressesOf(host: string): Promise<readonly string[]> {
    const addresses = isAddress(host) ? [host] : await deps.resolveHost(host)
    if (addresses.length === 0) throw new NoAddressError()
    // One private address among public ones is how a name is made to pass a check: the name is refused as a whole.
    if (!addresses.every(isPublicAddress)) throw new ForbiddenError()
    return addresses
  }

  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    )
  }
}

/** A URL's host is an IPv6 literal if it has a colon; its parser has turned every spelling of IPv4 into dotted digits. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host)
}

function originOf({ protocol, hostname, port }: buildConnector.Options): string {
  return `${protocol}//${hostname}:${port}`
}

async function readBody(response: Response, options: FetchOptions): Promise<Uint8Array> {
  const { maxBytes = MAX_BODY_BYTES, whenTooLarge = 'fail' } = options
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    chunks.push(chunk)
    if (size <= maxBytes) continue
    if (whenTooLarge === 'fail') throw new TooLargeError()
    break
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes))
}

/** `fetch` wraps what went wrong below it, sometimes more than once. */
function failureOf(error: unknown): FetchFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ForbiddenError) return 'forbidden'
    if (cause instanceof NoAddressError) return 'no_address'
    if (cause instanceof TooLargeError) return 'too_large'
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED') return 'refused'
    if (TLS_FAILURE.test(code)) return 'insecure'
  }
  return 'unreachable'
}
