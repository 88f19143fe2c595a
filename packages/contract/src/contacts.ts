/*
 *             ┌─────────────▶ matched ◀──┐
 *  pending ───┤                  │       │
 *     │       └─▶ no_match ──────┤       │
 *     │               ▲          ▼       │
 *     │               ├────── updating ──┤      address changed, or older than 90 days
 *     │               │        │   ▲     │
 *     └───────────────┼────▶ retrying ───┘      a source could not answer
 *                     └─────────┘                                            (§3.3)
 */
import { type Static, Type } from 'typebox'
import { Uuid } from './ids.ts'
import {
  CONTACT_NAME_MAX_CHARACTERS,
  CONTACT_SEARCH_MAX_CHARACTERS,
  ENRICHMENT_LINKS_MAX_COUNT,
  ENRICHMENT_PROVENANCE_MAX_COUNT,
  ENRICHMENT_TEXT_MAX_CHARACTERS,
  ENRICHMENT_TEXT_MIN_CHARACTERS,
  ENRICHMENT_URL_MAX_CHARACTERS,
  HOST_NAME_MAX_CHARACTERS,
  TAKE_DEFAULT_COUNT,
  TAKE_MAX_COUNT,
  TAKE_MIN_COUNT,
} from './limits.ts'
import { count, emailAddress, nullable, oneOf, strict, uri } from './schema.ts'

export const ENRICHMENT_STATES = ['pending', 'updating', 'retrying', 'matched', 'no_match'] as const
export const EnrichmentState = oneOf(ENRICHMENT_STATES)
export type EnrichmentState = Static<typeof EnrichmentState>

export const ENRICHMENT_EDGES: Record<EnrichmentState, readonly EnrichmentState[]> = {
  pending: ['matched', 'no_match', 'retrying'],
  updating: ['matched', 'no_match', 'retrying'],
  retrying: ['matched', 'no_match', 'updating'],
  matched: ['updating'],
  no_match: ['updating'],
}

export const ENRICHMENT_SOURCES = ['website', 'wikidata_person', 'wikidata_company'] as const
export type EnrichmentSource = (typeof ENRICHMENT_SOURCES)[number]

export const PROVENANCE_FIELDS = [
  'person.name',
  'person.imageUrl',
  'person.jobTitle',
  'person.employer',
  'person.location',
  'person.links',
  'company.name',
  'company.website',
  'company.description',
  'company.links',
] as const
export type ProvenanceField = (typeof PROVENANCE_FIELDS)[number]

const epochMs = () => Type.Integer({ minimum: 0, description: 'Milliseconds since the Unix epoch, UTC.' })
const text = () =>
  nullable(Type.String({ minLength: ENRICHMENT_TEXT_MIN_CHARACTERS, maxLength: ENRICHMENT_TEXT_MAX_CHARACTERS }))
const url = () => uri({ maxLength: ENRICHMENT_URL_MAX_CHARACTERS })
const links = () => Type.Array(Type.String(), { maxItems: ENRICHMENT_LINKS_MAX_COUNT })

export const Person = strict({
  name: text(),
  imageUrl: Type.Optional(nullable(url())),
  jobTitle: text(),
  employer: text(),
  location: text(),
  links: links(),
})
export type Person = Static<typeof Person>

export const Company = strict({
  name: text(),
  website: nullable(url()),
  description: text(),
  links: links(),
})
export type Company = Static<typeof Company>

export const Provenance = strict({
  field: oneOf(PROVENANCE_FIELDS),
  source: oneOf(ENRICHMENT_SOURCES),
  url: url(),
  fetchedAt: epochMs(),
})
export type Provenance = Static<typeof Provenance>

const provenance = () => Type.Array(Provenance, { maxItems: ENRICHMENT_PROVENANCE_MAX_COUNT })

export const SourceEntry = strict({
  status: oneOf(['matched', 'no_match', 'skipped']),
  fetchedAt: epochMs(),
  person: Person,
  company: Company,
  provenance: provenance(),
})
export type SourceEntry = Static<typeof SourceEntry>

/** §2.2 */
export const Enrichment = strict({
  status: oneOf(['matched', 'no_match']),
  person: Person,
  company: Company,
  sources: strict({
    website: Type.Optional(SourceEntry),
    wikidata_person: Type.Optional(SourceEntry),
    wikidata_company: Type.Optional(SourceEntry),
  }),
  provenance: provenance(),
})
export type Enrichment = Static<typeof Enrichment>

const ContactVersion = Type.Unsafe<'v1' | null>({
  type: ['string', 'null'],
  enum: ['v1', null],
  description: 'Null while enrichment is pending or refreshing.',
})

/** §2.1 */
export const Contact = strict({
  id: Uuid,
  version: ContactVersion,
  enrichment: Enrichment,
  enrichedAt: nullable(epochMs()),
  enrichmentState: EnrichmentState,
  email: emailAddress(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  domain: Type.String({ description: 'Derived from the address.' }),
  createdAt: epochMs(),
  updatedAt: epochMs(),
})
export type Contact = Static<typeof Contact>

/** §4.9 */
export const ContactList = strict({
  totalItems: count(),
  totalPages: count(),
  itemsPerPage: count(),
  currentPage: count(),
  currentPageItemCount: count(),
  data: Type.Array(Contact),
})
export type ContactList = Static<typeof ContactList>

const editableName = () =>
  nullable(Type.String({ maxLength: CONTACT_NAME_MAX_CHARACTERS, description: 'An empty string means null.' }))

/** §4.11. Whether the address is well-formed is decided by the engine. */
export const UpdateContactBody = strict({
  email: Type.String(),
  firstName: editableName(),
  lastName: editableName(),
})
export type UpdateContactBody = Static<typeof UpdateContactBody>

export const CONTACT_SORTS = ['newest', 'oldest', 'email', 'domain'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

export type ContactSearch = {
  search?: string
  state?: EnrichmentState
  domain?: string
  sort: ContactSort
  cursor?: string
  take: number
}

/** The query of the account's own list. The type that a handler gets, after defaults. */
export const ContactSearchQuery = Type.Unsafe<ContactSearch>(
  strict({
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: CONTACT_SEARCH_MAX_CHARACTERS,
        description:
          'Words that must all occur in the address, the names, or the found names of the person and company. Case is ignored.',
      }),
    ),
    state: Type.Optional(oneOf(ENRICHMENT_STATES, { description: 'Only contacts in this enrichment state.' })),
    domain: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: HOST_NAME_MAX_CHARACTERS,
        description: 'Only contacts with exactly this email domain.',
      }),
    ),
    sort: Type.Optional(
      oneOf(CONTACT_SORTS, {
        default: 'newest',
        description: '`email` sorts by normalized address, `domain` by domain and then oldest first.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 1_024, description: '`next_cursor` of the previous page, with the same sort.' }),
    ),
    take: Type.Optional(
      Type.Integer({
        minimum: TAKE_MIN_COUNT,
        maximum: TAKE_MAX_COUNT,
        default: TAKE_DEFAULT_COUNT,
        description: 'Number of contacts per page.',
      }),
    ),
  }),
)

export const ContactPage = strict({
  items: Type.Array(Contact),
  next_cursor: nullable(
    Type.String({
      description:
        'Cursor of the next page; null on the last page. A page can be short or empty and still have a next page, because one request searches a limited number of contacts.',
    }),
  ),
  total: count('Number of all contacts of the account, regardless of the search.'),
  take: Type.Integer(),
})
export type ContactPage = Static<typeof ContactPage>

/** Options of a deletion. */
export const DeleteContactQuery = Type.Unsafe<{ suppress: 0 | 1 }>(
  strict({
    suppress: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        default: 0,
        description:
          'With 1, the address never becomes a contact of this account again. Only a keyed hash of it is kept.',
      }),
    ),
  }),
)

/** Whether safe addresses become contacts. */
export const ContactSaving = strict({
  save: nullable(
    Type.Boolean({
      description:
        'Whether safe addresses with a domain check are saved as contacts. Null if not chosen yet: they are saved.',
    }),
  ),
})
export type ContactSaving = Static<typeof ContactSaving>

export const SetContactSavingBody = strict({ save: Type.Boolean() })
export type SetContactSavingBody = Static<typeof SetContactSavingBody>
