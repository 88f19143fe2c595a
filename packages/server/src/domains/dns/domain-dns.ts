import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { type Checked, known, type Unknown } from '../checked.ts'
import { within } from '../deadline.ts'
import { hostNameOf } from '../host-name.ts'
import { findMailHosts, findPublicAddress, type MailHosts } from './mail-hosts.ts'
import type { DnsQuestions } from './questions.ts'

/** All that DNS is queried for about a mail domain: its mail hosts, and the name servers of its registrable domain. */
export type DomainDns = Checked<MailHosts & { readonly nameservers: Checked<readonly string[]> }>

const POSITIVE_LIFE_MS = 10 * 60_000
const NEGATIVE_LIFE_MS = 5 * 60_000
/** Long enough that a crowd does not repeat a failing question, short enough that a retry soon gets a new answer. */
export const UNKNOWN_LIFE_MS = 3_000

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
  const hasPublicAddress = cacheAnswers<boolean>(clock, (host) => findPublicAddress(questions, host), Boolean)
  const nameserversOf = cacheAnswers<readonly string[]>(
    clock,
    async (name) => {
      const answer = await questions.ns(name)
      return answer.known ? known(readNameservers(answer.value.records)) : answer
    },
    (names) => names.length > 0,
  )

  async function ask(domain: string, registrableDomain: string): Promise<DomainDns> {
    const nameservers = nameserversOf(registrableDomain)
    const mail = await findMailHosts({ questions, hasPublicAddress }, domain)
    if (!mail.known) return mail
    return known({ ...mail.value, nameservers: await within(NAME_SERVERS_GRACE_MS, nameservers, TOO_SLOW) })
  }

  return (domain: string, registrableDomain: string): Promise<DomainDns> =>
    within(budgetMs, ask(domain, registrableDomain), TOO_SLOW)
}

/** Concurrent questions about one name share a request, and its answer is cached for as long as its kind allows. */
function cacheAnswers<T>(
  clock: Clock,
  ask: (name: string) => Promise<Checked<T>>,
  isPositive: (value: T) => boolean,
): (name: string) => Promise<Checked<T>> {
  const cache = new LRUCache<string, Checked<T>>({
    max: CACHED_NAMES_MAX,
    ttl: UNKNOWN_LIFE_MS,
    ttlResolution: 0,
    perf: clock,
    // An entry evicted while its question is open must not fail the callers that wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(name, _stale, { options }) {
      const answer = await ask(name)
      options.ttl = lifeOf(answer, answer.known && isPositive(answer.value))
      return answer
    },
  })
  return (name) => cache.forceFetch(name)
}

export function lifeOfDomainDns(answer: DomainDns): number {
  if (!answer.known || !answer.value.nameservers.known) return UNKNOWN_LIFE_MS
  return lifeOf(answer, answer.value.deliverable)
}

function lifeOf(answer: Checked<unknown>, positive: boolean): number {
  if (!answer.known) return UNKNOWN_LIFE_MS
  return positive ? POSITIVE_LIFE_MS : NEGATIVE_LIFE_MS
}

function readNameservers(records: readonly string[]): readonly string[] {
  return [...new Set(records.flatMap((name) => hostNameOf(name) ?? []))].sort()
}
