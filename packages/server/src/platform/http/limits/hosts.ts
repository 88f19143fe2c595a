import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../problem.ts'
import { countField } from '../raw-fields.ts'

/** Host headers that were validated before: few in practice, any in an attack. */
const KEPT_MAX = 1_000

/**
 * Whether a Host header names some other service. A page of another site can have its own name lead to this machine (DNS
 * rebinding), and would then be taken for a page of ours; so only our names are answered, and addresses, which no site can
 * give itself. Programs that send no Host are not browsers.
 */
export function foreignHosts(names: readonly string[]): (header: string | undefined) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()))
  const validated = new Map<string, boolean>()
  return (header) => {
    if (header === undefined) return false
    const known = validated.get(header)
    if (known !== undefined) return known
    const foreign = !isOurs(nameIn(header), own)
    if (validated.size < KEPT_MAX) validated.set(header, foreign)
    return foreign
  }
}

function isOurs(name: string, own: ReadonlySet<string>): boolean {
  return own.has(name) || isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')
}

/** Without port, brackets and the dot of the root. */
function nameIn(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

/**
 * The path that a request is routed by. RFC 9112 §3.2.2: the host of an absolute-form target (`GET http://host/path`) replaces the Host
 * field. Other forms stay as they are, and `hostFaultOf` refuses them.
 */
export function readTarget(request: IncomingMessage): string {
  const target = request.url!
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return target
  request.headers.host = url.host
  return url.pathname + url.search
}

/** No name before the port: not more than a dot, or brackets around it. */
const EMPTY_HOST = /^(?:\.?|\[\.?\])(?::\d*)?$/

/** RFC 9112 §3.2: exactly one Host field, which names a host, with HTTP/1.1. `OPTIONS *` has nothing to say about a whole server here. */
export function hostFaultOf({
  url,
  headers: { host },
  rawHeaders,
  httpVersion,
}: IncomingMessage): AppError | undefined {
  if (!url!.startsWith('/'))
    return new AppError('invalid_request', 'The request target must be a path or an http or https URL.')
  if (host === undefined)
    return httpVersion === '1.0' ? undefined : new AppError('invalid_request', 'The Host header is missing.')
  if (EMPTY_HOST.test(host)) return new AppError('invalid_request', 'The Host header is empty.')
  if (countField(rawHeaders, 'host') > 1)
    return new AppError('invalid_request', 'The Host header was sent more than once.')
  return undefined
}
