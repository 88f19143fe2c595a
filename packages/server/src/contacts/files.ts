// Contacts as a file, written while they are read: a page in memory, however many there are.

import { excelCell } from '@mailsift/clean/excel'
import { toWorkbook } from '@mailsift/clean/workbook'
import type { Contact, ContactFilter, ContactFormat, ContactSort } from '@mailsift/contract'
import type { Db } from '../platform/database/database.ts'
import { refuseNul, searchContacts } from './search.ts'
import { toCard } from './vcard.ts'

const CONTACTS_PER_QUERY = 500

export const CONTACT_MEDIA_TYPES: Record<ContactFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  vcf: 'text/vcard; charset=utf-8',
}

export function contactFile(
  db: Db,
  accountId: string,
  { format, ...query }: ContactFilter & { format: ContactFormat; sort: ContactSort },
): AsyncIterable<Uint8Array> {
  refuseNul(query)
  const pages = readPages(db, accountId, query)
  if (format === 'vcf') return toCards(pages)
  const csv = toCsv(pages)
  return format === 'csv' ? csv : toWorkbook(csv, { separator: ',' })
}

/** A page can be empty and have a next one: a query looks at a limited number of contacts. */
async function* readPages(
  db: Db,
  accountId: string,
  query: ContactFilter & { sort: ContactSort },
): AsyncGenerator<Contact[]> {
  let cursor: string | undefined
  do {
    const page = await searchContacts(db, accountId, { ...query, take: CONTACTS_PER_QUERY, ...(cursor && { cursor }) })
    yield page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor)
}

const COLUMNS: readonly [name: string, cell: (contact: Contact) => string | null | undefined][] = [
  ['email', ({ email }) => email],
  ['first_name', ({ firstName }) => firstName],
  ['last_name', ({ lastName }) => lastName],
  ['name', ({ enrichment }) => enrichment.person.name],
  ['job_title', ({ enrichment }) => enrichment.person.jobTitle],
  ['employer', ({ enrichment }) => enrichment.person.employer],
  ['location', ({ enrichment }) => enrichment.person.location],
  ['company', ({ enrichment }) => enrichment.company.name],
  ['website', ({ enrichment }) => enrichment.company.website],
  ['domain', ({ domain }) => domain],
  ['enrichment', ({ enrichmentState }) => enrichmentState],
  ['added', ({ createdAt }) => new Date(createdAt).toISOString().slice(0, 19).replace('T', ' ')],
]

/** Facts come from websites: no cell runs in a spreadsheet program. */
async function* toCsv(pages: AsyncIterable<Contact[]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${COLUMNS.map(([name]) => name).join(',')}\r\n`)
  for await (const contacts of pages)
    yield Buffer.from(
      contacts.map((contact) => `${COLUMNS.map(([, cell]) => excelCell(cell(contact) ?? '')).join(',')}\r\n`).join(''),
    )
}

async function* toCards(pages: AsyncIterable<Contact[]>): AsyncGenerator<Uint8Array> {
  for await (const contacts of pages) yield Buffer.from(contacts.map(toCard).join(''))
}
