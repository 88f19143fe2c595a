/**
 * The bits of a verdict's `flags`. The first eight are the `validations` of §2.3 in their order on the wire. Verdicts are stored
 * with them, so no bit ever changes its meaning.
 */

export const IS_DISPOSABLE = 1 << 0
export const HAS_LABEL = 1 << 1
export const IS_SUBDOMAIN = 1 << 2
export const IS_NO_REPLY = 1 << 3
export const IS_ROLE_BASED = 1 << 4
export const HAS_IRREGULAR_PATTERN = 1 << 5
export const HAS_UNCOMMON_UNICODE = 1 << 6
export const SAFE_TO_SEND = 1 << 7
/** Not on the wire: the top-level domain is not in the ICANN section of the public suffix list. */
export const HAS_UNKNOWN_TLD = 1 << 8
/** Not on the wire: the local part is quoted; no other kind needs escaping in a JSON string. */
export const IS_QUOTED = 1 << 9

const IRREGULAR_SHIFT = 10
const UNICODE_SHIFT = 14

/** Not on the wire, like all that follow: mailboxes at this domain are free and open to everyone. */
export const IS_FREE_MAIL = 1 << 17
/** A relay of a known company forwards the mail to the person's own mailbox. */
export const IS_RELAY = 1 << 18
/** The domain is below a suffix where names are free. */
export const IS_FREE_DNS = 1 << 19
/** The domain is a known typo of a provider's domain. */
export const IS_TYPO_DOMAIN = 1 << 20
/** The name is reserved for documentation, tests or local use, so no mail arrives there. */
export const IS_RESERVED_NAME = 1 << 21
/** The provider does not issue such local parts. */
export const IS_NOT_ISSUED = 1 << 22

/** Why a local part looks random; the position of a rule is its number in stored verdicts, so new ones go to the end. */
export const IRREGULAR_RULES = [
  'none',
  'unlikely_letters',
  'long_number',
  'hexadecimal',
  'keyboard_row',
  'repetition',
  'separators',
  'letters_and_digits',
  'symbols',
  'keyboard_walk',
  'many_periods',
  'placeholder',
] as const
export type IrregularRule = (typeof IRREGULAR_RULES)[number]

/**
 * Why a text is uncommon; the position of a rule is its number in stored verdicts, so new ones go to the end. A local part has
 * three bits for it: the ninth is for domains alone.
 */
export const UNICODE_RULES = [
  'none',
  'invisible',
  'unassigned',
  'symbol',
  'compatibility',
  'script_mix',
  'restricted',
  'marks',
  'confusable',
] as const
export type UnicodeRule = (typeof UNICODE_RULES)[number]

/** The flag and the number of its rule, which `explain` names later. */
export function irregularBits(rule: IrregularRule): number {
  return rule === 'none' ? 0 : HAS_IRREGULAR_PATTERN | (IRREGULAR_RULES.indexOf(rule) << IRREGULAR_SHIFT)
}

export function irregularRuleOf(flags: number): IrregularRule {
  return IRREGULAR_RULES[(flags >>> IRREGULAR_SHIFT) & 15]!
}

/** For the local part; a domain has its own rule. */
export function unicodeBits(rule: UnicodeRule): number {
  return rule === 'none' ? 0 : HAS_UNCOMMON_UNICODE | (UNICODE_RULES.indexOf(rule) << UNICODE_SHIFT)
}

export function unicodeRuleOf(flags: number): UnicodeRule {
  return UNICODE_RULES[(flags >>> UNICODE_SHIFT) & 7]!
}

/** Flags that make an address unsafe without a lookup (verdict table, first half). */
const UNSAFE_ALONE =
  IS_DISPOSABLE |
  IS_NO_REPLY |
  IS_ROLE_BASED |
  HAS_IRREGULAR_PATTERN |
  HAS_UNCOMMON_UNICODE |
  HAS_UNKNOWN_TLD |
  IS_TYPO_DOMAIN |
  IS_RESERVED_NAME |
  IS_NOT_ISSUED

/** Sets `SAFE_TO_SEND` if no check failed, neither these flags nor the lookup facts. */
export function settleSafety(flags: number, domainIsSafe: boolean): number {
  return (flags & UNSAFE_ALONE) === 0 && domainIsSafe ? flags | SAFE_TO_SEND : flags & ~SAFE_TO_SEND
}
