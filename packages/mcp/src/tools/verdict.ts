// The answer about one address: less than the API's result, and in words.
import type { Insight, Validations } from '@mailsift/contract'
import { REASON_CODES } from '@mailsift/contract/reason-codes'
import { nullable, oneOf, strict } from '@mailsift/contract/schema'
import { type Static, Type } from 'typebox'
import type { Policy, Switches, Tier } from '../service.ts'

export const policyArgument = (standard: Policy) =>
  Type.Unsafe<Policy | undefined>(
    Type.Optional(
      oneOf(['sign-up', 'marketing', 'b2b'], {
        description: `Purpose, which decides what counts as risky. Default: ${standard}.`,
      }),
    ),
  )

const codes = (effect: string) =>
  Type.Optional(
    Type.Array(oneOf(REASON_CODES), {
      maxItems: REASON_CODES.length,
      description: `Reasons that ${effect}, regardless of the policy. Use only if the person asked for it.`,
    }),
  )

export const switchArguments = {
  allow: codes('are ignored'),
  caution: codes('make an address risky'),
  refuse: codes('make an address unsafe'),
}

export const toSwitches = ({ allow, caution, refuse }: Switches): Switches => ({ allow, caution, refuse })

export const CheckDomain = Type.Optional(
  Type.Boolean({
    description: 'Also check the domain in DNS and its registry: slower, but finds dead domains. Default: false.',
  }),
)

const DIFFERENCE =
  'tier and safe_to_send differ: tier follows the policy with allow, caution and refuse; safe_to_send is a fixed rule of the API ' +
  'that ignores them. Decide by tier, and tell the person which flags are set.'

export const difference = nullable(
  Type.String({ description: 'Explains why tier and safe_to_send differ; null where they agree.' }),
)

export const differenceOf = (tier: Tier, isSafeToSend: boolean | null) =>
  isSafeToSend === null || (tier === 'safe') === isSafeToSend ? null : DIFFERENCE

export const Verdict = strict({
  email: Type.String({ description: 'The address as entered.' }),
  tier: oneOf(['safe', 'risky', 'unsafe'], { description: 'Recommendation for the policy.' }),
  safe_to_send: Type.Boolean({
    description: 'A fixed rule of the API that ignores policy, allow, caution and refuse.',
  }),
  difference,
  reasons: Type.Array(
    strict({
      code: Type.String(),
      sentence: Type.String(),
      advice: Type.String({ description: 'What to do about it.' }),
      evidence: Type.String({ description: 'The list, rule or record that decided.' }),
      tier: oneOf(['risky', 'unsafe']),
    }),
    { description: 'Most severe first; empty for a safe address.' },
  ),
  suggestion: nullable(Type.String({ description: 'Suggested correction. Ask the person before you use it.' })),
  normalized: Type.String({ description: 'Normalized address: the same for all spellings of one mailbox.' }),
  flags: Type.Array(Type.String(), { description: 'The flags that are true; mailsift://flags explains them.' }),
  provider: Type.String({ description: 'Mail provider, or unknown.' }),
  free_mail: Type.Boolean(),
  domain_checked: Type.Boolean(),
  domain_age_days: nullable(Type.Number()),
})
export type Verdict = Static<typeof Verdict>

export function toVerdict({ result, tier, reasons, suggestion, facts }: Insight): Verdict {
  const { inbound, normalized, smtp_provider, validations } = result
  return {
    email: inbound,
    tier,
    safe_to_send: validations.safe_to_send,
    difference: differenceOf(tier, validations.safe_to_send),
    reasons: reasons.map(({ code, sentence, advice, evidence, tier }) => ({ code, sentence, advice, evidence, tier })),
    suggestion,
    normalized,
    flags: flagsOf(validations),
    provider: smtp_provider,
    free_mail: facts.free_mail,
    domain_checked: validations.has_valid_mx_records !== undefined,
    domain_age_days: facts.domain_age_days,
  }
}

export function flagsOf({ safe_to_send: _, ...flags }: Validations): string[] {
  return Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : []))
}
