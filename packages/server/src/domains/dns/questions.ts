import { Resolver } from 'node:dns/promises'
import { Counter } from 'prom-client'
import type { Metrics } from '../../platform/metrics.ts'
import { type Checked, known, type UnknownReason } from '../checked.ts'

export type DnsOptions = {
  /** `address` or `address:port`; empty means the system's own. */
  servers: readonly string[]
  /** Asked when the first resolver cannot answer; empty means the first ones again, the last one first. */
  fallbackServers: readonly string[]
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
  /** Ends the questions under way as "unreachable". */
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

export function createDnsQuestions(options: DnsOptions, metrics: Metrics): DnsQuestions {
  const resolvers = openResolvers(options)
  const questions = new Counter({
    name: 'mailsift_dns_questions_total',
    help: 'DNS questions by type and outcome; a question that needed the second resolver counts once for each',
    labelNames: ['type', 'outcome'],
    registers: [metrics],
  })

  async function ask<T>(type: string, put: (resolver: Resolver) => Promise<T[]>): Promise<Checked<DnsAnswer<T>>> {
    let reason: UnknownReason = 'unreachable'
    for (const resolver of resolvers) {
      try {
        const records = await put(resolver)
        questions.inc({ type, outcome: 'found' })
        return known({ exists: true, records })
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? ''
        const negative = NEGATIVE_ANSWERS[code]
        questions.inc({ type, outcome: negative ? 'none' : (FAILURES[code] ?? 'unreachable') })
        if (negative) return known(negative)
        reason = FAILURES[code] ?? 'unreachable'
      }
    }
    return { known: false, reason }
  }

  return {
    mx: (name) => ask('MX', (resolver) => resolver.resolveMx(name)),
    a: (name) => ask('A', (resolver) => resolver.resolve4(name)),
    aaaa: (name) => ask('AAAA', (resolver) => resolver.resolve6(name)),
    ns: (name) => ask('NS', (resolver) => resolver.resolveNs(name)),
    close: () => {
      for (const resolver of resolvers) resolver.cancel()
    },
  }
}

function openResolvers({ servers, fallbackServers, timeoutMs, tries }: DnsOptions): readonly Resolver[] {
  // Without a ceiling c-ares doubles the time it waits with every try.
  const open = () => new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries })
  const [first, second] = [open(), open()]
  if (servers.length > 0) first.setServers(servers)
  second.setServers(fallbackServers.length > 0 ? fallbackServers : first.getServers().toReversed())
  return [first, second]
}
