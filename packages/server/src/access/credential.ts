import type { IncomingHttpHeaders } from 'node:http'
import { API_TOKEN_HEADER } from '@mailsift/contract'
import { AppError } from '../platform/http/problem.ts'
import { readCookie } from './session-cookie.ts'

/** A credential as the request carries it, not checked yet. */
export type Credential = { kind: 'token' | 'session' | 'bearer'; value: string }

const BEARER = /^bearer +/i
/** Sessions have no such prefix, so one scheme serves both. */
const API_TOKEN = /^ms_[rw]_/

/** The one credential of a request, or undefined. Two kinds at once are refused: which of them was meant? */
export function readCredential(headers: IncomingHttpHeaders, cookieName: string): Credential | undefined {
  const token = headers[API_TOKEN_HEADER] as string | undefined
  // Other schemes are for a proxy in front of the service, which may ask for its own password.
  const bearer = headers.authorization !== undefined && BEARER.test(headers.authorization)
  const session = headers.cookie === undefined ? undefined : readCookie(headers.cookie, cookieName)
  if (Number(token !== undefined) + Number(bearer) + Number(session !== undefined) > 1)
    throw new AppError('multiple_credentials', 'Send only one of an API token, a bearer token and a session cookie.')
  if (token !== undefined) return { kind: 'token', value: token }
  if (bearer) {
    const value = headers.authorization!.replace(BEARER, '').trim()
    return { kind: API_TOKEN.test(value) ? 'token' : 'bearer', value }
  }
  if (session !== undefined) return { kind: 'session', value: session }
  return undefined
}
