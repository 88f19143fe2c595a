import { CONTACT_SORTS, type Contact, ENRICHMENT_STATES } from '@mailsift/contract'
import {
  CONTACT_NAME_MAX_CHARACTERS,
  CONTACT_SEARCH_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  HOST_NAME_MAX_CHARACTERS,
  TAKE_DEFAULT_COUNT,
  TAKE_MAX_COUNT,
} from '@mailsift/contract/limits'
import { nullable, oneOf, strict } from '@mailsift/contract/schema'
import { type Static, Type } from 'typebox'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { defineTool, READS } from '../tool.ts'

const text = () => nullable(Type.String())

const ContactView = strict({
  id: Type.String(),
  email: Type.String(),
  first_name: text(),
  last_name: text(),
  domain: Type.String(),
  enrichment_state: Type.String({ description: 'pending, updating, retrying, matched or no_match.' }),
  person: strict({
    name: text(),
    job_title: text(),
    employer: text(),
    location: text(),
    links: Type.Array(Type.String()),
  }),
  company: strict({ name: text(), website: text(), description: text(), links: Type.Array(Type.String()) }),
  updated_at: Type.String(),
})
type ContactView = Static<typeof ContactView>

export const searchContacts = defineTool({
  name: 'search_contacts',
  uses: 'searchContacts',
  title: 'Search contacts',
  description:
    'Searches contacts by words, domain or state. Returns public facts about the person and the company. ' +
    `Free. ${DATA_ONLY}`,
  annotations: READS,
  input: strict({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CONTACT_SEARCH_MAX_CHARACTERS,
        description: 'Words that must all occur in the address, the names, or the names of the person and company.',
      }),
    ),
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: HOST_NAME_MAX_CHARACTERS,
        description: 'Only contacts with exactly this email domain.',
      }),
    ),
    state: Type.Optional(oneOf(ENRICHMENT_STATES, { description: 'Only contacts in this enrichment state.' })),
    sort: Type.Optional(oneOf(CONTACT_SORTS, { description: 'Default: newest.' })),
    cursor: Type.Optional(Type.String({ maxLength: 1_024, description: 'next_cursor of the previous page.' })),
    take: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TAKE_MAX_COUNT,
        description: `Contacts per page. Default: ${TAKE_DEFAULT_COUNT}.`,
      }),
    ),
  }),
  output: strict({
    ...notice,
    total: Type.Integer({
      minimum: 0,
      description: 'Number of all contacts of the account, regardless of the search.',
    }),
    next_cursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
    contacts: Type.Array(ContactView),
  }),

  async run(searchContacts, { sort = 'newest', take = TAKE_DEFAULT_COUNT, ...query }, call) {
    const { items, total, next_cursor } = await searchContacts({ ...query, sort, take }, call)
    const more = next_cursor === null ? '' : ' There may be more: call again with next_cursor.'
    return {
      summary: `Found ${items.length} of ${total} contacts.${more}`,
      data: { ...marked, total, next_cursor, contacts: items.map(toView) },
    }
  },
})

const name = (which: string) =>
  nullable(Type.String({ maxLength: CONTACT_NAME_MAX_CHARACTERS, description: `The ${which} name; null for none.` }))

export const updateContact = defineTool({
  name: 'update_contact',
  uses: 'updateContact',
  title: 'Update a contact',
  description:
    'Replaces the address, first name and last name of a contact. Send all three, with the current value for those that stay. ' +
    `A new address restarts the enrichment. Free. ${DATA_ONLY}`,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: strict({
    id: Type.String({
      pattern: '^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$',
      description: 'Id returned by search_contacts.',
    }),
    email: Type.String({ maxLength: 4 * EMAIL_MAX_CHARACTERS }),
    first_name: name('first'),
    last_name: name('last'),
  }),
  output: strict({ ...notice, contact: ContactView }),

  async run(updateContact, { id, email, first_name, last_name }, call) {
    const contact = await updateContact(id, { email, firstName: first_name, lastName: last_name }, call)
    return { summary: 'Contact updated.', data: { ...marked, contact: toView(contact) } }
  },
})

function toView({
  id,
  email,
  firstName,
  lastName,
  domain,
  enrichmentState,
  enrichment,
  updatedAt,
}: Contact): ContactView {
  const { person, company } = enrichment
  return {
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    domain,
    enrichment_state: enrichmentState,
    person: {
      name: person.name,
      job_title: person.jobTitle,
      employer: person.employer,
      location: person.location,
      links: person.links,
    },
    company: {
      name: company.name,
      website: company.website,
      description: company.description,
      links: company.links,
    },
    updated_at: new Date(updatedAt).toISOString(),
  }
}
