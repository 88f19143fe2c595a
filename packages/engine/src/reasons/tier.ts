/** The tier of an address for a purpose: safe, risky or unsafe. */

import { IS_DISPOSABLE } from '../verdict/flags.ts'
import { type Accepted, isFlagged, type Verdict } from '../verdict/verdict.ts'
import { findListing } from './address-lists.ts'
import { REASON_TEXTS } from './catalog.ts'
import { explain } from './explain.ts'
import { factsOf } from './facts.ts'
import {
  FACTUAL_CODES,
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
  /** `denied`: a deny rule of the account matched. */
  readonly code: PolicyCode | 'denied'
  readonly sentence: string
  /** The recommended action. */
  readonly advice: string
  /** The list, rule or record that decided. */
  readonly evidence: string
  /** The tier that the policy gives this reason. */
  readonly tier: 'risky' | 'unsafe'
}

export type Tiering = {
  readonly tier: Tier
  /** The code of the first reason; for a safe address `ok`, or `allowed` if an allow rule matched. */
  readonly code: PolicyCode | 'denied' | 'allowed' | 'ok'
  readonly sentence: string
  /** The reasons that the policy does not ignore, unsafe ones first; empty for a safe address. */
  readonly reasons: readonly TierReason[]
}

const SAFE: Tiering = { tier: 'safe', code: 'ok', sentence: REASON_TEXTS.ok.sentence, reasons: [] }
const ALLOWED: Tiering = { tier: 'safe', code: 'allowed', sentence: REASON_TEXTS.allowed.sentence, reasons: [] }

export function tier(verdict: Verdict, policy: Policy | PolicyPreset = 'sign-up'): Tiering {
  const by = typeof policy === 'string' ? { preset: policy } : policy
  const listing = verdict.ok && by.lists ? findListing(verdict, by.lists) : undefined
  const isAllowed = listing?.list === 'allow'
  const reasons = reasonsOf(verdict)
    .filter(({ code }) => !isAllowed || FACTUAL_CODES.has(code))
    .map((reason) => ({ ...reason, tier: tierOfCode(reason.code, by) }))
    .filter((reason): reason is UntieredReason & { tier: 'risky' | 'unsafe' } => reason.tier !== 'safe')
    .sort(
      (a, b) =>
        TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier) || POLICY_CODES.indexOf(a.code) - POLICY_CODES.indexOf(b.code),
    )
  const all: TierReason[] = listing?.list === 'deny' ? [deniedBy(listing.entry), ...reasons] : reasons
  const [first] = all
  if (first === undefined) return isAllowed ? ALLOWED : SAFE
  return { tier: first.tier, code: first.code, sentence: first.sentence, reasons: all }
}

function deniedBy(entry: string): TierReason {
  const { sentence, advice } = REASON_TEXTS.denied
  return { code: 'denied', sentence, advice, evidence: `deny list: ${entry}`, tier: 'unsafe' }
}

type UntieredReason = Omit<TierReason, 'tier' | 'code'> & { readonly code: PolicyCode }

/** Why it is not safe to send to, and facts that are reasons only for some purposes. */
function reasonsOf(verdict: Verdict): UntieredReason[] {
  if (!verdict.ok) {
    return [{ ...textOf('invalid', 'RFC 5321, RFC 6531'), sentence: verdict.error.message }]
  }
  return [...explain(verdict), ...softReasonsOf(verdict)]
}

function softReasonsOf(verdict: Accepted): UntieredReason[] {
  const { inbound, provider } = verdict.domain
  const facts = factsOf(verdict)
  const reasons: UntieredReason[] = []
  if (facts.free_dns && !isFlagged(verdict, IS_DISPOSABLE)) {
    const sentence = REASON_TEXTS.free_dns.sentence.replace('{domain}', () => inbound)
    reasons.push({ ...textOf('free_dns', `suffix of ${inbound}`), sentence })
  }
  if (facts.domain_age_days !== null && facts.domain_age_days < YOUNG_DOMAIN_DAYS) {
    reasons.push(textOf('young_domain', `registered ${facts.domain_age_days} days ago`))
  }
  if (facts.relay) reasons.push(textOf('relay', `relay: ${provider}`))
  if (facts.free_mail) reasons.push(textOf('free_mail', `provider: ${provider}`))
  return reasons
}

function textOf(code: PolicyCode, evidence: string): UntieredReason {
  const { sentence, advice } = REASON_TEXTS[code]
  return { code, sentence, advice, evidence }
}
