import robotsParser from 'robots-parser'
import type { Fetched } from '../../../platform/guarded-fetch.ts'
import { SourceUnavailable } from '../facts.ts'

/** Its types describe an ES module; the package is CommonJS, so the default import is the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** RFC 9309 §2.5: parsers must read at least this much, so nobody relies on more. */
export const ROBOTS_MAX_BYTES = 500 * 1024

/** Says of a URL on one host whether its robots.txt lets us fetch it (RFC 9309 §2.3.1). */
export type RobotsRules = (url: string) => boolean

export function readRobots(answer: Fetched, robotsUrl: string, userAgent: string): RobotsRules {
  if (!answer.ok) {
    // No host, no rules. Too large or led away from the host: there are rules, and we do not know them.
    if (answer.reason === 'no_address') return () => true
    if (answer.reason === 'timeout' || answer.reason === 'unreachable') throw new SourceUnavailable(answer.reason)
    return () => false
  }
  if (answer.status >= 500 || answer.status === 429) throw new SourceUnavailable(`robots_${answer.status}`)
  if (answer.status !== 200) return () => true
  const rules = parseRobots(robotsUrl, new TextDecoder().decode(answer.body))
  return (url) => rules.isAllowed(url, userAgent) ?? true
}
