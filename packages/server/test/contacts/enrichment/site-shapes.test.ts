import { expect, test } from 'vitest'
import { rootOf } from '../../../src/contacts/enrichment/eligible.ts'
import { askWebsite } from '../../../src/contacts/enrichment/website/website.ts'
import { SITE_SHAPES } from '../../stand-ins/site-shapes.ts'
import { startWeb } from '../../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../../stand-ins/website-client.ts'

test.each(SITE_SHAPES)('$what ($domain) names $name', async ({ domain, web, name, absent, broken }) => {
  const internet = await startWeb(web, absent, broken)
  const deps = { fetch: internet.fetch, clock: { now: () => 1 }, userAgent: TEST_USER_AGENT }
  const answer = await askWebsite(deps, { domain, root: rootOf(domain) })
  const facts = answer.known ? answer.facts : undefined
  expect(facts?.status === 'matched' ? facts.company?.name : undefined).toBe(name)
})
