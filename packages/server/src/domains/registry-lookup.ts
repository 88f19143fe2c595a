import { Counter } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { DistributedRateLimit } from '../platform/outbound/distributed-rate-limit.ts'
import type { GuardedDial } from '../platform/outbound/guarded-dial.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { HostRateLimit, RequestOutcome } from '../platform/outbound/host-rate-limit.ts'
import type { FindServer } from './rdap/bootstrap.ts'
import { askRdap, type RdapQuestion, type RdapReply, rdapUrl } from './rdap/client.ts'
import type { RegistryEntry } from './rdap/read-domain.ts'
import { type RegistryAnswer, untilExpiry } from './registry-facts.ts'
import type { Asked, NotAsked, Question } from './shared-lookup.ts'
import { askWhois } from './whois/client.ts'

const REGISTERED_FRESH_MS = 24 * 3_600_000
/** How long an answer is better than none while its registry cannot be reached. */
const REGISTERED_USABLE_MS = 7 * 24 * 3_600_000
const NOT_REGISTERED_FRESH_MS = 3_600_000
const FAILED_FRESH_MS = 5 * 60_000

/** Questions that a registry put off, or sent to another host, are put again while there is time. */
const MAX_QUESTIONS = 3

export type RegistryLookupDeps = {
  fetch: GuardedFetch
  dial: GuardedDial
  hostLimit: HostRateLimit
  fleetLimit: DistributedRateLimit
  findServer: FindServer
  metrics: Metrics
  clock: Clock
}

/** Asks the registry of one registrable domain, when it is the domain's turn at the registry's host. */
export function createRegistryLookup({
  fetch,
  dial,
  hostLimit,
  fleetLimit,
  findServer,
  metrics,
  clock,
}: RegistryLookupDeps) {
  const requests = new Counter({
    name: 'mailsift_rdap_requests_total',
    help: 'Registry lookups (RDAP, or WHOIS where a registry has no RDAP) by host and outcome.',
    labelNames: ['host', 'outcome'],
    registers: [metrics],
  })

  return async (domain: string, question: Question<RegistryAnswer>): Promise<Asked<RegistryAnswer> | NotAsked> => {
    const server = await findServer(domain)
    if (server === undefined) return failed(question)
    let rdapQuestion: RdapQuestion = { domain, server }
    for (let asked = 0; asked < MAX_QUESTIONS; ) {
      const { host } = rdapUrl(rdapQuestion)
      if (!(await hostLimit.acquire(host, { deadline: question.deadline, owner: question.owner, key: domain })))
        return asked === 0 ? 'out_of_time' : failed(question)
      let result: RequestOutcome = { outcome: 'unused' }
      let lease: string | undefined
      try {
        const taken = await fleetLimit.acquire(host, question.deadline, hostLimit.rateOf(host))
        if (taken === undefined) return asked === 0 ? 'out_of_time' : failed(question)
        if (typeof taken === 'object') {
          // The limit of this process applies the same pause and decides which requests wait for its end.
          result = { outcome: 'paused', ...taken }
          continue
        }
        lease = taken
        // Only now, because a lease that waits in the queue of a slow host would keep others from asking.
        if (asked === 0 && !(await question.takeLease())) return 'leased_elsewhere'
        asked++
        const reply = isWhois(server) ? await askWhois(dial, { domain, server }) : await askRdap(fetch, rdapQuestion)
        requests.inc({ host, outcome: reply.state === 'failed' ? reply.reason : reply.state })
        result = outcomeOf(reply, isWhois(server))
        if (reply.state === 'registered') return keepRegistered(reply.entry, clock.now())
        if (reply.state === 'not_registered') return keep(reply, NOT_REGISTERED_FRESH_MS, NOT_REGISTERED_FRESH_MS)
        if (reply.state === 'elsewhere') rdapQuestion = { domain, server, url: reply.url }
        else if (reply.state !== 'slow_down') return failed(question)
      } finally {
        if (lease !== undefined) await fleetLimit.release(host, lease, result)
        hostLimit.release(host, result)
      }
    }
    return failed(question)
  }
}

function isWhois(server: string): boolean {
  return server.startsWith('whois:')
}

function keep(answer: RegistryAnswer, freshMs: number, usableMs: number): Asked<RegistryAnswer> {
  return { answer, freshMs, usableMs }
}

/** An answer is kept no longer than to the day of expiry: most domains are renewed on that day. */
function keepRegistered(entry: RegistryEntry, now: number): Asked<RegistryAnswer> {
  const leftMs = untilExpiry(entry, now)
  const limitMs = leftMs !== null && leftMs > 0 ? leftMs : Number.POSITIVE_INFINITY
  return keep(
    { state: 'registered', ...entry },
    Math.min(REGISTERED_FRESH_MS, limitMs),
    Math.min(REGISTERED_USABLE_MS, limitMs),
  )
}

/** A failure is not asked again for a while, but it does not make us forget what the registry said before. */
function failed({ previous }: Question<RegistryAnswer>): Asked<RegistryAnswer> {
  if (previous?.answer) return keep(previous.answer, FAILED_FRESH_MS, previous.usableMs)
  return keep({ state: 'unknown' }, FAILED_FRESH_MS, FAILED_FRESH_MS)
}

/** WHOIS servers announce limits of some hundred requests an hour or a day, so their rate does not rise. */
function outcomeOf(reply: RdapReply, isSteady: boolean): RequestOutcome {
  if (reply.state === 'slow_down') return { outcome: 'slow_down', retryAfterMs: reply.retryAfterMs }
  return reply.state === 'failed' || reply.state === 'denied' ? { outcome: 'failed' } : { outcome: 'ok', isSteady }
}
