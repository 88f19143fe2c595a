// Bulk operations on contacts: counted, exported, deleted.
import { type Static, Type } from 'typebox'
import { ContactSearchQuery, type ContactSort, ENRICHMENT_STATES, type EnrichmentState } from './contacts.ts'
import { Uuid } from './ids.ts'
import { CONTACT_SEARCH_MAX_CHARACTERS, CONTACTS_DELETE_MAX_COUNT, HOST_NAME_MAX_CHARACTERS } from './limits.ts'
import { count, oneOf, strict } from './schema.ts'

/** The contacts that the search matches. */
export type ContactFilter = { search?: string; state?: EnrichmentState; domain?: string }

const { search, state, domain, sort } = (ContactSearchQuery as unknown as { properties: Record<string, object> })
  .properties

export const ContactFilterQuery = Type.Unsafe<ContactFilter>({
  type: 'object',
  additionalProperties: false,
  properties: { search, state, domain },
})

export const ContactCount = strict({
  count: count('Number of contacts that match.'),
  is_exact: Type.Boolean({
    description: 'False if the account has too many contacts to look at all; there may be more.',
  }),
})
export type ContactCount = Static<typeof ContactCount>

export const CONTACT_FORMATS = ['csv', 'xlsx', 'vcf'] as const
export type ContactFormat = (typeof CONTACT_FORMATS)[number]

export const ContactExportQuery = Type.Unsafe<ContactFilter & { format: ContactFormat; sort: ContactSort }>({
  type: 'object',
  additionalProperties: false,
  properties: {
    format: oneOf(CONTACT_FORMATS, { description: 'CSV, Excel workbook or vCard 3.0.', default: 'csv' }),
    search,
    state,
    domain,
    sort,
  },
})

export const DeleteContactsBody = strict({
  contact_ids: Type.Optional(
    Type.Array(Uuid, {
      minItems: 1,
      maxItems: CONTACTS_DELETE_MAX_COUNT,
      uniqueItems: true,
      description: 'These contacts. Without it, those that search, state and domain find.',
    }),
  ),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: CONTACT_SEARCH_MAX_CHARACTERS })),
  state: Type.Optional(oneOf(ENRICHMENT_STATES)),
  domain: Type.Optional(Type.String({ minLength: 1, maxLength: HOST_NAME_MAX_CHARACTERS })),
  expected_count: Type.Integer({
    minimum: 1,
    maximum: CONTACTS_DELETE_MAX_COUNT,
    description: 'How many contacts you expect to delete. If it is another number, nothing is deleted.',
  }),
  suppress: Type.Optional(
    Type.Boolean({ description: 'The addresses never become contacts of this account again. Default: false.' }),
  ),
})
export type DeleteContactsBody = Static<typeof DeleteContactsBody>

export const DeletedContacts = strict({ deleted: count() })
export type DeletedContacts = Static<typeof DeletedContacts>
