import {
  type Company,
  ENRICHMENT_LINKS_MAX_COUNT,
  ENRICHMENT_SOURCES,
  type Enrichment,
  type EnrichmentSource,
  type Person,
  type ProvenanceField,
  type SourceEntry,
} from '@mailsift/contract'
import type { Sources } from './facts.ts'

const PERSON_ONLY: readonly EnrichmentSource[] = ['wikidata_person']
/** Where Wikidata knows no such person, the company's own page does. */
const PERSON_FIRST: readonly EnrichmentSource[] = ['wikidata_person', 'website']
/** A company knows best how it describes itself; Wikidata writes its name without slogans. */
const WEBSITE_FIRST: readonly EnrichmentSource[] = ['website', 'wikidata_company']
const WIKIDATA_FIRST: readonly EnrichmentSource[] = ['wikidata_company', 'website']

/** The order of sources for each merged field. */
const PRECEDENCE: Record<ProvenanceField, readonly EnrichmentSource[]> = {
  'person.name': PERSON_FIRST,
  'person.imageUrl': PERSON_FIRST,
  'person.jobTitle': PERSON_FIRST,
  'person.employer': PERSON_ONLY,
  'person.location': PERSON_ONLY,
  'person.links': PERSON_ONLY,
  'company.name': WIKIDATA_FIRST,
  'company.website': WEBSITE_FIRST,
  'company.description': WEBSITE_FIRST,
  'company.links': WEBSITE_FIRST,
}

type Block = 'person' | 'company'
type Key = keyof Person & keyof Company

const FIELDS = (Object.keys(PRECEDENCE) as ProvenanceField[]).map((field) => {
  const [block, key] = field.split('.') as [Block, Key]
  return { field, block, key, order: PRECEDENCE[field] }
})

/** The enrichment of §2.2 that a contact's sources add up to. */
export function mergeSources(sources: Sources): Enrichment {
  const entries = ENRICHMENT_SOURCES.flatMap((source) => {
    const facts = sources[source]
    if (!facts) return []
    const entry: SourceEntry = { status: facts.status, fetchedAt: facts.fetchedAt, ...merge({ [source]: facts }) }
    return [[source, entry] as const]
  })
  const status = entries.some(([, entry]) => entry.status === 'matched') ? 'matched' : 'no_match'
  return { status, ...merge(sources), sources: Object.fromEntries(entries) }
}

type Merged = Pick<Enrichment, 'person' | 'company' | 'provenance'>

function merge(sources: Sources): Merged {
  const merged: Merged = {
    person: { name: null, imageUrl: null, jobTitle: null, employer: null, location: null, links: [] },
    company: { name: null, website: null, description: null, links: [] },
    provenance: [],
  }
  for (const { field, block, key, order } of FIELDS) {
    for (const source of order) {
      const facts = sources[source]
      if (facts?.status === 'matched' && take(merged[block], key, facts[block]?.[key]))
        merged.provenance.push({ field, source, url: urlOf(facts, block), fetchedAt: facts.fetchedAt })
    }
  }
  return merged
}

function urlOf({ url, personUrl }: { url: string; personUrl?: string }, block: Block): string {
  return block === 'person' ? (personUrl ?? url) : url
}

/** True if the source contributed: links add up, any other field is the first source's that has it. */
function take(merged: Person | Company, key: Key, value: string | string[] | undefined): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return addLinks(merged.links, value)
  if (merged[key] !== null) return false
  Object.assign(merged, { [key]: value })
  return true
}

function addLinks(links: string[], more: readonly string[]): boolean {
  const fresh = more.filter((link) => !links.includes(link)).slice(0, ENRICHMENT_LINKS_MAX_COUNT - links.length)
  links.push(...fresh)
  return fresh.length > 0
}
