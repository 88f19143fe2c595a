// RFC 5965: a mailbox provider passes on that a person marked a mail as spam, or wants no more of it.
import { addressesIn } from './addresses.ts'
import { dateOf, type Fields, groupsOf, headersOf } from './fields.ts'
import type { Parts, Report } from './report.ts'

/** Other types are not about the person's wish: authentication failures (RFC 6591), mail that is not spam, and the like. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list']

const NO_REPLY = { status: undefined, reply: '', host: undefined } as const

export function readFeedback(feedback: string, original: string): Report[] {
  const fields = new Map(groupsOf(feedback).flatMap((group) => [...group].reverse()))
  const type = fields.get('feedback-type')?.[0]?.toLowerCase() ?? 'abuse'
  if (!COMPLAINTS.includes(type)) return []
  const happenedAt = dateOf(fields.get('arrival-date')?.[0] ?? fields.get('received-date')?.[0])
  const said = type.startsWith('opt-out') ? 'unsubscribe' : 'complaint'
  return recipientsOf(fields, original).map((recipient) => ({
    ...NO_REPLY,
    recipient,
    class: said,
    kind: 'feedback',
    happenedAt,
  }))
}

/** Complaints of Hotmail, and the mail by which Apple's mail programs unsubscribe a person. */
export function readOtherFeedback({ headers, original, notice }: Parts): Report[] | undefined {
  const from = headers.get('from') ?? ''
  const told = { ...NO_REPLY, happenedAt: undefined }
  if (headers.get('x-apple-unsubscribe') === 'true')
    return addressesIn(from).map((recipient) => ({ ...told, recipient, class: 'unsubscribe', kind: 'unsubscribe' }))
  if (!/staff@hotmail\.com/i.test(from) || !/complaint about message/i.test(headers.get('subject') ?? ''))
    return undefined
  const fields = headersOf(original || notice)
  const named = fields.get('x-hmxmroriginalrecipient') ?? fields.get('to') ?? []
  return named.flatMap(addressesIn).map((recipient) => ({ ...told, recipient, class: 'complaint', kind: 'feedback' }))
}

/** Providers redact recipients in different places; the first that names addresses counts. */
function recipientsOf(fields: Fields, original: string): string[] {
  const headers = headersOf(original)
  const places = [
    fields.get('original-rcpt-to'),
    fields.get('removal-recipient'),
    headers.get('x-original-to'),
    headers.get('delivered-to'),
    headers.get('to'),
  ]
  for (const place of places) {
    const addresses = (place ?? []).flatMap(addressesIn)
    if (addresses.length > 0) return [...new Set(addresses)]
  }
  return []
}
