import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * better-auth knows only the newest secret of a session's signature. One that an older secret made is made anew, so that the
 * session goes on; any other value is left as it is, to be refused.
 */
export function renewSignature(value: string, [newest, ...older]: Secrets): string {
  if (older.length === 0) return value
  const isEncoded = value.includes('%')
  const plain = isEncoded ? decoded(value) : value
  const cut = plain.lastIndexOf('.')
  if (cut < 1) return value
  const token = plain.slice(0, cut)
  const given = Buffer.from(plain.slice(cut + 1))
  if (!older.some((secret) => isEqual(given, Buffer.from(signatureOf(token, secret))))) return value
  const renewed = `${token}.${signatureOf(token, newest)}`
  return isEncoded ? encodeURIComponent(renewed) : renewed
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

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
