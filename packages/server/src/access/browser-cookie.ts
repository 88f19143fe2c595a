// A browser that begins to sign in gets a random secret for some minutes. It ties the beginning to the end: what one browser has begun, no
// other can finish, so that no link can sign a person in to somebody else's account.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, type SessionCookie, setCookie } from './session-cookie.ts'

const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/
const LIFE_SECONDS = 15 * 60

export function browserCookieFor(origin: string): SessionCookie {
  const secure = origin.startsWith('https:')
  return { name: `${secure ? '__Host-' : ''}mailsift_browser`, secure }
}

/** The secret of the browser that sends the request, if it has one. */
export function browserOf(cookie: SessionCookie, { headers }: FastifyRequest): string | undefined {
  const secret = headers.cookie === undefined ? undefined : readCookie(headers.cookie, cookie.name)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** The same, or a new one. It is kept over several attempts: a person may open several tabs. */
export function knownBrowser(cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply): string {
  const secret = browserOf(cookie, request) ?? randomBytes(SECRET_BYTES).toString('base64url')
  reply.header('set-cookie', setCookie(cookie, secret, LIFE_SECONDS))
  return secret
}
