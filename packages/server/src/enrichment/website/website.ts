import type { Clock } from '../../platform/clock.ts'
import { boundUrl } from '../bounds.ts'
import type { Answer, CompanyFacts, PersonFacts, SourceFacts } from '../facts.ts'
import { SourceUnavailable } from '../facts.ts'
import { type Page, type PageFacts, readPage } from './page.ts'
import { createVisit, NoHttps, type Visit, type VisitDeps } from './visit.ts'

export type WebsiteDeps = VisitDeps & { clock: Clock }

/** A mail domain, and the registrable domain that a redirect must not leave. */
export type Site = { domain: string; root: string }

type SitePerson = { address: string; person: PersonFacts; url: string }
export type WebsiteFacts = SourceFacts & { people?: SitePerson[] }

const PEOPLE_PAGES_MAX_COUNT = 3
/** By redirects and by pages that send their reader on. */
const HOPS_MAX_COUNT = 3

/** The company's facts on the home page of a mail domain, and the people with an address on its pages about people. */
export async function askWebsite(deps: WebsiteDeps, site: Site): Promise<Answer<WebsiteFacts>> {
  const visit = createVisit(deps, site.root)
  const outcome = await findHome(visit, site)
  if ('reason' in outcome) return { known: false, reason: outcome.reason }
  const fetchedAt = deps.clock.now()
  if (!outcome.home) return { known: true, facts: { status: outcome.status, fetchedAt } }
  const { page, facts } = outcome.home
  const people = await findPeople(visit, page, facts)
  const more = people.length > 0 ? { people } : {}
  const company = facts.company && toCompany(facts.company, page)
  if (!company) return { known: true, facts: { status: 'no_match', fetchedAt, ...more } }
  const url = boundUrl(page.url) ?? `${new URL(page.url).origin}/`
  return { known: true, facts: { status: 'matched', fetchedAt, url, company, ...more } }
}

type Home = { page: Page; facts: PageFacts }
type Outcome = { home?: Home; status: 'no_match' | 'skipped' } | { reason: string }

/** The first page that names the company; else the first page. */
async function findHome(visit: Visit, site: Site): Promise<Outcome> {
  const hosts = hostsOf(site)
  let first: Home | undefined
  let isDisallowed = false
  let unavailable: string | undefined
  for (const host of hosts) {
    try {
      const found = await visitHome(visit, host, site)
      if (found === 'disallowed') isDisallowed = true
      if (!found || found === 'disallowed') continue
      if (found.facts.company) return { home: found, status: 'no_match' }
      first ??= found
      // The bare name usually leads to www: the same page need not be read twice.
      hosts.delete(new URL(found.page.url).host)
    } catch (error) {
      if (!(error instanceof SourceUnavailable)) throw error
      unavailable ??= error.reason
    }
  }
  if (unavailable) return { reason: unavailable }
  if (first) return { home: first, status: 'no_match' }
  return { status: isDisallowed ? 'skipped' : 'no_match' }
}

/** Mail below a company's sub-domain is the company's. */
function hostsOf({ domain, root }: Site): Set<string> {
  return new Set([domain, root].flatMap((name) => [name, `www.${name.replace(/^www\./, '')}`]))
}

async function visitHome(visit: Visit, host: string, site: Site): Promise<Home | 'disallowed' | undefined> {
  try {
    return await follow(visit, `https://${host}/`, site)
  } catch (error) {
    if (error instanceof NoHttps) return follow(visit, `http://${host}/`, site)
    throw error
  }
}

async function follow(visit: Visit, start: string, { domain, root }: Site): Promise<Home | 'disallowed' | undefined> {
  let [url, hops] = [start, 0]
  for (;;) {
    const found = await visit.page(url, HOPS_MAX_COUNT - hops)
    if (!found || found === 'disallowed') return found
    hops += found.redirects + 1
    const { page } = found
    const owner = isWithin(new URL(page.url).hostname, domain) ? domain : root
    const facts = readPage(page, owner)
    const isSentOn = facts.refresh && !facts.company && hops <= HOPS_MAX_COUNT
    if (!isSentOn || !isWithin(new URL(facts.refresh!).hostname, root)) return { page, facts }
    url = facts.refresh!
  }
}

/** From a page that came without TLS, only the name is taken: anyone on the path could have answered. */
function toCompany(company: CompanyFacts, { url }: Page): CompanyFacts {
  if (url.startsWith('https:') || !company.name) return company
  return { name: company.name }
}

/** At most three pages of the same site. What cannot be read there names no one; the home page has answered already. */
async function findPeople(visit: Visit, home: Page, { people, peoplePages }: PageFacts): Promise<SitePerson[]> {
  if (!home.url.startsWith('https:')) return []
  const found = people.map((one) => ({ ...one, url: boundUrl(home.url) ?? `${new URL(home.url).origin}/` }))
  for (const url of peoplePages.slice(0, PEOPLE_PAGES_MAX_COUNT)) {
    const visited = await visit.page(url, 1).catch((error) => {
      if (error instanceof SourceUnavailable || error instanceof NoHttps) return undefined
      throw error
    })
    if (!visited || visited === 'disallowed') continue
    const { page } = visited
    const address = boundUrl(page.url)
    if (!address || new URL(page.url).origin !== new URL(home.url).origin) continue
    for (const one of readPage(page, new URL(page.url).hostname).people) found.push({ ...one, url: address })
  }
  return [...new Map(found.reverse().map((one) => [one.address, one])).values()].reverse()
}

function isWithin(host: string, root: string): boolean {
  return host === root || host.endsWith(`.${root}`)
}
