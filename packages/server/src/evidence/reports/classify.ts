// The meaning of a failed delivery for the mailbox. In doubt, none: a block must never be read as "no such mailbox".
import type { EvidenceClass } from '../classes.ts'
import {
  AFTER_DATA,
  DOMAIN_GONE,
  FILTERING_CARRIERS,
  MAILBOX_FULL,
  NO_SUCH_MAILBOX,
  PERHAPS_REFUSED,
  REFUSED,
  RETRIED,
  TEMPORARY,
} from './phrases.ts'

export type Failure = {
  address: string
  /** RFC 3464 §2.3.3. */
  action?: string | undefined
  /** RFC 3463. */
  status?: string | undefined
  /** The words of the server: its reply, or the report's text about the recipient. */
  text: string
  /** The class that the provider found, for a failure that neither words nor a code explain. */
  otherwise?: FailureClass | undefined
}

export type FailureClass = Extract<
  EvidenceClass,
  'no_such_mailbox' | 'domain_gone' | 'mailbox_full' | 'blocked' | 'temporary'
>

export function classify({ address, action, status, text, otherwise = 'blocked' }: Failure): FailureClass {
  const words = textOf(text, address)
  const says = (phrases: readonly string[]) => phrases.some((phrase) => words.includes(phrase))
  const code = moreExact(status, statusIn(words))
  // Gmail reports a domain without mail servers, which it found out at once, as transient.
  const isTransient = says(['responded with code noerror'])
    ? false
    : code === undefined
      ? /\b4\d\d[ -]/.test(words)
      : code.startsWith('4')
  const refused = isTransient ? 'temporary' : 'blocked'
  const [, subject = '', detail = ''] = code?.split('.') ?? []
  if (says(MAILBOX_FULL) || `${subject}.${detail}` === '2.2') return 'mailbox_full'
  // A warning: the server is still trying.
  if (action === 'delayed') return 'temporary'
  // RFC 7505: a domain that accepts no mail, reported with codes that also mean refusals.
  if (says(['does not accept mail', 'null mx'])) return 'domain_gone'
  if (subject === '7' || /\b5\.7\.\d/.test(words) || says(REFUSED)) return refused
  const isAboutMail = says(AFTER_DATA) || isFiltered(address, text)
  // 5.1.7 and 5.1.8 are about the sender.
  if (isAboutMail || `${subject}.${detail}` === '1.7' || `${subject}.${detail}` === '1.8') return refused
  if (says(DOMAIN_GONE)) return isTransient || says(RETRIED) ? 'temporary' : 'domain_gone'
  if (says(NO_SUCH_MAILBOX)) return 'no_such_mailbox'
  if (isTransient || says(TEMPORARY)) return 'temporary'
  if (says(PERHAPS_REFUSED)) return 'blocked'
  return code === undefined || code.endsWith('.0.0') ? otherwise : byCode(subject, detail)
}

/** Addresses and links are no words of the server: `spam@example.com` is no sign of spam. */
function textOf(text: string, address: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(address.toLowerCase(), ' ')
      // Links explain the reply; those to block lists say more than the rest of it.
      .replaceAll(/https?:\/\/\S+/g, (link) => (/spamhaus|spamcop|barracuda/.test(link) ? link : ' '))
      .split(/\s+/)
      .filter((word) => !hasAddress(word))
      .join(' ')
  )
}

function hasAddress(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}

function isFiltered(address: string, text: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const isOfCarrier = FILTERING_CARRIERS.some((known) => domain === known || domain.endsWith(`.${known}`))
  return isOfCarrier && !/<[^<>]+>:?\s{1,20}(?:\S{1,20}\s)?user unknown/i.test(text)
}

/** Servers that know no more write 5.0.0. */
export function moreExact(status: string | undefined, inReply: string | undefined): string | undefined {
  return status === undefined || /\.0\.0$/.test(status) ? (inReply ?? status) : status
}

function byCode(subject: string, detail: string): FailureClass {
  const both = `${subject}.${detail}`
  if (['1.1', '1.3', '1.6', '1.10'].includes(both)) return 'no_such_mailbox'
  if (both === '1.2') return 'domain_gone'
  return subject === '4' || subject === '3' ? 'temporary' : 'blocked'
}

/** The enhanced status code in a reply such as `550 5.1.1 …`. */
export function statusIn(text: string): string | undefined {
  return /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]\d)/.exec(text)?.[1]
}
