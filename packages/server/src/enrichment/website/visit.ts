import type { Fetched, GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { SourceUnavailable } from '../facts.ts'
import type { Page } from './page.ts'
import { ROBOTS_MAX_BYTES, type RobotsRules, readRobots } from './robots.ts'

export type VisitDeps = { fetch: GuardedFetch; userAgent: string }

/** Nothing listens for https there, or it has no certificate for this name. */
export class NoHttps extends Error {}

const PAGE_MAX_BYTES = 1024 * 1024

export type Visit = {
  /**
   * The HTML page that a URL leads to, undefined if there is none. Redirects are taken by hand, because robots.txt of
   * each host on the way has to be followed before that host is requested.
   */
  page(start: string, redirectsMax: number): Promise<{ page: Page; redirects: number } | 'disallowed' | undefined>
}

/** One look at one site: one request after the other, and robots.txt of each host once. */
export function createVisit({ fetch, userAgent }: VisitDeps, root: string): Visit {
  const robots = new Map<string, RobotsRules>()

  async function rulesOf(origin: string): Promise<RobotsRules> {
    const known = robots.get(origin)
    if (known) return known
    const answer = await fetch(`${origin}/robots.txt`, { maxBytes: ROBOTS_MAX_BYTES })
    requireHttps(answer, origin)
    const rules = readRobots(answer, userAgent)
    robots.set(origin, rules)
    return rules
  }

  return {
    async page(start, redirectsMax) {
      let url = new URL(start)
      for (let redirects = 0; redirects <= redirectsMax; redirects++) {
        if (!(await rulesOf(url.origin))(url.href)) return 'disallowed'
        let target: URL | undefined
        const answer = await fetch(url.href, {
          accept: 'text/html, application/xhtml+xml',
          maxBytes: PAGE_MAX_BYTES,
          whenTooLarge: 'cut',
          mayFollow: (next) => {
            target = next
            return false
          },
        })
        if (!target) {
          requireHttps(answer, url.origin)
          const page = readHtml(answer)
          return page && { page, redirects }
        }
        if (target.hostname !== root && !target.hostname.endsWith(`.${root}`)) return undefined
        url = target
      }
      return undefined
    },
  }
}

function requireHttps(answer: Fetched, origin: string): void {
  if (answer.ok || !origin.startsWith('https:')) return
  if (answer.reason === 'refused' || answer.reason === 'insecure') throw new NoHttps()
}

function readHtml(answer: Fetched): Page | undefined {
  if (!answer.ok) {
    if (answer.reason === 'timeout' || answer.reason === 'unreachable' || answer.reason === 'refused')
      throw new SourceUnavailable(answer.reason)
    return undefined
  }
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new SourceUnavailable(`http_${answer.status}`)
  const contentType = answer.headers.get('content-type') ?? ''
  if (answer.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return undefined
  return { url: answer.url, contentType, body: answer.body }
}
