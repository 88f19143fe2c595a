import { expect, test } from 'vitest'
import { createWikidataApi } from '../../src/enrichment/wikidata/api.ts'
import { askWikidataForCompany, askWikidataForPerson } from '../../src/enrichment/wikidata/wikidata.ts'
import { startWeb } from '../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../stand-ins/website-client.ts'
import { BUSINESS, HUMAN, type TestItem, WIKIDATA_API, wikidata } from '../stand-ins/wikidata.ts'

const NOW = Date.UTC(2026, 5, 1)
const clock = { now: () => NOW }
const NO_MATCH = { known: true, facts: { status: 'no_match', fetchedAt: NOW } }

async function serve(items: readonly TestItem[]) {
  const standIn = wikidata(items)
  const web = await startWeb({ [WIKIDATA_API]: standIn.reply })
  return {
    deps: { api: createWikidataApi({ fetch: web.fetch, restMs: 0 }), clock, searchesByName: true },
    standIn,
    web,
  }
}

async function askCompany(items: readonly TestItem[], domain = 'acme.com') {
  return askWikidataForCompany((await serve(items)).deps, domain)
}

const ACME: TestItem = {
  id: 'Q100',
  label: 'Acme Rockets',
  description: 'maker of rockets',
  claims: { P31: [BUSINESS], P856: ['https://www.acme.com/'] },
}
const OTHER: TestItem = { ...ACME, id: 'Q101', label: 'Other Firm' }

test('the organisation whose official website is the domain is the company', async () => {
  const accounts: TestItem['claims'] = {
    P2002: [
      { value: 'acme_old', qualifiers: { P582: [{ unknown: true }] } },
      { value: 'acme', qualifiers: { P585: [{ time: '+2024-01-01T00:00:00Z' }] } },
    ],
    P4264: ['acme-rockets'],
    P2037: ['acme/..'],
  }
  const answer = await askCompany([{ ...ACME, claims: { ...ACME.claims, ...accounts } }])
  expect(answer).toEqual({
    known: true,
    facts: {
      status: 'matched',
      fetchedAt: NOW,
      url: 'https://www.wikidata.org/wiki/Q100',
      itemId: 'Q100',
      company: {
        name: 'Acme Rockets',
        website: 'https://www.acme.com/',
        description: 'maker of rockets',
        links: ['https://x.com/acme', 'https://www.linkedin.com/company/acme-rockets', 'https://github.com/acme%2F..'],
      },
    },
  })
})

for (const site of ['http://acme.com', 'https://acme.com/', 'http://www.acme.com/', 'https://www.acme.com'])
  test(`a website written as ${site} is found`, async () => {
    const answer = await askCompany([{ ...ACME, claims: { ...ACME.claims, P856: [site] } }])
    expect(answer).toMatchObject({ facts: { itemId: 'Q100' } })
  })

test('an internationalised domain is found in both of its spellings', async () => {
  for (const site of ['https://xn--mnchen-3ya.de/', 'https://münchen.de/']) {
    const answer = await askCompany([{ ...ACME, claims: { ...ACME.claims, P856: [site] } }], 'xn--mnchen-3ya.de')
    expect(answer).toMatchObject({ facts: { itemId: 'Q100', company: { website: 'https://xn--mnchen-3ya.de/' } } })
  }
})

test('a search is never longer than Wikidata accepts', async () => {
  const domain = `${'a-very-long-label-'.repeat(3)}x.${'and-another-one-'.repeat(3)}x.co.uk`
  const { deps, standIn } = await serve([{ ...ACME, claims: { ...ACME.claims, P856: [`http://${domain}`] } }])
  expect(await askWikidataForCompany(deps, domain)).toMatchObject({ facts: { itemId: 'Q100' } })
  expect(standIn.asked.filter((parameters) => parameters.get('action') === 'query').length).toBeGreaterThan(1)
})

const NOT_THE_COMPANY: Record<string, readonly TestItem[]> = {
  'one of two items with the same site': [ACME, OTHER],
  'one beside an item of an unknown kind': [
    ACME,
    { ...OTHER, claims: { ...OTHER.claims, P31: [{ item: 'Q2467461' }] } },
  ],
  'one beside an item without a kind': [ACME, { ...OTHER, claims: { P856: ['https://acme.com'] } }],
  'an item of an unknown kind': [{ ...ACME, claims: { ...ACME.claims, P31: [{ item: 'Q999999' }] } }],
  'a position': [{ ...ACME, claims: { ...ACME.claims, P31: [{ item: 'Q4164871' }] } }],
  'a city, also if called an organisation': [
    { ...ACME, claims: { ...ACME.claims, P31: [{ item: 'Q515' }, { item: 'Q43229' }] } },
  ],
  'a human': [{ ...ACME, claims: { ...ACME.claims, P31: [HUMAN] } }],
  'a website': [{ ...ACME, claims: { ...ACME.claims, P31: [{ item: 'Q35127' }] } }],
  'an item for which the site is deprecated': [
    { ...ACME, claims: { ...ACME.claims, P856: [{ value: 'https://acme.com/', rank: 'deprecated' }] } },
  ],
  'an item whose kind is deprecated': [
    { ...ACME, claims: { ...ACME.claims, P31: [{ value: { item: 'Q4830453' }, rank: 'deprecated' }] } },
  ],
  'an item that had the site once': [
    {
      ...ACME,
      claims: {
        ...ACME.claims,
        P856: [{ value: 'https://acme.com/', qualifiers: { P582: [{ time: '+2019-00-00T00:00:00Z' }] } }],
      },
    },
  ],
  'what was a company once': [
    {
      ...ACME,
      claims: {
        ...ACME.claims,
        P31: [{ value: { item: 'Q4830453' }, qualifiers: { P582: [{ time: '+2015-00-00T00:00:00Z' }] } }],
      },
    },
  ],
  'a dissolved company': [{ ...ACME, claims: { ...ACME.claims, P576: [{ time: '+2017-08-17T00:00:00Z' }] } }],
}
for (const [what, items] of Object.entries(NOT_THE_COMPANY))
  test(`${what} is not taken for the company`, async () => {
    expect(await askCompany(items)).toEqual(NO_MATCH)
  })

test('a subsidiary on a path of the site does not compete', async () => {
  const below = { ...OTHER, claims: { ...OTHER.claims, P856: ['https://www.acme.com/fr-fr', 'https://www.acme.com/'] } }
  const onlyBelow = { ...OTHER, claims: { ...OTHER.claims, P856: ['https://www.acme.com/fr-fr'] } }
  expect(await askCompany([ACME, below])).toEqual(NO_MATCH)
  expect(await askCompany([ACME, onlyBelow])).toMatchObject({ facts: { itemId: 'Q100' } })
  expect(await askCompany([onlyBelow])).toEqual(NO_MATCH)
})

test('a website, a brand and a former owner do not hide the company', async () => {
  const website = { ...OTHER, claims: { ...OTHER.claims, P31: [{ item: 'Q35127' }] } }
  const former = { ...OTHER, id: 'Q102', claims: { ...OTHER.claims, P576: [{ time: '+2001-01-01T00:00:00Z' }] } }
  expect(await askCompany([website, ACME, former])).toMatchObject({ facts: { itemId: 'Q100' } })
})

test('the item for which the site is preferred wins over those for which it is one of many', async () => {
  const preferred = {
    ...ACME,
    claims: { ...ACME.claims, P856: [{ value: 'https://acme.com/', rank: 'preferred' as const }] },
  }
  expect(await askCompany([OTHER, preferred])).toMatchObject({ facts: { itemId: 'Q100' } })
  expect(await askCompany([preferred, { ...preferred, id: 'Q101' }])).toEqual(NO_MATCH)
})

test('more candidates than can be looked at are no match', async () => {
  const crowd = Array.from({ length: 25 }, (_, n) => ({
    ...ACME,
    id: `Q${200 + n}`,
    claims: { ...ACME.claims, P31: [BUSINESS] },
  }))
  expect(await askCompany(crowd)).toEqual(NO_MATCH)
})

const JANE: TestItem = {
  id: 'Q500',
  label: 'Jane Doe',
  claims: {
    P31: [HUMAN],
    P569: [{ time: '+1980-02-03T00:00:00Z' }],
    P108: [{ item: 'Q100' }],
    P106: [{ item: 'Q900' }],
    P551: [{ item: 'Q901' }],
    P18: ['Jane Doe (2020)?.jpg'],
    P856: ['https://janedoe.net/'],
    P2002: ['janedoe'],
    P6634: ['jane-doe'],
    P2037: ['jdoe'],
  },
}
const LABELS: TestItem[] = [
  ACME,
  { id: 'Q900', label: 'engineer' },
  { id: 'Q901', label: 'Paris' },
  { id: 'Q902', label: 'chief executive officer' },
]
const QUESTION = { addresses: ['jane.doe@acme.com'], firstName: 'Jane', lastName: 'Doe', companyId: 'Q100' }

async function askPerson(
  items: readonly TestItem[],
  question: Partial<typeof QUESTION> | { companyId: undefined } = {},
) {
  const { deps } = await serve([...items, ...LABELS])
  return askWikidataForPerson(deps, { ...QUESTION, ...question })
}

const having = (claims: TestItem['claims'], item = JANE): TestItem => ({
  ...item,
  claims: { ...item.claims, ...claims },
})

test('a person with the full name and a current job at the company is matched, with all fields', async () => {
  expect(await askPerson([JANE])).toEqual({
    known: true,
    facts: {
      status: 'matched',
      fetchedAt: NOW,
      url: 'https://www.wikidata.org/wiki/Q500',
      person: {
        name: 'Jane Doe',
        imageUrl: 'https://commons.wikimedia.org/wiki/Special:FilePath/Jane%20Doe%20(2020)%3F.jpg',
        jobTitle: 'engineer',
        employer: 'Acme Rockets',
        location: 'Paris',
        links: [
          'https://janedoe.net/',
          'https://x.com/janedoe',
          'https://www.linkedin.com/in/jane-doe',
          'https://github.com/jdoe',
        ],
      },
    },
  })
})

test('the office held at the company is the title', async () => {
  const office = { value: { item: 'Q902' }, qualifiers: { P642: [{ item: 'Q100' }] } }
  const answer = await askPerson([having({ P108: [], P39: [{ item: 'Q900' }, office] })])
  expect(answer).toMatchObject({ facts: { person: { jobTitle: 'chief executive officer', employer: 'Acme Rockets' } } })
})

test('a person is matched by alias, in any language, and with accents left out', async () => {
  const spellings: [Partial<TestItem>, lastName: string][] = [
    [{ label: 'J. D.', aliases: ['jane DOE'] }, 'Doe'],
    [{ label: 'Jané Døe' }, 'Doe'],
    [{ label: 'Ms Doe', labels: { de: 'Jane Straße' } }, 'Strasse'],
    [{ label: "Jane O'Hara-Smith" }, 'Ohara Smith'],
  ]
  for (const [names, lastName] of spellings)
    expect(await askPerson([{ ...JANE, ...names }], { lastName })).toMatchObject({ facts: { status: 'matched' } })
})

test('of namesakes, the one who states the address is the person, also without a job at the company', async () => {
  const item = having({ P968: ['mailto:Jane.Doe@ACME.com'], P108: [] })
  const answer = await askPerson([item, { ...JANE, id: 'Q501' }], {
    addresses: ['jane.doe@acme.com', 'Jane.Doe@ACME.com'],
  })
  expect(answer).toMatchObject({ facts: { url: 'https://www.wikidata.org/wiki/Q500' } })
})

test('no address is ever part of a question', async () => {
  const { deps, standIn } = await serve([having({ P968: ['mailto:jane.doe@acme.com'] }), ...LABELS])
  for (const companyId of ['Q100', undefined]) await askWikidataForPerson(deps, { ...QUESTION, companyId })
  await askWikidataForCompany(deps, 'acme.com')
  expect(standIn.asked.length).toBeGreaterThan(2)
  for (const parameters of standIn.asked) expect([...parameters.values()].join(' ')).not.toMatch(/@|%40|mailto/i)
})

test("those whom the company's item names are found by name, with their role, while they are in office", async () => {
  const head: TestItem = { id: 'Q500', label: 'Jane Doe', claims: { P31: [HUMAN] } }
  for (const [property, jobTitle] of [
    ['P169', 'chief executive officer'],
    ['P488', 'chairperson'],
    ['P3320', 'board member'],
    ['P112', 'founder'],
  ] as const) {
    const company = having({ [property]: [{ item: 'Q500' }] }, ACME)
    const { deps } = await serve([company, head])
    expect(await askWikidataForPerson(deps, QUESTION)).toMatchObject({
      facts: { person: { name: 'Jane Doe', jobTitle, employer: 'Acme Rockets' } },
    })
    const former = having({ [property]: [{ value: { item: 'Q500' }, qualifiers: { P582: [ENDED] } }] }, ACME)
    expect(await askWikidataForPerson((await serve([former, head])).deps, QUESTION)).toEqual(NO_MATCH)
  }
})

test('at a very large company a namesake is not a match without a second fact', async () => {
  const university = having({ P31: [{ item: 'Q3918' }] }, ACME)
  const ask = async (jane: TestItem, company = university) =>
    askWikidataForPerson((await serve([company, jane, ...LABELS.slice(1)])).deps, QUESTION)
  expect(await ask(JANE)).toEqual(NO_MATCH)
  expect(await ask(having({ P968: ['mailto:jane.doe@acme.com'] }))).toMatchObject({ facts: { status: 'matched' } })
  expect(await ask(JANE, having({ P169: [{ item: 'Q500' }] }, university))).toMatchObject({
    facts: { status: 'matched' },
  })
})

test('items that are too large for one answer are requested in smaller parts', async () => {
  const items = Array.from({ length: 50 }, (_, n) => ({ id: `Q${n + 1}`, label: 'x'.repeat(250_000) }))
  const { deps, standIn } = await serve(items)
  expect(await deps.api.items(items.map(({ id }) => id))).toHaveLength(50)
  expect(standIn.asked.map((parameters) => parameters.get('ids')!.split('|').length)).toEqual([50, 25, 25])
})

const ENDED = { time: '+2019-01-01T00:00:00Z' }
const NOT_THE_PERSON: Record<string, readonly TestItem[]> = {
  'a namesake without a job': [having({ P108: [] })],
  'a namesake at another company': [having({ P108: [{ item: 'Q101' }] })],
  'one of two namesakes at the company': [JANE, { ...JANE, id: 'Q501' }],
  'a former employee': [having({ P108: [{ value: { item: 'Q100' }, qualifiers: { P582: [ENDED] } }] })],
  'a former employee, end unknown': [
    having({ P108: [{ value: { item: 'Q100' }, qualifiers: { P582: [{ unknown: true }] } }] }),
  ],
  'an employee known for one year only': [
    having({ P108: [{ value: { item: 'Q100' }, qualifiers: { P585: [ENDED] } }] }),
  ],
  'an employee whose preferred job is elsewhere': [
    having({ P108: [{ item: 'Q100' }, { value: { item: 'Q101' }, rank: 'preferred' }] }),
  ],
  'an employee by a deprecated statement': [having({ P108: [{ value: { item: 'Q100' }, rank: 'deprecated' }] })],
  'a former chief executive': [
    having({ P108: [], P39: [{ value: { item: 'Q902' }, qualifiers: { P642: [{ item: 'Q100' }], P582: [ENDED] } }] }),
  ],
  'the chief executive of another company': [
    having({ P108: [], P39: [{ value: { item: 'Q902' }, qualifiers: { P642: [{ item: 'Q101' }] } }] }),
  ],
  'a dead person': [having({ P570: [{ time: '+2009-10-16T00:00:00Z' }] })],
  'a person who died at an unknown time': [having({ P570: [{ unknown: true }] })],
  'a person who is buried': [having({ P119: [{ unknown: true }] })],
  'a person born too long ago': [having({ P569: [{ time: '+1831-09-14T00:00:00Z' }] })],
  'a fictional character': [having({ P31: [{ item: 'Q15632617' }] })],
  'a person with one more name': [{ ...JANE, label: 'Jane Mary Doe' }],
  'a person with the first name only': [{ ...JANE, label: 'Jane' }],
  'a dead person with the address': [having({ P968: ['mailto:jane.doe@acme.com'], P570: [ENDED], P108: [] })],
  'one of two persons with the address': [
    having({ P968: ['mailto:jane.doe@acme.com'], P108: [] }),
    { ...having({ P968: ['mailto:jane.doe@acme.com'], P108: [] }), id: 'Q501' },
  ],
  'a person with the address and another name': [
    having({ P968: ['mailto:jane.doe@acme.com'], P108: [] }, { ...JANE, label: 'Jane Roe' }),
  ],
  'a person with a former address': [
    having({ P968: [{ value: 'mailto:jane.doe@acme.com', qualifiers: { P582: [ENDED] } }], P108: [] }),
  ],
  'an organisation with the address': [having({ P968: ['mailto:jane.doe@acme.com'], P31: [BUSINESS] })],
}
for (const [who, items] of Object.entries(NOT_THE_PERSON))
  test(`${who} is not taken for the contact`, async () => {
    expect(await askPerson(items)).toEqual(NO_MATCH)
  })

test('a name alone never matches: without a matched company or a full name no person is searched for', async () => {
  for (const question of [{ companyId: undefined }, { firstName: '' }, { firstName: 'J' }, { lastName: 'D' }]) {
    const { deps, standIn } = await serve([JANE, ...LABELS])
    expect(await askWikidataForPerson(deps, { ...QUESTION, ...question })).toEqual(NO_MATCH)
    expect(standIn.asked.map((parameters) => parameters.get('srsearch')).join()).not.toContain('P31=Q5')
  }
})

test('a name too long for a search is no match: it must not look like a source that is down', async () => {
  // Each of these characters is a phrase of eighteen when compared.
  const { deps, standIn } = await serve([JANE])
  const answer = await askWikidataForPerson(deps, { ...QUESTION, firstName: '\ufdfa'.repeat(64) })
  expect(answer).toEqual(NO_MATCH)
  expect(standIn.asked.map((parameters) => parameters.get('srsearch')).join()).not.toContain('P31=Q5')
})

test('an error is "could not find out" whatever the status, and so is anything that is not an answer', async () => {
  const { deps, standIn } = await serve([ACME, JANE])
  const maxlag = JSON.stringify({ error: { code: 'maxlag', info: 'Waiting for all: 7 seconds lagged.', lag: 7 } })
  for (const failure of [
    { status: 200, body: maxlag },
    { status: 200, body: '<html>busy</html>' },
    { status: 200, body: 'null' },
    { status: 200, body: '{"batchcomplete":true}' },
    { status: 429, body: '' },
    { status: 503, body: '{}' },
  ]) {
    standIn.failure = failure
    expect(await askWikidataForCompany(deps, 'acme.com')).toMatchObject({ known: false })
    expect(await askWikidataForPerson(deps, QUESTION)).toMatchObject({ known: false })
  }
  standIn.failure = undefined
  expect(await askWikidataForCompany(deps, 'acme.com')).toMatchObject({ known: true, facts: { status: 'matched' } })
})

test('after an answer that was none, the next question waits', async () => {
  const { standIn, web } = await serve([ACME])
  const api = createWikidataApi({ fetch: web.fetch, restMs: 300 })
  standIn.failure = { status: 429, body: '' }
  const startedAt = performance.now()
  await expect(api.search(['P856=https://acme.com/'])).rejects.toThrow()
  standIn.failure = undefined
  await api.search(['P856=https://acme.com/'])
  expect(performance.now() - startedAt).toBeGreaterThan(290)
})

test('requests carry maxlag and our name, one at a time', async () => {
  const { deps, standIn, web } = await serve([ACME, JANE, ...LABELS])
  await askWikidataForCompany(deps, 'acme.com')
  await askWikidataForPerson(deps, QUESTION)
  expect(standIn.asked.every((parameters) => parameters.get('maxlag') === '5')).toBe(true)
  expect(web.mostAtOnce('www.wikidata.org')).toBe(1)
  expect([...web.userAgents]).toEqual([TEST_USER_AGENT])
})
