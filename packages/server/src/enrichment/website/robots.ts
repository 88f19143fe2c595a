import type { Fetched } from '../../platform/outbound/guarded-fetch.ts'
import { SourceUnavailable } from '../facts.ts'
import { parseRobots } from './robots-rules.ts'

/** RFC 9309 §2.5: parsers must read at least this much, so no site relies on more. */
export const ROBOTS_MAX_BYTES = 500 * 1024

/** Says of a URL on one host whether its robots.txt lets us fetch it (RFC 9309 §2.3.1). */
export type RobotsRules = (url: string) => boolean

export function readRobots(answer: Fetched, userAgent: string): RobotsRules {
  if (!answer.ok) {
    // No host, no rules. Too large or led away from the host: there are rules, and we do not know them.
    if (answer.reason === 'no_address') return () => true
    if (answer.reason === 'timeout' || answer.reason === 'unreachable' || answer.reason === 'refused')
      throw new SourceUnavailable(answer.reason)
    return () => false
  }
  if (answer.status >= 500 || answer.status === 429) throw new SourceUnavailable(`robots_${answer.status}`)
  if (answer.status !== 200) return () => true
  const rules = parseRobots(new TextDecoder().decode(answer.body), productOf(userAgent))
  return (url) => {
    const { pathname, search } = new URL(url)
    return rules?.allows(pathname + search) ?? false
  }
}

/** The product token before the version (RFC 9309 §2.2.1). */
function productOf(userAgent: string): string {
  return userAgent.split('/')[0]!.trim()
}
