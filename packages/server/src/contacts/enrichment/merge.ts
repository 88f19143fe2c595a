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
import type { SourceFacts, Sources } from './facts.ts'

const PERSON_ONLY: readonly EnrichmentSource[] = ['wikidata_person']
/** A company knows best how it describes itself; Wikidata writes its name without slogans. */
const WEBSITE_FIRST: readonly EnrichmentSource[] = ['website', 'wikidata_company']
const WIKIDATA_FIRST: readonly EnrichmentSource[] = ['wikidata_company', 'website']

/** Whose word counts first for each merged field. */
const PRECEDENCE: Record<ProvenanceField, readonly EnrichmentSource[]> = {
  'person.name': PERSON_ONLY,
  'person.imageUrl': PERSON_ONLY,
  'person.jobTitle': PERSON_ONLY,
  'person.employer': PERSON_ONLY,
  'person.location': PERSON_ONLY,
  'person.links': PERSON_ONLY,
  'company.name': WIKIDATA_FIRST,
  'company.website': WEBSITE_FIRST,
  'company.description': WEBSITE_FIRST,
  'company.links': WEBSITE_FIRST,
}

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
  for (const field of Object.keys(PRECEDENCE) as ProvenanceField[]) {
    for (const source of PRECEDENCE[field]) {
      const facts = sources[source]
      if (facts?.status === 'matched' && take(merged, field, facts))
        merged.provenance.push({ field, source, url: facts.url, fetchedAt: facts.fetchedAt })
    }
  }
  return merged
}

/** True if the source contributed: links add up, any other field is the first source's that has it. */
function take(merged: Merged, field: ProvenanceField, facts: SourceFacts & { status: 'matched' }): boolean {
  const [block, key] = field.split('.') as ['person' | 'company', keyof Person & keyof Company]
  const value = facts[block]?.[key]
  if (value === undefined) return false
  if (Array.isArray(value)) return addLinks(merged[block].links, value)
  if (merged[block][key] !== null) return false
  Object.assign(merged[block], { [key]: value })
  return true
}

function addLinks(links: string[], more: readonly string[]): boolean {
  const fresh = more.filter((link) => !links.includes(link)).slice(0, ENRICHMENT_LINKS_MAX_COUNT - links.length)
  links.push(...fresh)
  return fresh.length > 0
}
