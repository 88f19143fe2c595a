// The groups of validated addresses that are compared with bounces.
import { CALIBRATION_REASONS, type CalibrationReason } from '@mailsift/contract'
import { flag } from '@mailsift/engine'
import { LOOKED_UP, LOOKUP_REASONS } from './pack.ts'

export type VerdictGroup = 'safe' | 'safe_domain_checked' | 'safe_domain_unchecked' | 'not_safe' | CalibrationReason

export type Counted = { addresses: number; no_such_mailbox: number; domain_gone: number }

/** The bit of each reason in a kept verdict. */
const BITS: Readonly<Record<CalibrationReason, number>> = {
  disposable: flag.IS_DISPOSABLE,
  typo: flag.IS_TYPO_DOMAIN,
  reserved: flag.IS_RESERVED_NAME,
  unknown_tld: flag.HAS_UNKNOWN_TLD,
  not_issued: flag.IS_NOT_ISSUED,
  no_reply: flag.IS_NO_REPLY,
  role: flag.IS_ROLE_BASED,
  irregular: flag.HAS_IRREGULAR_PATTERN,
  unicode: flag.HAS_UNCOMMON_UNICODE,
  ...LOOKUP_REASONS,
}

export function groupsOf(verdict: number): VerdictGroup[] {
  if (verdict & flag.SAFE_TO_SEND)
    return ['safe', verdict & LOOKED_UP ? 'safe_domain_checked' : 'safe_domain_unchecked']
  return ['not_safe', ...CALIBRATION_REASONS.filter((reason) => verdict & BITS[reason])]
}
