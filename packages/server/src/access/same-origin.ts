// Browsers send cookies with requests that other pages make them send. Which page that was, they say in header fields that
// no page can forge.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/http/problem.ts'

/**
 * A page of another origin cannot add its own header field without our consent. It proves the same origin where
 * browsers say nothing: a GET over plain http to an address other than loopback has neither Origin nor Sec-Fetch-Site.
 */
const SAME_ORIGIN_HEADER = 'mailsift-request'

type PageOrigin = 'same origin' | 'other origin' | 'unknown'

/** For requests by cookie that write or cost something. Clients that are no browsers name the origin themselves. */
export function requireSameOrigin(origin: string, request: FastifyRequest): void {
  if (originOf(origin, request) !== 'same origin')
    throw new AppError(
      'forbidden_origin',
      'With a session cookie, only pages of this service can do this. Other clients: send the Origin header, or use a token.',
    )
}

/** For requests that need no cookie, but that a page of another origin must not cause either. */
export function refuseOtherOrigin(origin: string, request: FastifyRequest): void {
  if (originOf(origin, request) === 'other origin')
    throw new AppError('forbidden_origin', 'Only pages of this service can do this.')
}

function originOf(origin: string, { method, headers }: FastifyRequest): PageOrigin {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'other origin'
  if (headers.origin !== undefined)
    return isSameOrigin(origin, headers.origin, headers.host) ? 'same origin' : 'other origin'
  if (site === 'same-origin' || headers[SAME_ORIGIN_HEADER] !== undefined) return 'same origin'
  // "none": the person typed the address or chose a bookmark.
  return site === 'none' && method === 'GET' ? 'same origin' : 'unknown'
}

/** The address a developer typed (localhost, 127.0.0.1) is as much ours as the configured one. */
function isSameOrigin(origin: string, from: string, host: string | undefined): boolean {
  const { origin: configured, protocol } = new URL(origin)
  return from === configured || from === `${protocol}//${host}`
}
