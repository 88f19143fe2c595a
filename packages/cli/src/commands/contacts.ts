import type { Contact } from '@mailsift/sdk'
import { checkId, defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { type Columns, LISTING_OPTIONS, printListing } from '../listing.ts'
import { connect } from '../service.ts'
import { formatTime, printFields } from '../table.ts'

const COLUMNS: Columns<Contact> = [
  { name: 'CONTACT', of: ({ id }) => id },
  { name: 'ADDRESS', of: ({ email }) => email },
  { name: 'NAME', of: fullName },
  { name: 'COMPANY', of: ({ enrichment }) => enrichment.company.name ?? '' },
  { name: 'ENRICHMENT', of: ({ enrichmentState }) => enrichmentState },
]

const NONE_YET = `No contacts yet. Safe addresses become contacts when you check their domain.
Try \`mailsift validate --domain ada.lovelace@gmail.com\`.`

export const contacts = defineCommand({
  name: 'contacts',
  summary: 'List, show or edit contacts',
  arguments: [{ name: 'contact', optional: true, help: 'Id' }],
  description: 'Lists contacts, newest first. With an id, shows or edits one contact.',
  options: {
    email: { type: 'string', value: '<address>', help: 'Set the address' },
    'first-name': { type: 'string', value: '<name>', help: 'Set the first name; "" removes it' },
    'last-name': { type: 'string', value: '<name>', help: 'Set the last name; "" removes it' },
    ...LISTING_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'contacts --all --json', does: 'Print all contacts with all details' },
    { line: 'contacts 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --last-name Lovelace', does: 'Correct a last name' },
  ],

  async run(context, { contact: given }, values) {
    const id = given === undefined ? undefined : checkId('contacts', given)
    const { signal } = context
    const { email, 'first-name': firstName, 'last-name': lastName } = values
    const isEdit = (email ?? firstName ?? lastName) !== undefined
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (isEdit) throw usageError('Specify a contact by its id. Run `mailsift contacts` to list the ids.')
      await printListing(context, values, mailsift.contacts.list, COLUMNS, NONE_YET)
      return EXIT.ok
    }
    let contact = await mailsift.contacts.get(id, { signal })
    if (isEdit) {
      const changed = {
        email: email ?? contact.email,
        firstName: firstName ?? contact.firstName,
        lastName: lastName ?? contact.lastName,
      }
      contact = await mailsift.contacts.update(id, changed, { signal })
    }
    if (values.json) await print(context, `${JSON.stringify(contact)}\n`)
    else await printFields(context, fieldsOf(contact))
    return EXIT.ok
  },
})

function fieldsOf(contact: Contact) {
  const { id, email, enrichmentState, enrichment, createdAt, updatedAt } = contact
  const { person, company } = enrichment
  return {
    id,
    email,
    name: fullName(contact) || null,
    job: person.jobTitle,
    company: company.name,
    website: company.website,
    enrichment: enrichmentState,
    created: formatTime(createdAt),
    updated: formatTime(updatedAt),
  }
}

function fullName({ firstName, lastName }: Contact): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
