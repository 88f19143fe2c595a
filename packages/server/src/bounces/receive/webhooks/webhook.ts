// Requests of mail providers: verified by its signature, then read as reports.
import type { KeyObject } from 'node:crypto'
import type { Report } from '../reported.ts'

export type Delivery = {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The key of the source: a certificate, a public key or a shared secret. */
  key: string | undefined
  topic: string | undefined
}

export type Webhook = {
  /** A request that is not verified is refused. It never fetches anything that the request names. */
  verify(delivery: Delivery): boolean
  /** Throws where the text is no key that `verify` can use. */
  readKey?(text: string): KeyObject
  read(body: Buffer): Report[]
}

export function headerOf({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const AGE_MAX_MS = 24 * 3_600_000

/** A recorded request that is sent again later than a day after it was signed is refused. */
export function isRecent(signedAt: Date | undefined): boolean {
  return signedAt !== undefined && Math.abs(Date.now() - signedAt.getTime()) <= AGE_MAX_MS
}
