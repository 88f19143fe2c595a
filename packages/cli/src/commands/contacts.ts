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

const NONE_YET = `There are no contacts yet. Addresses that are validated through the service and are safe to send to become contacts by
themselves, within seconds: try \`mailsift validate ada.lovelace@gmail.com\`, or clean a list.`

export const contacts = defineCommand({
  name: 'contacts',
  summary: 'List contacts, or show or edit one',
  arguments: [{ name: 'contact', optional: true, help: 'Its id' }],
  description: 'Lists the contacts, newest first; with an id, shows one of them, or changes its address or names.',
  options: {
    email: { type: 'string', value: '<address>', help: 'Change the address' },
    'first-name': { type: 'string', value: '<name>', help: 'Change the first name; an empty one removes it' },
    'last-name': { type: 'string', value: '<name>', help: 'Change the last name; an empty one removes it' },
    ...LISTING_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'contacts --all --json', does: 'All contacts with everything known about them' },
    { line: 'contacts 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b --last-name Lovelace', does: 'Correct a name' },
  ],

  async run(context, { contact: given }, values) {
    const id = given === undefined ? undefined : checkId('contacts', given)
    const { signal } = context
    const { email, 'first-name': firstName, 'last-name': lastName } = values
    const isEdit = (email ?? firstName ?? lastName) !== undefined
    const mailsift = await connect(context, values)
    if (id === undefined) {
      if (isEdit) throw usageError('Which contact? `mailsift contacts` lists their ids.')
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
