import type { Clock } from '../../../platform/clock.ts'
import type { Fetched, GuardedFetch } from '../../../platform/guarded-fetch.ts'
import { boundUrl } from '../bounds.ts'
import { type Answer, SourceUnavailable } from '../facts.ts'
import { type Page, readPage } from './page.ts'
import { ROBOTS_MAX_BYTES, type RobotsRules, readRobots } from './robots.ts'

export type WebsiteDeps = { fetch: GuardedFetch; clock: Clock; userAgent: string }

/** A mail domain, and the registrable domain that a redirect must not leave. */
export type Site = { domain: string; root: string }

const PAGE_MAX_BYTES = 1024 * 1024
const MAX_REDIRECTS = 3

/** What the home page of a mail domain says about the company behind it. */
export async function askWebsite(deps: WebsiteDeps, site: Site): Promise<Answer> {
  const robots = new Map<string, RobotsRules>()
  const hosts = new Set([site.domain, `www.${site.domain.replace(/^www\./, '')}`])
  let allowed = false
  let unavailable: string | undefined
  for (const host of hosts) {
    try {
      const home = await fetchHomePage(deps, robots, site, `https://${host}/`)
      if (home === 'disallowed') continue
      allowed = true
      const company = home && readPage(home, site.domain)
      const fetchedAt = deps.clock.now()
      if (company) {
        const url = boundUrl(home.url) ?? `https://${host}/`
        return { known: true, facts: { status: 'matched', fetchedAt, url, company } }
      }
      // The bare name usually leads to www: the same page need not be read twice.
      if (home) hosts.delete(new URL(home.url).host)
    } catch (error) {
      if (!(error instanceof SourceUnavailable)) throw error
      unavailable ??= error.reason
    }
  }
  if (unavailable) return { known: false, reason: unavailable }
  return { known: true, facts: { status: allowed ? 'no_match' : 'skipped', fetchedAt: deps.clock.now() } }
}

/**
 * The HTML page that `start` leads to, undefined if there is none. Redirects are taken by hand, because robots.txt of
 * each host on the way has to be heard before that host is asked.
 */
async function fetchHomePage(
  deps: WebsiteDeps,
  robots: Map<string, RobotsRules>,
  site: Site,
  start: string,
): Promise<Page | 'disallowed' | undefined> {
  let url = new URL(start)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!(await rulesOf(deps, robots, url.origin))(url.href)) return 'disallowed'
    let target: URL | undefined
    const answer = await deps.fetch(url.href, {
      accept: 'text/html, application/xhtml+xml',
      maxBytes: PAGE_MAX_BYTES,
      mayFollow: (next) => {
        target = next
        return false
      },
    })
    if (!target) return readHtml(answer)
    if (!isWithin(target.hostname, site.root)) return undefined
    url = target
  }
  return undefined
}

async function rulesOf(deps: WebsiteDeps, robots: Map<string, RobotsRules>, origin: string): Promise<RobotsRules> {
  const url = `${origin}/robots.txt`
  const rules = robots.get(origin) ?? readRobots(await deps.fetch(url, { maxBytes: ROBOTS_MAX_BYTES }), deps.userAgent)
  robots.set(origin, rules)
  return rules
}

function readHtml(answer: Fetched): Page | undefined {
  if (!answer.ok) {
    if (answer.reason === 'timeout' || answer.reason === 'unreachable') throw new SourceUnavailable(answer.reason)
    return undefined
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new SourceUnavailable(`http_${answer.status}`)
  const contentType = answer.headers.get('content-type') ?? ''
  if (answer.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return undefined
  return { url: answer.url, contentType, body: answer.body }
}

function isWithin(host: string, root: string): boolean {
  return host === root || host.endsWith(`.${root}`)
}
