import { Counter } from 'prom-client'
import type { DnsClient } from '../../platform/dns/client.ts'
import type { RecordType } from '../../platform/dns/message.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { type Checked, known, type UnknownReason } from '../checked.ts'

/** A negative answer is an answer: the name does not exist, or it has no records of the type. */
export type DnsAnswer<T> = { readonly exists: boolean; readonly records: readonly T[]; readonly ttlSeconds: number }

export type DnsQuestions = {
  mx(name: string): Promise<Checked<DnsAnswer<{ priority: number; exchange: string }>>>
  a(name: string): Promise<Checked<DnsAnswer<string>>>
  aaaa(name: string): Promise<Checked<DnsAnswer<string>>>
  ns(name: string): Promise<Checked<DnsAnswer<string>>>
  /** The strings of each record, joined (RFC 7208 §3.3). */
  txt(name: string): Promise<Checked<DnsAnswer<string>>>
  tlsa(name: string): Promise<Checked<DnsAnswer<unknown>>>
}

const OUTCOMES: readonly ('found' | 'none' | UnknownReason)[] = [
  ...(['found', 'none'] as const),
  ...(['timeout', 'servfail', 'refused', 'unreachable'] as const),
]

/** The DNS queries about mail domains, counted by outcome. */
export function createDnsQuestions(client: Pick<DnsClient, 'ask'>, metrics: Metrics): DnsQuestions {
  const questions = new Counter({
    name: 'mailsift_dns_queries_total',
    help: 'DNS queries by type and outcome. A query sent to several resolvers counts once.',
    labelNames: ['type', 'outcome'],
    registers: [metrics],
  })

  function questionOf<T>(type: RecordType, read: (data: never) => T) {
    const counters = new Map(OUTCOMES.map((outcome) => [outcome, questions.labels({ type, outcome })]))
    return async (name: string): Promise<Checked<DnsAnswer<T>>> => {
      const reply = await client.ask(name, type)
      if (!reply.known) {
        counters.get(reply.reason)?.inc()
        return reply
      }
      counters.get(reply.records.length > 0 ? 'found' : 'none')?.inc()
      const { exists, records, ttlSeconds } = reply
      return known({ exists, records: records.map((data) => read(data as never)), ttlSeconds })
    }
  }

  const asText = (text: string) => text
  return {
    mx: questionOf('MX', ({ preference, exchange }: { preference: number; exchange: string }) => ({
      priority: preference,
      exchange,
    })),
    a: questionOf('A', asText),
    aaaa: questionOf('AAAA', asText),
    ns: questionOf('NS', asText),
    txt: questionOf('TXT', (strings: Buffer | readonly Buffer[]) => Buffer.concat([strings].flat()).toString()),
    tlsa: questionOf('TLSA', (record: unknown) => record),
  }
}
