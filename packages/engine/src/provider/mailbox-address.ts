/** The mailbox and the person that an address belongs to, as far as is known without a lookup. */
import { HAS_LABEL } from '../verdict/flags.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'
import { labelSeparatorOf } from './mailbox-rules.ts'

/**
 * Providers that document that they deliver mail with any label to the address without it. Nothing is known of the
 * others: many servers refuse `+`, and Yahoo's `name-keyword` exists only if its owner created it.
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

/**
 * The label is kept unless the provider is known to ignore it: what a server says about `karl+shop@` says nothing about
 * `karl@`.
 */
export function mailboxAddress(verdict: Accepted): string {
  const { domain, label, normalizedLocal } = verdict
  if (!isFlagged(verdict, HAS_LABEL) || DELIVERS_LABELS.has(domain.provider)) return personAddress(verdict)
  const folded = label.toLowerCase().normalize('NFC')
  return `${normalizedLocal}${labelSeparatorOf(domain.provider)}${folded}@${domain.normalized}`
}
