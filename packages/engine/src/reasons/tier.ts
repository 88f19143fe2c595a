/** The tier of an address for a purpose: safe, risky or unsafe. */

import { IS_DISPOSABLE } from '../verdict/flags.ts'
import { type Accepted, isFlagged, type Verdict } from '../verdict/verdict.ts'
import { explain, type Reason } from './explain.ts'
import { factsOf } from './facts.ts'
import {
  POLICY_CODES,
  type Policy,
  type PolicyCode,
  type PolicyPreset,
  TIERS,
  type Tier,
  tierOfCode,
  YOUNG_DOMAIN_DAYS,
} from './policy.ts'

export type TierReason = {
  readonly code: PolicyCode
  readonly sentence: string
  /** The list, rule or record that decided. */
  readonly evidence: string
  /** The tier that the policy gives this reason. */
  readonly tier: 'risky' | 'unsafe'
}

export type Tiering = {
  readonly tier: Tier
  /** The code of the first reason; `ok` for a safe address. */
  readonly code: PolicyCode | 'ok'
  readonly sentence: string
  /** The reasons that the policy does not ignore, unsafe ones first; empty for a safe address. */
  readonly reasons: readonly TierReason[]
}

const SAFE: Tiering = { tier: 'safe', code: 'ok', sentence: 'Nothing stands against sending.', reasons: [] }

export function tier(verdict: Verdict, policy: Policy | PolicyPreset = 'sign-up'): Tiering {
  const by = typeof policy === 'string' ? { preset: policy } : policy
  const reasons = reasonsOf(verdict)
    .map((reason) => ({ ...reason, tier: tierOfCode(reason.code, by) }))
    .filter((reason): reason is TierReason => reason.tier !== 'safe')
    .sort(
      (a, b) =>
        TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) || POLICY_CODES.indexOf(a.code) - POLICY_CODES.indexOf(b.code),
    )
  const [first] = reasons
  return first === undefined ? SAFE : { tier: first.tier, code: first.code, sentence: first.sentence, reasons }
}

/** Why it is not safe to send to, and the facts that are a reason for some purposes only. */
function reasonsOf(verdict: Verdict): (Omit<Reason, 'code'> & { code: PolicyCode })[] {
  if (!verdict.ok) return [{ code: 'invalid', sentence: verdict.error.message, evidence: 'RFC 5321, RFC 6531' }]
  return [...explain(verdict), ...softReasonsOf(verdict)]
}

function softReasonsOf(verdict: Accepted): (Omit<Reason, 'code'> & { code: PolicyCode })[] {
  const { inbound, provider } = verdict.domain
  const facts = factsOf(verdict)
  const reasons: (Omit<Reason, 'code'> & { code: PolicyCode })[] = []
  if (facts.free_dns && !isFlagged(verdict, IS_DISPOSABLE)) {
    reasons.push({ code: 'free_dns', sentence: 'Names at this suffix cost nothing.', evidence: `suffix of ${inbound}` })
  }
  if (facts.domain_age_days !== null && facts.domain_age_days < YOUNG_DOMAIN_DAYS) {
    reasons.push({
      code: 'young_domain',
      sentence: `The domain is younger than ${YOUNG_DOMAIN_DAYS} days.`,
      evidence: `registered ${facts.domain_age_days} days ago`,
    })
  }
  if (facts.relay) {
    reasons.push({
      code: 'relay',
      sentence: 'A relay passes the mail on; the mailbox behind it is not known.',
      evidence: `relay: ${provider}`,
    })
  }
  if (facts.free_mail) {
    reasons.push({
      code: 'free_mail',
      sentence: 'A free mailbox, not one of a company.',
      evidence: `provider: ${provider}`,
    })
  }
  return reasons
}
