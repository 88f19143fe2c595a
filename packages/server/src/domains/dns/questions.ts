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
  const resolvers = openResolvers(options)
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
      for (const resolver of resolvers) {
        if (closed) break
        try {
          const records = await put(resolver, name)
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
      for (const resolver of resolvers) resolver.cancel()
    },
  }
}

function openResolvers({ servers, fallbackServers, timeoutMs, tries }: DnsOptions): readonly Resolver[] {
  const open = () => new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries })
  const [first, second] = [open(), open()]
  if (servers.length > 0) first.setServers(servers)
  second.setServers(fallbackServers.length > 0 ? fallbackServers : first.getServers().toReversed())
  return [first, second]
}
