/** The tier of each reason for each purpose of sending. */
import type { AddressLists } from './address-lists.ts'
import type { ReasonCode } from './explain.ts'

export const TIERS = ['safe', 'risky', 'unsafe'] as const
export type Tier = (typeof TIERS)[number]

/** The codes that a policy decides on: every reason of `explain`, and facts that are reasons only for some purposes. */
export const POLICY_CODES = [
  'invalid',
  'typo',
  'disposable',
  'free_dns',
  'reserved',
  'unknown_tld',
  'not_issued',
  'no_mx',
  'undeliverable',
  'parked',
  'no_reply',
  'role',
  'irregular',
  'unicode',
  'young_domain',
  'relay',
  'free_mail',
] as const satisfies readonly (ReasonCode | 'invalid' | 'young_domain' | 'relay' | 'free_mail')[]
export type PolicyCode = (typeof POLICY_CODES)[number]

export const PRESETS = ['sign-up', 'marketing', 'b2b'] as const
export type PolicyPreset = (typeof PRESETS)[number]

export type Policy = {
  /** The preset to start from; the default is `sign-up`. */
  readonly preset?: PolicyPreset
  /** These are ignored: `allow: ['role']` makes shared mailboxes safe. */
  readonly allow?: readonly PolicyCode[]
  /** These make an address risky. */
  readonly caution?: readonly PolicyCode[]
  /** These make an address unsafe: `refuse: ['free_mail']`. */
  readonly refuse?: readonly PolicyCode[]
  /** Addresses and domains that the account decides on, regardless of reasons. */
  readonly lists?: AddressLists | undefined
}

/** An allow rule cannot change these: mail to the address does not arrive. */
export const FACTUAL_CODES: ReadonlySet<PolicyCode> = new Set([
  'invalid',
  'reserved',
  'unknown_tld',
  'not_issued',
  'no_mx',
  'undeliverable',
])

/** A domain younger than this is a reason; age alone never makes an address unsafe. */
export const YOUNG_DOMAIN_DAYS = 30

/** For every preset that does not override it. Unsafe: mail does not arrive, or no person reads it. */
const COMMON: Readonly<Record<PolicyCode, Tier>> = {
  invalid: 'unsafe',
  disposable: 'unsafe',
  free_dns: 'risky',
  typo: 'unsafe',
  reserved: 'unsafe',
  unknown_tld: 'unsafe',
  not_issued: 'unsafe',
  no_mx: 'unsafe',
  undeliverable: 'unsafe',
  parked: 'unsafe',
  no_reply: 'unsafe',
  role: 'risky',
  irregular: 'risky',
  unicode: 'risky',
  young_domain: 'risky',
  relay: 'safe',
  free_mail: 'safe',
}

const PRESET_TIERS: Readonly<Record<PolicyPreset, Readonly<Partial<Record<PolicyCode, Tier>>>>> = {
  // The person confirms the address, so a relay is fine; a confusable name is not.
  'sign-up': { unicode: 'unsafe' },
  // Complaints and bounces cost reputation, and lists may be old: stricter.
  marketing: { role: 'unsafe', irregular: 'unsafe', unicode: 'unsafe', free_dns: 'unsafe', relay: 'risky' },
  // A shared mailbox reaches the company; a private mailbox does not.
  b2b: {
    role: 'safe',
    unicode: 'unsafe',
    irregular: 'unsafe',
    free_dns: 'unsafe',
    relay: 'unsafe',
    free_mail: 'risky',
  },
}

/** Precedence: refuse, caution, allow, preset. */
export function tierOfCode(code: PolicyCode, policy: Policy): Tier {
  if (policy.refuse?.includes(code)) return 'unsafe'
  if (policy.caution?.includes(code)) return 'risky'
  if (policy.allow?.includes(code)) return 'safe'
  return PRESET_TIERS[policy.preset ?? 'sign-up'][code] ?? COMMON[code]
}
