// Requests of mail providers: verified by its signature, then read as reports.
import type { Report } from '../accept.ts'

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
  read(body: Buffer): Report[]
}

export function headerOf({ headers }: Delivery, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
