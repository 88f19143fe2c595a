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
    'Finds contacts of the account by words, domain or state, with what public sources say of person and company. Costs ' +
    `nothing. ${DATA_ONLY}`,
  annotations: READS,
  input: strict({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CONTACT_SEARCH_MAX_CHARACTERS,
        description: 'Words that all occur in the address, the names, or the names of person and company.',
      }),
    ),
    domain: Type.Optional(
      Type.String({ minLength: 1, maxLength: HOST_NAME_MAX_CHARACTERS, description: 'Exactly this mail domain.' }),
    ),
    state: Type.Optional(oneOf(ENRICHMENT_STATES, { description: 'Of the search in public sources.' })),
    sort: Type.Optional(oneOf(CONTACT_SORTS, { description: 'Default: newest.' })),
    cursor: Type.Optional(Type.String({ maxLength: 1_024, description: 'next_cursor of the page before.' })),
    take: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TAKE_MAX_COUNT,
        description: `Contacts a page. Default: ${TAKE_DEFAULT_COUNT}.`,
      }),
    ),
  }),
  output: strict({
    ...notice,
    total: Type.Integer({ minimum: 0, description: 'All contacts of the account, whatever was searched for.' }),
    next_cursor: nullable(Type.String({ description: 'Where the next page begins; null on the last one.' })),
    contacts: Type.Array(ContactView),
  }),

  async run(searchContacts, { sort = 'newest', take = TAKE_DEFAULT_COUNT, ...query }, call) {
    const { items, total, next_cursor } = await searchContacts({ ...query, sort, take }, call)
    const more = next_cursor === null ? '' : ' There may be more: call again with next_cursor.'
    return {
      summary: `${items.length} contacts found, of ${total} in all.${more}`,
      data: { ...marked, total, next_cursor, contacts: items.map(toView) },
    }
  },
})

const name = (which: string) =>
  nullable(Type.String({ maxLength: CONTACT_NAME_MAX_CHARACTERS, description: `The ${which} name; null for none.` }))

export const updateContact = defineTool({
  name: 'update_contact',
  uses: 'updateContact',
  title: 'Change a contact',
  description:
    'Replaces address, first name and last name of one contact; send all three, and the present value for what should stay. ' +
    `Another address restarts the enrichment. Costs nothing. ${DATA_ONLY}`,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: strict({
    id: Type.String({
      pattern: '^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$',
      description: 'The id that search_contacts returned.',
    }),
    email: Type.String({ maxLength: 4 * EMAIL_MAX_CHARACTERS }),
    first_name: name('first'),
    last_name: name('last'),
  }),
  output: strict({ ...notice, contact: ContactView }),

  async run(updateContact, { id, email, first_name, last_name }, call) {
    const contact = await updateContact(id, { email, firstName: first_name, lastName: last_name }, call)
    return { summary: 'The contact was changed.', data: { ...marked, contact: toView(contact) } }
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
