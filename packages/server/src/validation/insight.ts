import { type Insight, type InsightQuery, REASON_CODES } from '@mailsift/contract'
import { type Accepted, type Engine, factsOf, type Policy, type PolicyCode, tier } from '@mailsift/engine'
import { AppError } from '../platform/http/problem.ts'

export function readPolicy(query: Omit<InsightQuery, 'email'>): Policy {
  return {
    preset: query.policy ?? 'sign-up',
    allow: readCodes(query, 'allow'),
    caution: readCodes(query, 'caution'),
    refuse: readCodes(query, 'refuse'),
  }
}

function readCodes(query: Omit<InsightQuery, 'email'>, name: 'allow' | 'caution' | 'refuse'): PolicyCode[] {
  const codes = query[name]?.split(',') ?? []
  const unknown = codes.find((code) => !isReasonCode(code))
  if (unknown === undefined) return codes as PolicyCode[]
  const message = `No reason has the code ${unknown}. Codes: ${REASON_CODES.join(', ')}.`
  throw new AppError('invalid_request', message, { errors: [{ path: `/querystring/${name}`, message }] })
}

const isReasonCode = (code: string) => (REASON_CODES as readonly string[]).includes(code)

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
