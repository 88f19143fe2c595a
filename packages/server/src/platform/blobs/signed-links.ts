// Links of this service that carry their own permission: an HMAC over what may be done, to which object, until when.
// The query is signed as the text it is and checked as the text that arrived, so nothing can be added, reordered or re-encoded.
import { createHmac, timingSafeEqual } from 'node:crypto'

export type LinkAction = 'upload' | 'download'

const SIGNATURE = '&signature='

export function signLink(
  secret: Buffer,
  action: LinkAction,
  key: string,
  params: Record<string, string>,
  expiresAtMs: number,
): string {
  const query = new URLSearchParams({ ...params, expires: String(expiresAtMs) }).toString()
  return query + SIGNATURE + macOf(secret, action, key, query).toString('base64url')
}

/**
 * The signed parameters, or undefined if anything was changed. `query` is what stood after the `?`, untouched. Whether
 * `expires` has passed is for the caller to ask, of the clock that set it.
 */
export function verifyLink(
  secrets: readonly Buffer[],
  action: LinkAction,
  key: string,
  query: string,
): URLSearchParams | undefined {
  const cut = query.lastIndexOf(SIGNATURE)
  if (cut < 0) return undefined
  const signed = query.slice(0, cut)
  const given = Buffer.from(query.slice(cut + SIGNATURE.length))
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(macOf(secret, action, key, signed).toString('base64url'))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? new URLSearchParams(signed) : undefined
}

function macOf(secret: Buffer, action: LinkAction, key: string, query: string): Buffer {
  return createHmac('sha256', secret).update(`blob link\n${action}\n${key}\n${query}`).digest()
}
