// VERP: the return path of a message names its recipient, `bounces+SECRET+jane=example.com@…`. Recipients can read it, so a tag alone proves nothing: it
// counts if the report names the same recipient, or if it is signed with the key of the source, `…+jane=example.com+0123456789abcdef@…`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Report } from './reported.ts'

export type Verp = { address: string; isSigned: boolean }

const SIGNATURE_CHARACTERS = 16

/** Local parts are case-insensitive here: servers on the way may change the case. */
export function signVerp(tag: string, key: string): string {
  return createHmac('sha256', key).update(tag.toLowerCase()).digest('hex').slice(0, SIGNATURE_CHARACTERS)
}

/** The last `=` is the @, because domains have none. */
export function readVerp(tag: string | undefined, key?: string): Verp | undefined {
  const [, named, local, domain, signature] = /^((.+)=([^=+]+))(?:\+([0-9a-f]{16}))?$/i.exec(tag ?? '') ?? []
  if (named === undefined) return undefined
  const isSigned =
    key !== undefined &&
    signature !== undefined &&
    timingSafeEqual(Buffer.from(signVerp(named, key)), Buffer.from(signature.toLowerCase()))
  return { address: `${local}@${domain}`, isSigned }
}

/** A tagged report is about the recipient of its tag and no one else. */
export function aboutTagged(reports: readonly Report[], verp: Verp | undefined): Report[] {
  if (!verp) return [...reports]
  const same = reports.filter(({ address }) => address.toLowerCase() === verp.address.toLowerCase())
  if (same.length > 0 || !verp.isSigned || reports.length !== 1) return same
  // A forwarded message bounces with the address of its last stop.
  return reports.map((report) => ({ ...report, address: verp.address }))
}
