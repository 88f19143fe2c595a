import type { Insight } from '@mailsift/contract'
import { type Accepted, type Engine, factsOf, type PolicyPreset, tier } from '@mailsift/engine'

/** What to do with an address, around the result that is JSON text already. */
export function composeInsight(engine: Engine, policy: PolicyPreset): (verdict: Accepted, result: string) => string {
  return (verdict, result) => {
    const { tier: decided, reasons } = tier(verdict, policy)
    const suggestion = engine.suggest(verdict.inbound, verdict.domain.lookup?.facts)
    const rest: Omit<Insight, 'result'> = {
      tier: decided,
      reasons: [...reasons],
      suggestion: suggestion?.address ?? null,
      facts: factsOf(verdict),
    }
    return `{"result":${result},${JSON.stringify(rest).slice(1)}`
  }
}
