import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { type Checked, known, type Unknown } from '../checked.ts'
import { within } from '../deadline.ts'
import { hostNameOf } from '../host-name.ts'
import { findMailHosts, findPublicAddress, type MailHosts } from './mail-hosts.ts'
import type { DnsQuestions } from './questions.ts'
import { createValidity, type Kept, LONGEST_DENIED_MS, UNKNOWN_LIFE_MS } from './validity.ts'

/** All that DNS is queried for about a mail domain: its mail hosts, and the name servers of its registrable domain. */
export type DomainDns = Checked<MailHosts & { readonly nameservers: Checked<readonly string[]> }>

export type FoundDns = Kept<Extract<DomainDns, { known: true }>['value']> & {
  /** The public address that makes the domain deliverable. */
  readonly address: string | null
}

/** How much longer than for the mail hosts one waits for the name servers, which decide nothing about mail. */
const NAME_SERVERS_GRACE_MS = 2_000
const TOO_SLOW: Unknown = { known: false, reason: 'timeout' }
const CACHED_NAMES_MAX = 20_000

export type DomainDnsDeps = {
  questions: DnsQuestions
  clock: Clock
  /** For all questions about one domain, however many mail hosts it names and however slowly each is answered. */
  budgetMs: number
}

/** Asks DNS about one domain: MX and NS at the same time, then the addresses of the mail hosts. */
export function createDomainDns({ questions, clock, budgetMs }: DomainDnsDeps) {
  const addresses = cacheAnswers(clock, (host) => findPublicAddress({ questions, clock }, host))
  const nameserverNames = cacheAnswers<readonly string[]>(clock, async (name) => {
    const validity = createValidity(clock)
    const answer = validity.add(await questions.ns(name))
    return validity.keep(answer.known ? known(readNameservers(answer.value.records)) : answer)
  })

  async function ask(domain: string, registrableDomain: string): Promise<FoundDns> {
    const validity = createValidity(clock)
    const asking = nameserverNames.of(registrableDomain)
    const mail = await findMailHosts(
      {
        mx: async (name) => validity.add(await questions.mx(name)),
        publicAddressOf: async (host) => validity.addKept(await addresses.of(host)),
      },
      domain,
    )
    if (!mail.known) return { ...validity.keep(mail), address: null }
    const { address, ...hosts } = mail.value
    const asked = await within(NAME_SERVERS_GRACE_MS, asking, undefined)
    const nameservers = asked ? validity.addKept(asked) : TOO_SLOW
    const { answer, until } = validity.keep(known({ ...hosts, nameservers }))
    return { answer, until: Math.min(until, clock.now() + longestLife(hosts, nameservers)), address }
  }

  return {
    async ask(domain: string, registrableDomain: string): Promise<FoundDns> {
      const found = await within(budgetMs, ask(domain, registrableDomain), undefined)
      return found ?? { ...createValidity(clock).keep(TOO_SLOW), address: null }
    },
    /** A resolver has lied: its earlier answers are queried again. */
    forget() {
      addresses.clear()
      nameserverNames.clear()
    },
  }
}

function longestLife({ deliverable }: MailHosts, nameservers: Checked<unknown>): number {
  if (!nameservers.known) return UNKNOWN_LIFE_MS
  return deliverable ? Number.POSITIVE_INFINITY : LONGEST_DENIED_MS
}

/** Concurrent questions about one name share a request, and its answer is cached until it expires. */
function cacheAnswers<T>(clock: Clock, ask: (name: string) => Promise<Kept<T>>) {
  const cache = new LRUCache<string, Kept<T>>({
    max: CACHED_NAMES_MAX,
    ttl: UNKNOWN_LIFE_MS,
    ttlResolution: 0,
    perf: clock,
    // An entry evicted while its question is open must not fail the callers that wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(name, _stale, { options }) {
      const kept = await ask(name)
      options.ttl = Math.max(1, kept.until - clock.now())
      return kept
    },
  })
  return { of: (name: string): Promise<Kept<T>> => cache.forceFetch(name), clear: () => cache.clear() }
}

function readNameservers(records: readonly string[]): readonly string[] {
  return [...new Set(records.flatMap((name) => hostNameOf(name) ?? []))].sort()
}
