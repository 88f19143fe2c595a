// Browsers send cookies with requests that other pages make them send. Which page that was, they say in header fields that
// no page can forge.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/problem.ts'

/**
 * A page of another origin cannot add its own header field without our consent. It proves our page where browsers
 * say nothing: a GET over plain http to an address other than loopback has neither Origin nor Sec-Fetch-Site.
 */
const OWN_PAGE_HEADER = 'mailsift-request'

type Cause = 'own page' | 'foreign page' | 'unknown'

/** For requests by cookie that write or cost something. Clients that are no browsers name the origin themselves. */
export function requireSameOrigin(origin: string, request: FastifyRequest): void {
  if (causeOf(origin, request) !== 'own page')
    throw new AppError(
      'forbidden_origin',
      'With a session cookie, only pages of this service can do this. Other clients: send the Origin header, or use a token.',
    )
}

/** For requests that need no cookie, but that a foreign page must not cause either. */
export function refuseForeignPage(origin: string, request: FastifyRequest): void {
  if (causeOf(origin, request) === 'foreign page')
    throw new AppError('forbidden_origin', 'Only pages of this service can do this.')
}

function causeOf(origin: string, { method, headers }: FastifyRequest): Cause {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign page'
  if (headers.origin !== undefined) return isOwn(origin, headers.origin, headers.host) ? 'own page' : 'foreign page'
  if (site === 'same-origin' || headers[OWN_PAGE_HEADER] !== undefined) return 'own page'
  // "none": the person typed the address or chose a bookmark.
  return site === 'none' && method === 'GET' ? 'own page' : 'unknown'
}

/** The address a developer typed (localhost, 127.0.0.1) is as much ours as the configured one. */
function isOwn(origin: string, from: string, host: string | undefined): boolean {
  const { origin: own, protocol } = new URL(origin)
  return from === own || from === `${protocol}//${host}`
}
