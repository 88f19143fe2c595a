import { Resolver } from 'node:dns/promises'
import { Counter } from 'prom-client'
import type { Metrics } from '../../platform/metrics.ts'
import { type Checked, known, type UnknownReason } from '../checked.ts'

export type DnsOptions = {
  /** `address` or `address:port`; empty means the system's own. */
  servers: readonly string[]
  /** Asked when the first resolver cannot answer; empty means the first ones again, the last one first. */
  fallbackServers: readonly string[]
  /**
   * The longest that one try waits. c-ares itself waits less for a server that has been fast: five times its average
   * time, at least 250 ms, and longer with every try.
   */
  timeoutMs: number
  tries: number
  /** How many domains are looked up at a time. */
  concurrency: number
}

/** A negative answer is an answer: the name does not exist, or it has no records of the type. */
export type DnsAnswer<T> = { readonly exists: boolean; readonly records: readonly T[] }

export type DnsQuestions = {
  mx(name: string): Promise<Checked<DnsAnswer<{ priority: number; exchange: string }>>>
  a(name: string): Promise<Checked<DnsAnswer<string>>>
  aaaa(name: string): Promise<Checked<DnsAnswer<string>>>
  ns(name: string): Promise<Checked<DnsAnswer<string>>>
  /** From now on every question, those under way included, ends as "unreachable". */
  close(): void
}

/** MX and NS at the same time, then the addresses of a mail host. */
const QUESTIONS_PER_DOMAIN = 2
/**
 * A resolver has one UDP socket for each server. Its buffer holds some 270 answers on a common Linux; what comes on top
 * of that while this process is busy is lost, and asked again only after a timeout.
 */
const QUESTIONS_PER_RESOLVER = 128

const NO_SUCH_NAME: DnsAnswer<never> = { exists: false, records: [] }
const NO_DATA: DnsAnswer<never> = { exists: true, records: [] }

/** EBADNAME: a name that cannot be put into a question cannot exist either. */
const NEGATIVE_ANSWERS: Record<string, DnsAnswer<never>> = {
  ENOTFOUND: NO_SUCH_NAME,
  EBADNAME: NO_SUCH_NAME,
  ENODATA: NO_DATA,
}
const FAILURES: Record<string, UnknownReason> = { ETIMEOUT: 'timeout', ESERVFAIL: 'servfail', EREFUSED: 'refused' }

const OUTCOMES: readonly ('found' | 'none' | UnknownReason)[] = [
  ...(['found', 'none'] as const),
  ...(['timeout', 'servfail', 'refused', 'unreachable'] as const),
]

export function createDnsQuestions(options: DnsOptions, metrics: Metrics): DnsQuestions {
  const [first, second] = openResolvers(options)
  let next = 0
  let closed = false
  const questions = new Counter({
    name: 'mailsift_dns_questions_total',
    help: 'DNS questions by type and outcome; a question that needed the second resolver counts once for each',
    labelNames: ['type', 'outcome'],
    registers: [metrics],
  })

  /** How one type of question is put, first to one resolver and then, if that cannot answer, to the other. */
  function questionOf<T>(type: string, put: (resolver: Resolver, name: string) => Promise<T[]>) {
    const counters = new Map(OUTCOMES.map((outcome) => [outcome, questions.labels({ type, outcome })]))
    return async (name: string): Promise<Checked<DnsAnswer<T>>> => {
      let reason: UnknownReason = 'unreachable'
      const turn = next++
      for (const resolvers of [first, second]) {
        if (closed) break
        try {
          const records = await put(resolvers[turn % resolvers.length]!, name)
          counters.get('found')?.inc()
          return known({ exists: true, records })
        } catch (error) {
          const code = (error as NodeJS.ErrnoException).code ?? ''
          const negative = NEGATIVE_ANSWERS[code]
          reason = FAILURES[code] ?? 'unreachable'
          counters.get(negative ? 'none' : reason)?.inc()
          if (negative) return known(negative)
        }
      }
      return { known: false, reason }
    }
  }

  return {
    mx: questionOf('MX', (resolver, name) => resolver.resolveMx(name)),
    a: questionOf('A', (resolver, name) => resolver.resolve4(name)),
    aaaa: questionOf('AAAA', (resolver, name) => resolver.resolve6(name)),
    ns: questionOf('NS', (resolver, name) => resolver.resolveNs(name)),
    close: () => {
      closed = true
      for (const resolver of [...first, ...second]) resolver.cancel()
    },
  }
}

/** The resolvers to ask first, and those to ask when they cannot answer; each as many times as it takes. */
function openResolvers(options: DnsOptions): readonly [first: readonly Resolver[], second: readonly Resolver[]] {
  const { servers, fallbackServers, timeoutMs, tries, concurrency } = options
  const count = Math.ceil((concurrency * QUESTIONS_PER_DOMAIN) / QUESTIONS_PER_RESOLVER)
  const open = (addresses: readonly string[]) =>
    Array.from({ length: count }, () => {
      const resolver = new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries })
      if (addresses.length > 0) resolver.setServers(addresses)
      return resolver
    })
  const first = open(servers)
  return [first, open(fallbackServers.length > 0 ? fallbackServers : first[0]!.getServers().toReversed())]
}
