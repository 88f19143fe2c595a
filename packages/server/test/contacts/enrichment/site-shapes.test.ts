import { expect, test } from 'vitest'
import { rootOf } from '../../../src/contacts/enrichment/eligible.ts'
import { readPage } from '../../../src/contacts/enrichment/website/page.ts'
import { askWebsite } from '../../../src/contacts/enrichment/website/website.ts'
import { FRAMEWORK_SITES } from '../../stand-ins/kinds/framework-sites.ts'
import { HARBOR_SITES } from '../../stand-ins/kinds/harbor-sites.ts'
import { HELD_OUT_SITES } from '../../stand-ins/kinds/held-out-sites.ts'
import { LATER_SITES_OF_KIND } from '../../stand-ins/kinds/later-sites.ts'
import { MARKET_SITES } from '../../stand-ins/kinds/market-sites.ts'
import { PLAZA_SITES } from '../../stand-ins/kinds/plaza-sites.ts'
import { REGIONAL_SITES } from '../../stand-ins/kinds/regional-sites.ts'
import { STREET_SITES } from '../../stand-ins/kinds/street-sites.ts'
import { SYSTEM_SITES } from '../../stand-ins/kinds/system-sites.ts'
import { TUNING_SITES } from '../../stand-ins/kinds/tuning-sites.ts'
import { PEOPLE_SHAPES } from '../../stand-ins/people-shapes.ts'
import { SITE_SHAPES } from '../../stand-ins/site-shapes.ts'
import { UNSEEN_SITES } from '../../stand-ins/unseen/unseen-sites.ts'
import { page, startWeb } from '../../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../../stand-ins/website-client.ts'
import { askUnseenSites } from './ask-sites.ts'

test.each(SITE_SHAPES)('$what ($domain) names $name', async ({ domain, web, name, absent, broken }) => {
  const internet = await startWeb(web, absent, broken)
  const deps = { fetch: internet.fetch, clock: { now: () => 1 }, userAgent: TEST_USER_AGENT }
  const answer = await askWebsite(deps, { domain, root: rootOf(domain) })
  const facts = answer.known ? answer.facts : undefined
  expect(facts?.status === 'matched' ? facts.company?.name : undefined).toBe(name)
})

test.each([
  ['that the rules were not written against', UNSEEN_SITES, 60],
  ['of kinds that are easy to get wrong', TUNING_SITES, 50],
  ['of the same kinds that were held out', HELD_OUT_SITES, 50],
  ['of the same kinds that were written later', LATER_SITES_OF_KIND, 40],
  ['that web frameworks write', FRAMEWORK_SITES, 40],
  ['that content systems and builders write', SYSTEM_SITES, 40],
  ['of many regions', REGIONAL_SITES, 40],
  ['that registrars, page builders and plugins write', STREET_SITES, 60],
  ['of the same kinds that were written second', MARKET_SITES, 60],
  ['of the same kinds that were written third', HARBOR_SITES, 55],
  ['of the same kinds that were written fourth', PLAZA_SITES, 55],
])('on sites %s, at most 1.6 %% of the names are wrong and at least 80 %% are found', async (_kind, sites, count) => {
  const cases = await askUnseenSites(sites)
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
