import { rootOf } from '../../../src/contacts/enrichment/eligible.ts'
import { askWebsite } from '../../../src/contacts/enrichment/website/website.ts'
import type { SiteShape } from '../../stand-ins/site-shapes.ts'
import type { UnseenSite } from '../../stand-ins/unseen/unseen-site.ts'
import { openWeb } from '../../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../../stand-ins/website-client.ts'

export type Case = { what: string; expected: string | undefined; said: string | undefined }

/** What the website source says of each site, served on loopback. */
export async function askSites(sites: readonly SiteShape[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const { what, domain, name, web, absent, broken } of sites) {
    const internet = await openWeb(web, absent, broken)
    const deps = { fetch: internet.fetch, clock: { now: Date.now }, userAgent: TEST_USER_AGENT }
    const answer = await askWebsite(deps, { domain, root: rootOf(domain) })
    await internet.close()
    const facts = answer.known ? answer.facts : undefined
    cases.push({ what, expected: name, said: facts?.status === 'matched' ? facts.company?.name : undefined })
  }
  return cases
}

/** Sites whose owners may be spelled in more than one way; what is said as one of them counts as the expected name. */
export async function askUnseenSites(sites: readonly UnseenSite[]): Promise<Case[]> {
  const cases = await askSites(sites.map((site) => ({ ...site, name: site.names[0] })))
  return cases.map((one, nth) => ({
    ...one,
    expected: sites[nth]!.names.find((name) => name === one.said) ?? one.expected,
  }))
}
