import { AppError } from '../problem.ts'
import type { Http } from '../server.ts'

/** RFC 9116 §2.5.5 recommends less than a year; the date moves on with every answer. */
const EXPIRES_AFTER_MS = 30 * 24 * 60 * 60_000

export type SecurityTxtOptions = {
  /** An email address or a page; empty when the operator names none. */
  contact: string
  origin: string
}

/** Tells finders of holes where to write (RFC 9116). */
export function registerSecurityTxt(app: Http, { contact, origin }: SecurityTxtOptions): void {
  const path = '/.well-known/security.txt'
  app.get(path, { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    if (!contact) throw new AppError('not_found', 'This installation has no security contact.')
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(Date.now() + EXPIRES_AFTER_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}${path}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
