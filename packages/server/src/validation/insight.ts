import { type Insight, type InsightQuery, REASON_CODES } from '@mailsift/contract'
import {
  type Accepted,
  type Engine,
  factsOf,
  findListing,
  type Policy,
  type PolicyCode,
  type Tiering,
  tier,
} from '@mailsift/engine'
import { TIERS } from '@mailsift/engine/policy'
import { type EvidenceReason, type Known, reasonsOf } from '../mailboxes/mailboxes.ts'
import { AppError } from '../platform/http/problem.ts'

/** The policy of the request, whose single switches come before what the policy says. */
export function withSwitches(policy: Policy, query: Switches): Policy {
  const switched = {
    allow: readCodes(query, 'allow'),
    caution: readCodes(query, 'caution'),
    refuse: readCodes(query, 'refuse'),
  }
  const given = new Set<PolicyCode>(Object.values(switched).flat())
  const rest = (codes: readonly PolicyCode[] = []) => codes.filter((code) => !given.has(code))
  return {
    ...policy,
    allow: [...rest(policy.allow), ...switched.allow],
    caution: [...rest(policy.caution), ...switched.caution],
    refuse: [...rest(policy.refuse), ...switched.refuse],
  }
}

type Switches = Pick<InsightQuery, 'allow' | 'caution' | 'refuse'>

function readCodes(query: Switches, name: keyof Switches): PolicyCode[] {
  const codes = query[name]?.split(',') ?? []
  const unknown = codes.find((code) => !isReasonCode(code))
  if (unknown === undefined) return codes as PolicyCode[]
  const message = `No reason has the code ${unknown}. Codes: ${REASON_CODES.join(', ')}.`
  throw new AppError('invalid_request', message, { errors: [{ path: `/querystring/${name}`, message }] })
}

const isReasonCode = (code: string) => (REASON_CODES as readonly string[]).includes(code)

/** The recommendation for an address, around the result that is JSON text already. */
export function composeInsight(
  engine: Engine,
  policy: Policy,
  known: Known & Pick<Insight, 'mailbox_probe'>,
): (verdict: Accepted, result: string) => string {
  const evidence = reasonsOf(known)
  return (verdict, result) => {
    const { tier: decided, reasons } = withEvidence(tier(verdict, policy), evidence)
    const suggestion = engine.suggest(verdict.inbound, verdict.domain.lookup?.facts)
    const rest: Omit<Insight, 'result'> = {
      tier: decided,
      reasons,
      suggestion: suggestion?.address ?? null,
      facts: factsOf(verdict),
      ...known,
      listed: (policy.lists && findListing(verdict, policy.lists)) ?? null,
    }
    return `{"result":${result},${JSON.stringify(rest).slice(1)}`
  }
}

/** Evidence counts for every purpose. */
function withEvidence(
  { tier: decided, reasons }: Pick<Tiering, 'tier' | 'reasons'>,
  evidence: readonly EvidenceReason[],
): Pick<Insight, 'tier' | 'reasons'> {
  const all = [...evidence, ...reasons].toSorted((one, other) => TIERS.indexOf(other.tier) - TIERS.indexOf(one.tier))
  return { tier: all[0]?.tier ?? decided, reasons: all }
}
