import { Enrichment, type EnrichmentSource } from '@mailsift/contract'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../../engine/test/support/any-characters.ts'
import { boundLinks, boundText, boundUrl } from '../../src/enrichment/bounds.ts'
import type { CompanyFacts, PersonFacts, SourceFacts, Sources } from '../../src/enrichment/facts.ts'
import { mergeSources } from '../../src/enrichment/merge.ts'

const contract = Compile(Enrichment)
const isEnrichment = addFormats.default(new Ajv({ strict: false })).compile(Enrichment)

const anyText = fc.oneof(
  anyCharacters({ maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a\u2028b',
    '😀'.repeat(1_025),
    'x'.repeat(5_000),
    `${'x'.repeat(1_023)}😀y`,
  ),
  fc.integer(),
)
const anyUrl = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  anyCharacters().map((path) => `https://acme.com/${path}`),
  fc.constantFrom(
    'javascript:alert(1)',
    'ftp://acme.com/',
    'https://user:pw@acme.com/',
    'https://acme.com/a b|c^d`e[f]{g}\\h%zz%4',
    'https://acme.com/#a#b',
    'https://acme.com/?q=a b|"<>[x]',
    'https://[::1]/',
    'https://127.0.0.1/',
    'http://localhost/',
    `https://acme.com/${'x'.repeat(2_100)}`,
    'https://MÜNCHEN.de/ä',
    '//acme.com',
    'https://acme_corp.com/',
  ),
)

const company = fc
  .record({ name: anyText, website: anyUrl, description: anyText, links: fc.array(anyUrl, { maxLength: 15 }) })
  .map(
    ({ name, website, description, links }): CompanyFacts => ({
      ...defined('name', boundText(name)),
      ...defined('website', boundUrl(website)),
      ...defined('description', boundText(description)),
      ...(links.length > 0 && { links: boundLinks(links) }),
    }),
  )
const person = fc
  .record({
    name: anyText,
    imageUrl: anyUrl,
    jobTitle: anyText,
    employer: anyText,
    location: anyText,
    links: fc.array(anyUrl),
  })
  .map(
    ({ name, imageUrl, jobTitle, employer, location, links }): PersonFacts => ({
      ...defined('name', boundText(name)),
      ...defined('imageUrl', boundUrl(imageUrl)),
      ...defined('jobTitle', boundText(jobTitle)),
      ...defined('employer', boundText(employer)),
      ...defined('location', boundText(location)),
      links: boundLinks(links),
    }),
  )

function defined(key: string, value: string | undefined) {
  return value === undefined ? {} : { [key]: value }
}

const unmatched = fc.record({ status: fc.constantFrom('no_match' as const, 'skipped' as const), fetchedAt: fc.nat() })
function facts(source: EnrichmentSource, block: object): fc.Arbitrary<SourceFacts | undefined> {
  const matched = fc.record({ fetchedAt: fc.nat(), ...block }).map((rest) => ({
    status: 'matched' as const,
    url: `https://contoso.com/${source}`,
    ...rest,
  }))
  return fc.option(fc.oneof(unmatched, matched), { nil: undefined })
}
const anySources: fc.Arbitrary<Sources> = fc
  .record({
    website: facts('website', { company }),
    wikidata_company: facts('wikidata_company', { company }),
    wikidata_person: facts('wikidata_person', { person }),
  })
  .map((sources) => JSON.parse(JSON.stringify(sources)))

test('whatever sources say, the enrichment fits the contract', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const merged = mergeSources(sources)
      expect(isEnrichment(merged), JSON.stringify(isEnrichment.errors)).toBe(true)
      expect(contract.Check(merged)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('every merged field has the provenance of a source that says so, and nothing else has', () => {
  fc.assert(
    fc.property(anySources, (sources) => {
      const merged = mergeSources(sources)
      for (const block of ['person', 'company'] as const)
        for (const [field, value] of Object.entries(merged[block])) {
          const origins = merged.provenance.filter((entry) => entry.field === `${block}.${field}`)
          if (value === null || value?.length === 0) expect(origins).toEqual([])
          else expect(origins.length).toBeGreaterThan(0)
          for (const { source } of origins) {
            const said = (merged.sources[source]![block] as Record<string, unknown>)[field]
            if (Array.isArray(value)) expect(value.some((link) => (said as string[]).includes(link))).toBe(true)
            else expect(said).toBe(value)
          }
        }
    }),
    { numRuns: 500 },
  )
})

test('the website wins for website and description, Wikidata for the name, and links add up to ten', () => {
  const links = (site: string) => Array.from({ length: 8 }, (_, n) => `https://${site}.com/${n}`)
  const block = (name: string, more: string[]) => ({
    name,
    website: `https://${name}.com/`,
    description: name,
    links: more,
  })
  const shared = 'https://x.com/shared'
  const merged = mergeSources({
    website: {
      status: 'matched',
      fetchedAt: 1,
      url: 'https://a.com/',
      company: block('site', [shared, ...links('site')]),
    },
    wikidata_company: {
      status: 'matched',
      fetchedAt: 2,
      url: 'https://b.com/',
      company: block('wiki', [shared, ...links('wiki')]),
    },
  })
  expect(merged.company).toEqual({
    name: 'wiki',
    website: 'https://site.com/',
    description: 'site',
    links: [shared, ...links('site'), 'https://wiki.com/0'],
  })
  expect(merged.provenance).toEqual([
    { field: 'company.name', source: 'wikidata_company', url: 'https://b.com/', fetchedAt: 2 },
    { field: 'company.website', source: 'website', url: 'https://a.com/', fetchedAt: 1 },
    { field: 'company.description', source: 'website', url: 'https://a.com/', fetchedAt: 1 },
    { field: 'company.links', source: 'website', url: 'https://a.com/', fetchedAt: 1 },
    { field: 'company.links', source: 'wikidata_company', url: 'https://b.com/', fetchedAt: 2 },
  ])
})

test('without any source there is no match and nothing in it', () => {
  expect(mergeSources({})).toEqual({
    status: 'no_match',
    person: { name: null, imageUrl: null, jobTitle: null, employer: null, location: null, links: [] },
    company: { name: null, website: null, description: null, links: [] },
    sources: {},
    provenance: [],
  })
})

test('texts are cut at 1024 characters, never inside one', () => {
  expect(boundText('😀'.repeat(2_000))).toBe('😀'.repeat(1_024))
  expect(boundText(` a\n\tb\u0000c\u00a0d `)).toBe('a b c d')
  expect(boundText('\u0000 \n')).toBeUndefined()
})
