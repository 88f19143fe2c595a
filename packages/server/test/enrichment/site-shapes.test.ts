import { expect, test } from 'vitest'
import { rootOf } from '../../src/enrichment/eligible.ts'
import { readPage } from '../../src/enrichment/website/page.ts'
import { askWebsite } from '../../src/enrichment/website/website.ts'
import { PEOPLE_SHAPES } from '../stand-ins/people-shapes.ts'
import { REACHED_SITES } from '../stand-ins/reached-sites.ts'
import { readSites } from '../stand-ins/sites.ts'
import { page, startWeb } from '../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../stand-ins/website-client.ts'
import { askSites } from './ask-sites.ts'

test.each([...readSites('shapes'), ...REACHED_SITES])(
  '$what ($domain) names $names',
  async ({ domain, web, names, absent, broken }) => {
    const internet = await startWeb(web, absent, broken)
    const deps = { fetch: internet.fetch, clock: { now: () => 1 }, userAgent: TEST_USER_AGENT }
    const answer = await askWebsite(deps, { domain, root: rootOf(domain) })
    const facts = answer.known ? answer.facts : undefined
    expect(facts?.status === 'matched' ? facts.company?.name : undefined).toBe(names[0])
  },
)

test.each([
  { kind: 'that the rules were not written against', sets: ['named', 'nameless', 'later-unseen'], count: 60 },
  { kind: 'of kinds that are easy to get wrong', sets: ['tuning'], count: 50 },
  { kind: 'of the same kinds that were held out', sets: ['held-out'], count: 50 },
  { kind: 'of the same kinds that were written later', sets: ['later'], count: 40 },
  { kind: 'that web frameworks write', sets: ['frameworks'], count: 40 },
  { kind: 'that content systems and builders write', sets: ['systems'], count: 40 },
  { kind: 'of many regions', sets: ['regional'], count: 40 },
  { kind: 'that registrars, page builders and plugins write', sets: ['street'], count: 60 },
  { kind: 'of the same kinds that were written second', sets: ['market'], count: 60 },
  { kind: 'of the same kinds that were written third', sets: ['harbor'], count: 55 },
  { kind: 'of the same kinds that were written fourth', sets: ['plaza'], count: 55 },
])('on sites $kind, at most 1.6 % of the names are wrong and at least 80 % are found', async ({ sets, count }) => {
  const cases = await askSites(readSites(...sets))
  const nameable = cases.filter(({ expected }) => expected !== undefined)
  const right = nameable.filter(({ expected, said }) => said === expected)
  const wrong = cases.filter(({ expected, said }) => said !== undefined && said !== expected)
  expect(cases.length).toBeGreaterThanOrEqual(count)
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(cases.length * 0.016)
  expect(right.length).toBeGreaterThanOrEqual(nameable.length * 0.8)
})

test.each(PEOPLE_SHAPES)('on a page of people, $what ties $address to $name', ({ body, address, name }) => {
  const team = {
    url: 'https://granitevale.com/team',
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(page('', body)),
  }
  const found = readPage(team, 'granitevale.com').people.find((one) => one.address === address)
  expect(found?.person.name).toBe(name)
})
