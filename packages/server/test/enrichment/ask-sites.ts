import { rootOf } from '../../src/enrichment/eligible.ts'
import { askWebsite } from '../../src/enrichment/website/website.ts'
import type { Site } from '../stand-ins/sites.ts'
import { openWeb } from '../stand-ins/website.ts'
import { TEST_USER_AGENT } from '../stand-ins/website-client.ts'

export type Case = { what: string; expected: string | undefined; said: string | undefined }

/** What the website source says of each site, served on loopback. A name that equals one of the accepted spellings counts as the expected one. */
export async function askSites(sites: readonly Site[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const { what, domain, names, web, absent, broken } of sites) {
    const internet = await openWeb(web, absent, broken)
    const deps = { fetch: internet.fetch, clock: { now: Date.now }, userAgent: TEST_USER_AGENT }
    const answer = await askWebsite(deps, { domain, root: rootOf(domain) })
    await internet.close()
    const facts = answer.known ? answer.facts : undefined
    const said = facts?.status === 'matched' ? (facts.company?.name ?? undefined) : undefined
    cases.push({ what, expected: names.find((name) => name === said) ?? names[0], said })
  }
  return cases
}
