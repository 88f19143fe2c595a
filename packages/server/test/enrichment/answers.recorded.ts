// Pages and items that were recorded, in the folders that WEBSITE_FIXTURES and WIKIDATA_FIXTURES name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPage } from '../../src/enrichment/website/page.ts'
import { createWikidataApi } from '../../src/enrichment/wikidata/api.ts'
import { chooseCompany, companyFacts } from '../../src/enrichment/wikidata/company.ts'
import { type Item, readItems } from '../../src/enrichment/wikidata/item.ts'
import { choosePerson } from '../../src/enrichment/wikidata/person.ts'
import { recordedIn } from '../stand-ins/recorded.ts'
import { startWeb } from '../stand-ins/website.ts'
import { WIKIDATA_API } from '../stand-ins/wikidata.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('recorded home pages and articles', () => {
  const folder = recordedIn('WEBSITE_FIXTURES')
  const read = (file: string, domain: string, path = '/') => {
    const body = readFileSync(join(folder, `${file}.head.html`))
    return readPage({ url: `https://${domain}${path}`, contentType: 'text/html; charset=utf-8', body }, domain).company
  }

  test('the organisation that owns the site is read from JSON-LD, also on an article', () => {
    expect(read('bfi', 'bfi.uchicago.edu')).toEqual({
      name: 'Becker Friedman Institute for Economics at UChicago',
      website: 'https://bfi.uchicago.edu/',
      links: [
        'https://www.facebook.com/BeckerFriedman',
        'https://www.youtube.com/user/BFIVideos',
        'https://twitter.com/BeckerFriedman',
      ],
    })
    expect(read('theflip', 'theflip.africa')).toMatchObject({ name: 'The Flip' })
    expect(read('marketing-land', 'marketingland.com')).toMatchObject({ name: 'Marketing Land' })
    expect(read('milanocittastato', 'milanocittastato.it')).toMatchObject({
      name: 'Milano Citta Stato',
      description: expect.stringContaining('magazine di news'),
    })
  })

  test('a page without JSON-LD is read by its og:site_name', () => {
    expect(read('segment', 'segment.com')).toMatchObject({ name: 'Segment Blog' })
  })

  test("another firm's profile, an article's publisher and its author are not the owner", () => {
    for (const domain of ['linkedin.com', 'uk.linkedin.com']) expect(read('linkedin-company', domain)).toBeUndefined()
    expect(read('svbj', 'bizjournals.com')).toBeUndefined()
    expect(read('the-register', 'theregister.com')).toBeUndefined()
  })

  test('the owner of one site is not the owner of another', () => {
    for (const file of ['bfi', 'theflip', 'marketing-land', 'milanocittastato', 'linkedin-company'])
      expect(read(file, 'acme.com')).toBeUndefined()
  })
})

describe('recorded Wikidata items', () => {
  const folder = recordedIn('WIKIDATA_FIXTURES')
  const load = (file: string) => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
  const items = (...files: string[]): Item[] =>
    files.flatMap((file) => readItems(load(file).entities ?? { [file]: load(file) }))

  test('the company of a domain is found, and its local branch on a path is not', () => {
    const both = items('Q30273752-microsoft-france', 'Q2283-microsoft')
    expect(chooseCompany(both, 'microsoft.com')?.id).toBe('Q2283')
    expect(chooseCompany(both.slice(0, 1), 'microsoft.com')).toBeUndefined()
    expect(companyFacts(both[1]!, 'microsoft.com')).toMatchObject({
      name: 'Microsoft',
      website: 'https://www.microsoft.com/',
    })
    expect(chooseCompany(items('Q217595-oxford-university-press'), 'oup.com')?.id).toBe('Q217595')
    expect(chooseCompany(items('Q29568422-wikitribune'), 'wikitribune.com')?.id).toBe('Q29568422')
    expect(chooseCompany(items('Q773832-warsaw-commuter-railway'), 'wkd.com.pl')?.id).toBe('Q773832')
  })

  test('two items with one site, a position, a person and a dissolved branch are not the company', () => {
    const balliol = items('Q805285-balliol-college', 'Q86020232-univ-oxford-balliol-college')
    expect(chooseCompany(balliol, 'balliol.ox.ac.uk')).toBeUndefined()
    expect(chooseCompany(items('Q11696-president-of-the-us'), 'whitehouse.gov')).toBeUndefined()
    expect(chooseCompany(items('wbgetentities-Q131261-oliver-kahn'), 'oliver-kahn.de')).toBeUndefined()
    expect(chooseCompany(items('Q881333-alcatel-lucent-germany'), 'alcatel-lucent.com')).toBeUndefined()
  })

  test('a person is matched only alive, by full name and current employer', () => {
    const bullock = items('Q24015-steve-bullock')
    const steve = { name: 'steve bullock', addresses: [] }
    expect(choosePerson(bullock, { ...steve, companyId: 'Q5546035' }, NOW)?.id).toBe('Q24015')
    // The other employer of the item has an end date.
    expect(choosePerson(bullock, { ...steve, companyId: 'Q17109287' }, NOW)).toBeUndefined()
    expect(choosePerson(bullock, { ...steve, companyId: 'Q2283' }, NOW)).toBeUndefined()

    const ramsdens = items(
      'Q14945597-john-ramsden-historian',
      'Q11803853-sir-john-ramsden-5th-baronet',
      'Q16741842-john-charles-ramsden',
    )
    expect(choosePerson(ramsdens, { name: 'john ramsden', addresses: [], companyId: 'Q195668' }, NOW)).toBeUndefined()
    const adams = items('wbgetentities-Q42-douglas-adams')
    expect(choosePerson(adams, { name: 'douglas adams', addresses: [], companyId: 'Q9531' }, NOW)).toBeUndefined()
    const jobs = items('Q19837-steve-jobs-trimmed')
    expect(choosePerson(jobs, { name: 'steve jobs', addresses: [], companyId: 'Q312' }, NOW)).toBeUndefined()
  })

  test('recorded errors are "could not find out"', async () => {
    for (const file of ['error-maxlag', 'wbgetentities-bogus-error', 'wbsearchentities-abc']) {
      const body = JSON.stringify(load(file))
      const web = await startWeb({ [WIKIDATA_API]: (_request, response) => response.end(body) })
      await expect(createWikidataApi({ fetch: web.fetch }).search(['P856=https://acme.com/'])).rejects.toThrow()
    }
  })
})
