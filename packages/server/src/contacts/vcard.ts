// RFC 2426 (vCard 3.0), which address books of all providers import.
import type { Contact } from '@mailsift/contract'

export function toCard(contact: Contact): string {
  const { id, email, firstName, lastName, updatedAt, enrichment } = contact
  const { person, company } = enrichment
  const name = [firstName, lastName].filter(Boolean).join(' ') || person.name || email
  const organization = company.name ?? person.employer
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:urn:uuid:${id}`,
    `N:${escaped(lastName)};${escaped(firstName)};;;`,
    `FN:${escaped(name)}`,
    `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    organization && `ORG:${escaped(organization)}`,
    person.jobTitle && `TITLE:${escaped(person.jobTitle)}`,
    company.website && `URL:${escaped(company.website)}`,
    `REV:${new Date(updatedAt).toISOString()}`,
    'END:VCARD',
  ]
  return lines
    .filter((line) => line !== null && line !== '')
    .map((line) => `${fold(line as string)}\r\n`)
    .join('')
}

/** RFC 2426 §5: a text is one line. */
function escaped(text: string | null): string {
  return (text ?? '')
    .replaceAll(/[\\,;]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')
}

/** RFC 2425 §5.8.1. */
const LINE_MAX_OCTETS = 75

/** Folded between characters: some programs read each line on its own. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
