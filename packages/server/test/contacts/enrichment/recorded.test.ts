// Runs over pages and items of our own making in the shapes of real ones, and over recorded ones besides when folders with them are named:
//   WIKIDATA_FIXTURES=… WEBSITE_FIXTURES=… vitest run packages/server/test/contacts/enrichment/recorded.test.ts
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPage } from '../../../src/contacts/enrichment/website/page.ts'
import { createWikidataApi } from '../../../src/contacts/enrichment/wikidata/api.ts'
import { chooseCompany, companyFacts } from '../../../src/contacts/enrichment/wikidata/company.ts'
import { type Item, readItems } from '../../../src/contacts/enrichment/wikidata/item.ts'
import { choosePerson } from '../../../src/contacts/enrichment/wikidata/person.ts'
import { startWeb } from '../../stand-ins/website.ts'
import { WIKIDATA_API } from '../../stand-ins/wikidata.ts'

const OWN = join(import.meta.dirname, '../../answers')
const { WEBSITE_FIXTURES, WIKIDATA_FIXTURES } = process.env
const NOW = Date.UTC(2026, 0, 1)

describe('home pages and articles of our own making', () => {
  const read = (file: string, domain: string, path = '/') => {
    const body = readFileSync(join(OWN, 'websites', `${file}.html`))
    return readPage({ url: `https://${domain}${path}`, contentType: 'text/html', body }, domain).company
  }

  test('the organization that owns the site is read from JSON-LD, also on an article', () => {
    expect(read('graph-on-article', 'contoso-instruments.com', '/news/how-we-calibrate/')).toEqual({
      name: 'Contoso Instruments',
      website: 'https://contoso-instruments.com/',
      links: ['https://www.linkedin.com/company/contoso-instruments', 'https://mastodon.example/@contoso'],
    })
  })

  test('a page without JSON-LD is read by its og:site_name', () => {
    expect(read('home-with-site-name', 'northwind-traders.com')).toEqual({
      name: 'Northwind Traders',
      website: 'https://northwind-traders.com/',
      description: 'Importer of tea, coffee and spices.',
      links: ['https://social.example/@northwind'],
    })
  })

  test("another firm's profile, an article's publisher and its author are not the owner", () => {
    expect(read('profile-of-another', 'network.example')).toBeUndefined()
    expect(read('article-of-a-paper', 'paper.example')).toBeUndefined()
  })

  test('the owner of one site is not the owner of another', () => {
    for (const file of ['graph-on-article', 'home-with-site-name', 'profile-of-another'])
      expect(read(file, 'acme.com')).toBeUndefined()
  })
})

describe('Wikidata items of our own making', () => {
  const load = (file: string) => JSON.parse(readFileSync(join(OWN, 'wikidata', `${file}.json`), 'utf8'))
  const items = (file: string): Item[] => readItems(load(file).entities)

  test('the company of a domain is found, and its local branch on a path is not', () => {
    const [company, branch] = items('company-and-branch')
    expect(chooseCompany([branch!, company!], 'contoso.com')?.id).toBe('Q900000001')
    expect(chooseCompany([branch!], 'contoso.com')).toBeUndefined()
    expect(companyFacts(company!, 'contoso.com')).toMatchObject({
      name: 'Contoso',
      website: 'https://www.contoso.com/',
    })
  })

  test('two items with one site, a person and a dissolved company are not the company', () => {
    expect(items('two-items-one-site')).toHaveLength(2)
    expect(chooseCompany(items('two-items-one-site'), 'trey-research.org')).toBeUndefined()
    expect(chooseCompany(items('person-with-site'), 'alex-wilber.example')).toBeUndefined()
    expect(chooseCompany(items('dissolved'), 'blue-yonder.example')).toBeUndefined()
  })

  test('a person is matched only alive, alone, by full name and current employer', () => {
    const megan = { name: 'megan bowen', addresses: [] }
    expect(choosePerson(items('employee'), { ...megan, companyId: 'Q900000001' }, NOW)?.id).toBe('Q900000007')
    // These employments have ended, one of them at an unknown time.
    for (const companyId of ['Q900000003', 'Q900000005'])
      expect(choosePerson(items('employee'), { ...megan, companyId }, NOW)).toBeUndefined()
    const at = { addresses: [], companyId: 'Q900000001' }
    expect(choosePerson(items('employee'), { ...at, name: 'megan bow' }, NOW)).toBeUndefined()
    expect(choosePerson(items('namesakes'), { ...at, name: 'lee gu' }, NOW)).toBeUndefined()
    expect(choosePerson(items('deceased'), { ...at, name: 'adele vance' }, NOW)).toBeUndefined()
  })

  test('errors are "could not find out"', async () => {
    for (const file of ['error-maxlag', 'error-no-such-entity', 'other-action']) {
      const body = JSON.stringify(load(file))
      const web = await startWeb({ [WIKIDATA_API]: (_request, response) => response.end(body) })
      await expect(createWikidataApi({ fetch: web.fetch }).search(['P856=https://acme.com/'])).rejects.toThrow()
    }
  })
})

describe.skipIf(!WEBSITE_FIXTURES)('recorded home pages and articles', () => {
  const read = (file: string, domain: string, path = '/') => {
    const body = readFileSync(join(WEBSITE_FIXTURES!, `${file}.head.html`))
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

describe.skipIf(!WIKIDATA_FIXTURES)('recorded Wikidata items', () => {
  const load = (file: string) => JSON.parse(readFileSync(join(WIKIDATA_FIXTURES!, `${file}.json`), 'utf8'))
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
