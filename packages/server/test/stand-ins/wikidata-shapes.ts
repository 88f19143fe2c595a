// Items of Wikidata around one company and its people, each with the name that a careful reader would take: undefined where
// more than one item, or none, could be meant. All of them are made up.
import type { PersonQuestion } from '../../src/enrichment/wikidata/person.ts'
import { BUSINESS, HUMAN, type TestItem } from './wikidata.ts'

export type CompanyShape = { what: string; items: readonly TestItem[]; domain: string; name: string | undefined }
export type PersonShape = {
  what: string
  items: readonly TestItem[]
  question: PersonQuestion
  name: string | undefined
}

const ENDED = { time: '+2019-01-01T00:00:00Z' }
export const FIRM: TestItem = {
  id: 'Q100',
  label: 'Granite Vale',
  claims: { P31: [BUSINESS], P856: ['https://www.granitevale.com/'] },
}
export const having = (claims: TestItem['claims'], item: TestItem = FIRM): TestItem => ({
  ...item,
  claims: { ...item.claims, ...claims },
})

export const company = (what: string, name: string | undefined, ...items: TestItem[]): CompanyShape => ({
  what,
  items,
  domain: 'granitevale.com',
  name,
})

export const COMPANY_SHAPES: readonly CompanyShape[] = [
  company('the site of one company', 'Granite Vale', FIRM),
  company('a site written with http and without www', 'Granite Vale', having({ P856: ['http://granitevale.com'] })),
  company(
    'a brand beside the company',
    'Granite Vale',
    FIRM,
    having({ P31: [{ item: 'Q431289' }] }, { ...FIRM, id: 'Q101' }),
  ),
  company('two companies with one site', undefined, FIRM, { ...FIRM, id: 'Q101', label: 'Other' }),
  company('a dissolved company', undefined, having({ P576: [ENDED] })),
  company(
    'a former site',
    undefined,
    having({ P856: [{ value: 'https://granitevale.com/', qualifiers: { P582: [ENDED] } }] }),
  ),
  company('a page below the site', undefined, having({ P856: ['https://granitevale.com/shop'] })),
  company('a city', undefined, having({ P31: [{ item: 'Q515' }] })),
]

export const JANE: TestItem = { id: 'Q500', label: 'Jane Doe', claims: { P31: [HUMAN], P108: [{ item: 'Q100' }] } }
const QUESTION: PersonQuestion = {
  addresses: ['jane.doe@granitevale.com'],
  firstName: 'Jane',
  lastName: 'Doe',
  companyId: 'Q100',
}

export const person = (
  what: string,
  name: string | undefined,
  items: TestItem[],
  question: Partial<PersonQuestion> = {},
): PersonShape => ({
  what,
  items: items.some(({ id }) => id === FIRM.id) ? items : [FIRM, ...items],
  question: { ...QUESTION, ...question },
  name,
})

export const PERSON_SHAPES: readonly PersonShape[] = [
  person('an employee by full name', 'Jane Doe', [JANE]),
  person('one of two namesakes, by her own address', 'Jane Doe', [
    having({ P968: ['mailto:jane.doe@granitevale.com'], P108: [] }, JANE),
    { ...JANE, id: 'Q501', label: 'Jane Doe' },
  ]),
  person('two namesakes at the company', undefined, [JANE, { ...JANE, id: 'Q501' }]),
  person('a namesake elsewhere', undefined, [having({ P108: [{ item: 'Q999' }] }, JANE)]),
  person('a former employee', undefined, [
    having({ P108: [{ value: { item: 'Q100' }, qualifiers: { P582: [ENDED] } }] }, JANE),
  ]),
  person('a dead person', undefined, [having({ P570: [ENDED] }, JANE)]),
  person('an initial', undefined, [JANE], { firstName: 'J' }),
]
