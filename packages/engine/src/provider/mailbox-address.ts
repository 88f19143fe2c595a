/** Which mailbox an address names, and which person, as far as is known without a lookup. */
import { HAS_LABEL } from '../verdict/flags.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'
import { labelSeparatorOf } from './mailbox-rules.ts'

/**
 * Providers that document that they deliver every label to the address without it. Elsewhere nothing is known: many servers refuse `+`, and Yahoo's
 * `name-keyword` exists only if its owner made it.
 */
const DELIVERS_LABELS = new Set([
  'google-gmail',
  'microsoft-consumer',
  'apple-icloud',
  'proton',
  'fastmail',
  'zoho',
  'yandex',
])

/** The normalized address: without its label. */
export function personAddress({ normalizedLocal, domain }: Accepted): string {
  return `${normalizedLocal}@${domain.normalized}`
}

/** The label stays, unless the provider is known to deliver it to the address without: what a server says about `karl+shop@` says nothing about `karl@`. */
export function mailboxAddress(verdict: Accepted): string {
  const { domain, label, normalizedLocal } = verdict
  if (!isFlagged(verdict, HAS_LABEL) || DELIVERS_LABELS.has(domain.provider)) return personAddress(verdict)
  const folded = label.toLowerCase().normalize('NFC')
  return `${normalizedLocal}${labelSeparatorOf(domain.provider)}${folded}@${domain.normalized}`
}
