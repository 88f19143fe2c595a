import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { parseJson } from './json.ts'
import { type RegistryEntry, readDomain, saysReserved } from './read-domain.ts'

/** The outcome of one question to a registry. */
export type RdapReply =
  | { readonly state: 'registered'; readonly entry: RegistryEntry }
  | { readonly state: 'not_registered'; readonly reserved: boolean }
  /** The registry wants fewer questions; null when it does not say for how long. */
  | { readonly state: 'slow_down'; readonly retryAfterMs: number | null }
  /** The registry is well but does not take this name; it says nothing about other names. */
  | { readonly state: 'refused' }
  /** Not this name, or not us: one such answer says nothing about other names, many in a row do. */
  | { readonly state: 'denied' }
  /** Another host answers for it, which has its own rate limit. */
  | { readonly state: 'elsewhere'; readonly url: string }
  | { readonly state: 'failed'; readonly reason: string }

const RDAP_TIMEOUT_MS = 8_000
const MAX_ANSWER_BYTES = 1024 * 1024
/** Registries use these against clients that ask too much, but also for names that they do not talk about. */
const DENIED_STATUSES = new Set([403, 422])
const NO_RETRY_SOONER_THAN_MS = 1_000

export type RdapQuestion = {
  /** The registrable domain, as its A-label. */
  domain: string
  /** The server of its registry. */
  server: string
  /** Where that server said to ask instead. */
  url?: string | undefined
}

/** Where to ask (RFC 9082 §3.1.3). */
export function rdapUrl({ domain, server, url }: RdapQuestion): URL {
  return new URL(url ?? `domain/${domain}`, server)
}

/** Asks one host. Where it redirects to, it is followed only on that host. */
export async function askRdap(fetch: GuardedFetch, question: RdapQuestion): Promise<RdapReply> {
  const { domain, server } = question
  const url = rdapUrl(question)
  let elsewhere: string | undefined
  const fetched = await fetch(url.href, {
    accept: 'application/rdap+json',
    totalMs: RDAP_TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    mayFollow: (target) => {
      if (target.host === url.host) return true
      elsewhere = target.href
      return false
    },
  })
  if (elsewhere !== undefined) return { state: 'elsewhere', url: elsewhere }
  if (!fetched.ok) return { state: 'failed', reason: fetched.reason }
  const { status, headers, body } = fetched
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  const isDenied = DENIED_STATUSES.has(status)
  if (status === 429 || ((isDenied || status === 503) && retryAfterMs !== null))
    return { state: 'slow_down', retryAfterMs }
  if (isDenied) return { state: 'denied' }
  const answer = parseJson(body)
  if (status === 404) return { state: 'not_registered', reserved: saysReserved(answer) }
  if (status === 400) return { state: 'refused' }
  if (status !== 200) return { state: 'failed', reason: `http_${status}` }
  const entry = readDomain(answer, { domain, host: new URL(server).hostname })
  return entry ? { state: 'registered', entry } : { state: 'failed', reason: 'malformed' }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(NO_RETRY_SOONER_THAN_MS, ms) : null
}
