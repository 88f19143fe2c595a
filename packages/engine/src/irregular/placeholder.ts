/**
 * Whether an address is a placeholder typed instead of a real one: `test@test.com`, `a@a.com`,
 * `vorname.nachname@web.de`.
 */
import type { Roles } from '../roles/find-roles.ts'
import type { MailDomain } from '../verdict/mail-domain.ts'

/** `a@a.com`, `aa@aa.com`, `no@no.no`. Other names that a local part shares with its domain are people and companies. */
const ECHO = /^(?:(.)\1*|no|na)$/

export function isPlaceholder(roles: Roles, local: string, { root }: MailDomain): boolean {
  if (roles.isPlaceholder) return true
  const end = root.indexOf('.')
  return local.length === end && root.startsWith(local) && ECHO.test(local)
}
