// RFC 5965: a mailbox provider passes on that a person marked a mail as spam, or wants no more of it.
import type { Parts, Reported } from './reported.ts'
import { dateOf } from './status-fields.ts'

/** Other types are not about the person's wish: authentication failures (RFC 6591), mail that is not spam, and the like. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list']

export function readComplaint(feedback: string, original: string): Reported[] {
  const fields = fieldsOf(feedback)
  const type = fields.get('feedback-type')?.[0]?.toLowerCase() ?? 'abuse'
  if (!COMPLAINTS.includes(type)) return []
  const happenedAt = dateOf(fields.get('arrival-date')?.[0] ?? fields.get('received-date')?.[0])
  const isOptOut = type.startsWith('opt-out')
  return recipientsOf(fields, original).map((address) => ({
    address,
    class: isOptOut ? 'unsubscribe' : 'complaint',
    statusCode: undefined,
    happenedAt,
  }))
}

/** Complaints of Hotmail, and the mail by which Apple's mail programs unsubscribe a person. */
export function readOtherComplaint({ headers, original, notice }: Parts): Reported[] | undefined {
  const told = { statusCode: undefined, happenedAt: undefined }
  const from = headers.get('from') ?? ''
  if (headers.get('x-apple-unsubscribe') === 'true')
    return addressesIn(from).map((address) => ({ ...told, address, class: 'unsubscribe' }))
  if (!/staff@hotmail\.com/i.test(from) || !/complaint about message/i.test(headers.get('subject') ?? ''))
    return undefined
  const fields = fieldsOf(original || notice)
  const named = fields.get('x-hmxmroriginalrecipient') ?? fields.get('to') ?? []
  return named.flatMap(addressesIn).map((address) => ({ ...told, address, class: 'complaint' }))
}

/** Providers redact recipients in different places; the first that names addresses counts. */
function recipientsOf(fields: ReadonlyMap<string, string[]>, original: string): string[] {
  const headers = fieldsOf(headersOf(original))
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

export function headersOf(message: string): string {
  return message.split(/\r?\n\r?\n/, 1)[0]!
}

/** All values of each field, unfolded. */
export function fieldsOf(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at).trim().toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), line.slice(at + 1).trim()])
  }
  return fields
}

const LOCAL_MAX_CHARACTERS = 64
const DOMAIN_MAX_CHARACTERS = 253

export const addressesIn = (text: string): string[] =>
  text.split(/[\s<>()",;:[\]]+/).flatMap((word) => {
    const at = word.lastIndexOf('@')
    if (at <= 0) return []
    let domain = word.slice(at + 1, at + 1 + DOMAIN_MAX_CHARACTERS)
    while (domain.endsWith('.')) domain = domain.slice(0, -1)
    return domain === '' ? [] : [`${word.slice(Math.max(0, at - LOCAL_MAX_CHARACTERS), at)}@${domain}`]
  })
