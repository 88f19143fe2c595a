// A browser or a client holds a random token and its signature by SECRET. Only the hash of the token is stored, so that
// neither the database nor a backup of it signs in; and a secret that is taken away ends the sessions that it signed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

export function signToken(token: string, [newest]: Secrets): string {
  return `${token}.${signatureOf(token, newest)}`
}

/** The token of a credential that one of the secrets signed. A cookie's value comes percent-encoded. */
export function readToken(credential: string, secrets: Secrets): string | undefined {
  const signed = decoded(credential)
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1))
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(token, secret))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? token : undefined
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64')
}
