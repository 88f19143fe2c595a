// Pages and items of our own making, in the shapes of real ones.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPage } from '../../src/enrichment/website/page.ts'
import { createWikidataApi } from '../../src/enrichment/wikidata/api.ts'
import { chooseCompany, companyFacts } from '../../src/enrichment/wikidata/company.ts'
import { type Item, readItems } from '../../src/enrichment/wikidata/item.ts'
import { choosePerson } from '../../src/enrichment/wikidata/person.ts'
import { startWeb } from '../stand-ins/website.ts'
import { WIKIDATA_API } from '../stand-ins/wikidata.ts'

const OWN = join(import.meta.dirname, '../answers')
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
