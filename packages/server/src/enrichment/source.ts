import { Enrichment, type EnrichmentSource } from '@mailsift/contract'
import { Counter } from 'prom-client'
import { Compile } from 'typebox/compile'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Answer, SourceFacts } from './facts.ts'
import { mergeSources } from './merge.ts'

export type AskSource = <Facts extends SourceFacts>(
  source: EnrichmentSource,
  ask: () => Promise<Answer<Facts>>,
) => Promise<Answer<Facts>>

/** The reason where not the source but the reading of its answer failed. */
export const FAULT = 'fault'

/**
 * The way to every source. What comes back is counted and fits the contract, or it is "could not find out": neither a
 * fault of ours nor odd data may hold up the other contacts of a domain.
 */
export function createAskSource({ log, metrics }: { log: Log; metrics: Metrics }): AskSource {
  const contract = Compile(Enrichment)
  const answers = new Counter({
    name: 'mailsift_enrichment_results_total',
    help: 'Lookups in the public sources for contact enrichment, by source and result.',
    labelNames: ['source', 'answer'],
    registers: [metrics],
  })

  async function tryAsking<Facts extends SourceFacts>(source: EnrichmentSource, ask: () => Promise<Answer<Facts>>) {
    try {
      const answer = await ask()
      if (!answer.known || contract.Check(mergeSources({ [source]: answer.facts }))) return answer
      log.error({ source }, 'enrichment source returned facts outside the contract')
    } catch (error) {
      log.error({ source, ...placeOf(error as Error) }, 'enrichment source failed')
    }
    return { known: false, reason: FAULT } as const
  }

  return async (source, ask) => {
    const answer = await tryAsking(source, ask)
    answers.inc({ source, answer: answer.known ? answer.facts.status : 'unavailable' })
    if (!answer.known) log.debug({ source, reason: answer.reason }, 'enrichment source unavailable')
    return answer
  }
}

/** Where it went wrong, without the message: that may quote what was read. */
function placeOf({ name, stack = '' }: Error): { error: string; at: string | undefined } {
  return { error: name, at: /^ {4}at .*$/m.exec(stack)?.[0].trim() }
}
