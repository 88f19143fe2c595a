// Items of Wikidata in the shapes that companies, authorities, schools and people have in many countries, each with the name that a
// careful reader would take. All of them are made up.
import { BUSINESS, HUMAN, type TestItem } from './wikidata.ts'
import { type CompanyShape, company, FIRM, having, JANE, type PersonShape, person } from './wikidata-shapes.ts'

const of = (...classes: string[]): TestItem['claims'] => ({ P31: classes.map((item) => ({ item })) })
const ENDED = { time: '+2018-06-30T00:00:00Z' }
const SITE = 'https://www.granitevale.com/'
const ranked = (rank: 'preferred' | 'deprecated', value = SITE) => ({ value, rank })
const other = (claims: TestItem['claims'] = {}, label = 'Other'): TestItem =>
  having(claims, { ...FIRM, id: 'Q101', label })

const NAMED = 'Granite Vale'
const KINDS: Record<string, string> = {
  'a public company': 'Q891723',
  'a university': 'Q3918',
  'a bank': 'Q22687',
  'a hospital': 'Q16917',
  'a foundation': 'Q157031',
  'a cooperative': 'Q4539',
  'a law firm': 'Q613142',
  'a publisher': 'Q2085381',
  'a government agency': 'Q327333',
  'a football club': 'Q476028',
  'a broadcaster': 'Q15265344',
  'a charity': 'Q708676',
}
const NO_COMPANIES: Record<string, string> = {
  'a person': 'Q5',
  'a country': 'Q6256',
  'a municipality': 'Q15284',
  'a position': 'Q4164871',
  'a website': 'Q35127',
  'a newspaper': 'Q11032',
  'a building': 'Q41176',
  'a class that is not known': 'Q999999',
}

export const COMPANY_CASES: readonly CompanyShape[] = [
  ...Object.entries(KINDS).map(([what, kind]) => company(what, NAMED, having(of(kind)))),
  ...Object.entries(NO_COMPANIES).map(([what, kind]) => company(what, undefined, having(of(kind)))),
  company('a city that is a corporation too', undefined, having(of('Q515', 'Q4830453'))),
  company('an item without a class that has a legal form', NAMED, having({ P31: [], P1454: [{ item: 'Q15829892' }] })),
  company('an item without a class', undefined, having({ P31: [] })),
  company('the preferred one of two sites', NAMED, having({ P856: [ranked('preferred'), 'https://old.example/'] })),
  company('a deprecated site', undefined, having({ P856: [ranked('deprecated')] })),
  company('one of two, by rank', NAMED, having({ P856: [ranked('preferred')] }), other()),
  company(
    'two of one rank',
    undefined,
    having({ P856: [ranked('preferred')] }),
    other({ P856: [ranked('preferred')] }),
  ),
  company('a dissolved company beside its successor', NAMED, FIRM, other({ P576: [ENDED] }, 'Granite Vale Mining')),
  company(
    'a former company of a class',
    undefined,
    having({ P31: [{ value: { item: 'Q4830453' }, qualifiers: { P582: [ENDED] } }] }),
  ),
  company('a company that ended on an unknown day', undefined, having({ P576: [{ unknown: true }] })),
  company('a site with a query', undefined, having({ P856: ['https://granitevale.com/?lang=en'] })),
  company('a site in another domain', undefined, having({ P856: ['https://granitevale.org/'] })),
  company('a subdomain', undefined, having({ P856: ['https://shop.granitevale.com/'] })),
  company('a product with the same site', NAMED, FIRM, other(of('Q7397'), 'Vale OS')),
  company('a rival of unknown class', undefined, FIRM, other(of('Q999999'))),
  company('a label in another language', 'Granit Vale AG', { ...FIRM, label: 'Granit Vale AG' }),
]

const works = (...jobs: NonNullable<TestItem['claims']>[string]) => ({ P108: jobs })
const HERE = { item: 'Q100' }
const twin: TestItem = { ...JANE, id: 'Q501' }
const NAME = 'Jane Doe'
const led = (property: string): TestItem => having({ [property]: [{ item: 'Q500' }] })
const unemployed = having(works(), JANE)
const named = (what: string, label: string, firstName: string, lastName: string): PersonShape =>
  person(what, label, [{ ...JANE, label }], { firstName, lastName })

export const PERSON_CASES: readonly PersonShape[] = [
  ...['P169', 'P488', 'P3320', 'P112'].map((role) =>
    person(`one whom the company names with ${role}`, NAME, [led(role), unemployed]),
  ),
  person('one of two whom the company names', undefined, [
    having({ P3320: [{ item: 'Q500' }, { item: 'Q501' }] }),
    unemployed,
    { ...unemployed, id: 'Q501' },
  ]),
  person('a former head', undefined, [
    having({ P169: [{ value: { item: 'Q500' }, qualifiers: { P582: [ENDED] } }] }),
    unemployed,
  ]),
  person('an office at the company', NAME, [
    having({ P108: [], P39: [{ value: { item: 'Q42' }, qualifiers: { P642: [HERE] } }] }, JANE),
  ]),
  person('an office elsewhere', undefined, [
    having({ P108: [], P39: [{ value: { item: 'Q42' }, qualifiers: { P642: [{ item: 'Q7' }] } }] }, JANE),
  ]),
  person('a job at one point in time', undefined, [
    having(works({ value: HERE, qualifiers: { P585: [ENDED] } }), JANE),
  ]),
  person('an alias', NAME, [{ ...JANE, label: NAME, aliases: ['Jane Miller'] }], { lastName: 'Miller' }),
  person('born long ago', undefined, [having({ P569: [{ time: '+1880-01-01T00:00:00Z' }] }, JANE)]),
  person('buried', undefined, [having({ P119: [{ item: 'Q1' }] }, JANE)]),
  person('died on an unknown day', undefined, [having({ P570: [{ unknown: true }] }, JANE)]),
  person('a band', undefined, [having({ P31: [{ item: 'Q215380' }] }, JANE)]),
  person('no last name', undefined, [JANE], { lastName: null }),
  person('no company', undefined, [JANE], { companyId: undefined }),
  person('another first name', undefined, [JANE], { firstName: 'Janet' }),
  person('a namesake, and one at the company', NAME, [JANE, having(works({ item: 'Q9' }), twin)]),
  person('a company of many employees', undefined, [having({ P1128: ['+80000'], P31: [{ item: 'Q891723' }] }), JANE]),
  named('marks in the name', 'José Núñez', 'Jose', 'Nunez'),
  named('a letter without a base', 'Søren Ødegård', 'Soren', 'Odegard'),
  named('an apostrophe', "Niamh O'Dea", 'Niamh', 'Odea'),
  person('a company that is a person', undefined, [
    { ...JANE, claims: { ...JANE.claims, P31: [BUSINESS, HUMAN] }, label: 'Jane Roe' },
  ]),
]
