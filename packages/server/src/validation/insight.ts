import type { Insight, InsightQuery } from '@mailsift/contract'
import { type Accepted, type Engine, factsOf, type Policy, type PolicyCode, tier } from '@mailsift/engine'

/** The schema lets only codes through that there are. */
const codesOf = (list: string | undefined) => (list?.split(',') ?? []) as PolicyCode[]

export function readPolicy({ policy = 'sign-up', allow, caution, refuse }: Omit<InsightQuery, 'email'>): Policy {
  return { preset: policy, allow: codesOf(allow), caution: codesOf(caution), refuse: codesOf(refuse) }
}

/** The recommendation for an address, around the result that is JSON text already. */
export function composeInsight(engine: Engine, policy: Policy): (verdict: Accepted, result: string) => string {
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
