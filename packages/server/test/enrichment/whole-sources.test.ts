// Whole pages and whole items of made-up organisations, with all that real ones carry beside what is wanted: the clutter of content
// systems, and Wikidata's references, hashes, sitelinks and labels in many languages.
import { describe, expect, test } from 'vitest'
import { readPage } from '../../src/enrichment/website/page.ts'
import { createWikidataApi } from '../../src/enrichment/wikidata/api.ts'
import { chooseCompany, companyFacts } from '../../src/enrichment/wikidata/company.ts'
import { type Item, readItems } from '../../src/enrichment/wikidata/item.ts'
import { choosePerson } from '../../src/enrichment/wikidata/person.ts'
import { jsonLd, startWeb } from '../stand-ins/website.ts'
import { BUSINESS, HUMAN, type TestItem, WIKIDATA_API, wikibaseItem } from '../stand-ins/wikidata.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('whole pages', () => {
  const read = (html: string, domain: string, path = '/') =>
    readPage(
      { url: `https://${domain}${path}`, contentType: 'text/html; charset=utf-8', body: Buffer.from(html) },
      domain,
    ).company

  const clutter = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <!-- made by a plugin, 12.3 --><link rel="preload" as="font" href="/f.woff2" crossorigin>
    <script>window.dataLayer = window.dataLayer || []; document.write("<title>written later</title>")</script>
    <style>.a::after { content: "</ti" "tle>" }</style><noscript><img src="/pixel?x=1&y=2"></noscript>
    <link rel="alternate" type="application/rss+xml" title="Feed" href="/feed/">`

  /** What a content system's search-engine plugin writes: the owner, its site, the page and the way to it. */
  const graph = (site: string, owner: object, page: object) =>
    jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          '@id': `${site}#organization`,
          url: site,
          logo: { '@type': 'ImageObject', url: `${site}l.png` },
          ...owner,
        },
        {
          '@type': 'WebSite',
          '@id': `${site}#website`,
          url: site,
          name: 'Name of the site',
          publisher: { '@id': `${site}#organization` },
        },
        { '@type': 'WebPage', isPartOf: { '@id': `${site}#website` }, ...page },
        { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home' }] },
      ],
    })

  const lantern = {
    name: 'Lantern Institute for Harbour Studies',
    sameAs: ['https://www.facebook.com/lantern-harbour', 'https://www.youtube.com/@lantern-harbour'],
  }
  const episode = `<html lang="en"><head>${clutter}<title>Episode 7: Tides | Lantern</title>
    <link rel="canonical" href="https://lantern.edu/podcast/tides/"><meta property="og:type" content="article">
    <meta property="og:url" content="https://lantern.edu/podcast/tides/"><meta property="og:site_name" content="Lantern">
    ${graph('https://lantern.edu/', lantern, { url: 'https://lantern.edu/podcast/tides/', name: 'Episode 7: Tides' })}</head>`

  test('the organisation that owns the site is read from JSON-LD, also on an article', () => {
    expect(read(episode, 'lantern.edu', '/podcast/tides/')).toEqual({
      name: lantern.name,
      website: 'https://lantern.edu/',
      links: lantern.sameAs,
    })
  })

  test('a home page gives the name, the description and the links of its owner', () => {
    const owner = { name: 'Città Piccola', description: 'Notizie da una città piccola' }
    const home = `<html lang="it"><head>${clutter}<title>Città Piccola — Prima pagina</title>
      <meta property="og:url" content="https://cittapiccola.it/"><meta property="og:type" content="website">
      ${graph('https://cittapiccola.it/', owner, { url: 'https://cittapiccola.it/' })}</head>
      <body><a rel="me nofollow" href="https://social.example/@piccola">Seguici</a></body>`
    expect(read(home, 'cittapiccola.it')).toEqual({
      ...owner,
      website: 'https://cittapiccola.it/',
      links: ['https://social.example/@piccola'],
    })
  })

  test('a page without JSON-LD is read by its og:site_name', () => {
    const blog = `<html><head>${clutter}<title>Five ways to sort buttons</title>
      <meta property="og:site_name" content="Button Works Blog"><meta property="og:title" content="Five ways"></head>`
    expect(read(blog, 'button-works.com')).toMatchObject({ name: 'Button Works Blog' })
  })

  test("another firm's profile, an article's publisher and its author are not the owner", () => {
    const profile = `<html><head>${clutter}<title>Kettle &amp; Sons | Networkers</title>
      <meta property="og:url" content="https://uk.networkers.com/company/kettle"><meta property="og:type" content="article">
      ${jsonLd({ '@context': 'http://schema.org', '@type': 'Organization', name: 'Kettle & Sons', url: 'https://uk.networkers.com/company/kettle', sameAs: 'https://kettle.example/' })}</head>`
    for (const domain of ['networkers.com', 'uk.networkers.com']) expect(read(profile, domain)).toBeUndefined()

    const article = `<html><head>${clutter}<title>Kettle raises 22 million</title>
      <link rel="canonical" href="https://daily-harbour.com/2026/kettle.html"><meta property="og:type" content="article">
      <meta property="og:url" content="https://daily-harbour.com/2026/kettle.html">
      ${jsonLd({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'Kettle raises', author: { '@type': 'Person', name: 'Ada Quill' }, publisher: { '@type': 'Organization', name: 'The Daily Harbour', url: 'https://daily-harbour.com/' } })}</head>`
    expect(read(article, 'daily-harbour.com')).toBeUndefined()
  })

  test('the owner of one site is not the owner of another', () => {
    expect(read(episode, 'acme.com')).toBeUndefined()
  })
})

/** An item with everything that the API sends along. */
function whole(item: TestItem): object {
  const plain = wikibaseItem(item)
  const hash = 'f'.repeat(40)
  const claims = Object.entries(plain.claims).map(([property, list]) => [
    property,
    list.map((statement, index) => ({
      ...statement,
      id: `${item.id}$00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      mainsnak: { ...statement.mainsnak, property, hash, datatype: 'any' },
      'qualifiers-order': Object.keys(statement.qualifiers ?? {}),
      references: [
        {
          hash,
          snaks: {
            P854: [
              { snaktype: 'value', property: 'P854', datavalue: { type: 'string', value: 'https://source.example/' } },
            ],
          },
          'snaks-order': ['P854'],
        },
      ],
    })),
  ])
  const inAllLanguages = Object.fromEntries(
    ['de', 'fr', 'sv', 'mul'].map((language) => [language, { language, value: item.label ?? '' }]),
  )
  return {
    pageid: 7,
    ns: 0,
    title: item.id,
    lastrevid: 2_000_000_000,
    modified: '2025-12-31T23:59:59Z',
    ...plain,
    labels: { ...inAllLanguages, ...plain.labels },
    claims: Object.fromEntries(claims),
    sitelinks: { enwiki: { site: 'enwiki', title: item.label, badges: [], url: 'https://en.wikipedia.org/' } },
  }
}

const read = (...items: TestItem[]): Item[] =>
  readItems(Object.fromEntries(items.map((item) => [item.id, whole(item)])))

describe('whole Wikidata items', () => {
  const kettle: TestItem = {
    id: 'Q900001',
    label: 'Kettle & Sons',
    description: 'maker of kettles',
    claims: { P31: [BUSINESS], P856: ['https://www.kettle.com/'], P2002: ['kettle'], P576: [] },
  }
  const branch: TestItem = {
    id: 'Q900002',
    label: 'Kettle France',
    claims: { P31: [BUSINESS], P856: ['https://www.kettle.com/fr/'] },
  }

  test('the company of a domain is found, and its local branch on a path is not', () => {
    const both = read(branch, kettle)
    expect(chooseCompany(both, 'kettle.com')?.id).toBe('Q900001')
    expect(chooseCompany(both.slice(0, 1), 'kettle.com')).toBeUndefined()
    expect(companyFacts(both[1]!, 'kettle.com')).toMatchObject({
      name: 'Kettle & Sons',
      website: 'https://www.kettle.com/',
      description: 'maker of kettles',
    })
  })

  test('two items with one site, a position, a person and a dissolved firm are not the company', () => {
    const twin = { ...kettle, id: 'Q900003' }
    expect(chooseCompany(read(kettle, twin), 'kettle.com')).toBeUndefined()
    const position = { ...kettle, claims: { ...kettle.claims, P31: [{ item: 'Q4164871' }] } }
    expect(chooseCompany(read(position), 'kettle.com')).toBeUndefined()
    expect(chooseCompany(read({ ...kettle, claims: { ...kettle.claims, P31: [HUMAN] } }), 'kettle.com')).toBeUndefined()
    const dissolved = { ...kettle, claims: { ...kettle.claims, P576: [{ time: '+2011-00-00T00:00:00Z' }] } }
    expect(chooseCompany(read(dissolved), 'kettle.com')).toBeUndefined()
  })

  const ada: TestItem = {
    id: 'Q900010',
    label: 'Ada Quill',
    claims: {
      P31: [HUMAN],
      P569: [{ time: '+1971-03-04T00:00:00Z' }],
      P108: [
        { value: { item: 'Q900001' }, qualifiers: { P580: [{ time: '+2019-00-00T00:00:00Z' }] } },
        { value: { item: 'Q900077' }, qualifiers: { P582: [{ time: '+2018-12-31T00:00:00Z' }] } },
      ],
    },
  }
  const name = 'ada quill'

  test('a person is matched only alive, by full name and current employer', () => {
    const found = (items: Item[], companyId: string) => choosePerson(items, { name, addresses: [], companyId }, NOW)?.id
    expect(found(read(ada), 'Q900001')).toBe('Q900010')
    expect(found(read(ada), 'Q900077'), 'a former employer').toBeUndefined()
    expect(found(read(ada), 'Q312'), 'another company').toBeUndefined()
    expect(found(read(ada, { ...ada, id: 'Q900011' }), 'Q900001'), 'two of that name').toBeUndefined()
    const dead = { ...ada, claims: { ...ada.claims, P570: [{ unknown: true as const }] } }
    expect(found(read(dead), 'Q900001'), 'dead, at an unknown date').toBeUndefined()
    const ancestor = { ...ada, claims: { ...ada.claims, P569: [{ time: '+1701-01-01T00:00:00Z' }] } }
    expect(found(read(ancestor), 'Q900001'), 'too old to be alive').toBeUndefined()
  })

  test.each([
    [
      'a server that lags',
      { error: { code: 'maxlag', info: 'Waiting for a database server: 7 seconds lagged.', lag: 7 }, servedby: 'x' },
    ],
    ['an unknown entity', { error: { code: 'no-such-entity', info: 'Could not find an entity.', id: 'Qx' } }],
    [
      'the answer to another question',
      { searchinfo: { search: 'abc' }, search: [{ id: 'Q1', label: 'abc' }], success: 1 },
    ],
  ])('%s is "could not find out"', async (_what, answer) => {
    const web = await startWeb({ [WIKIDATA_API]: (_request, response) => response.end(JSON.stringify(answer)) })
    await expect(createWikidataApi({ fetch: web.fetch }).search(['P856=https://kettle.com/'])).rejects.toThrow()
  })
})
