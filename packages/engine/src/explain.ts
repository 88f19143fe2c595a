/** Why an address is not safe to send to, for people: the console, `--explain`, and counters. */
import { findUndeliverableCause, type UndeliverableCause } from './domain-check.ts'
import type { MxRecord } from './domain-facts.ts'
import {
  HAS_IRREGULAR_PATTERN,
  HAS_UNCOMMON_UNICODE,
  HAS_UNKNOWN_TLD,
  IS_DISPOSABLE,
  IS_NO_REPLY,
  IS_ROLE_BASED,
  IS_TYPO_DOMAIN,
  irregularRuleOf,
  unicodeRuleOf,
} from './flags.ts'
import type { IrregularRule } from './irregular.ts'
import type { UnicodeRule } from './uncommon-unicode.ts'
import { type Accepted, isFlagged } from './verdict.ts'

export type ReasonCode =
  | 'disposable'
  | 'free_dns'
  | 'typo'
  | 'reserved'
  | 'unknown_tld'
  | 'not_issued'
  | 'no_mx'
  | 'undeliverable'
  | 'parked'
  | 'no_reply'
  | 'role'
  | 'irregular'
  | 'unicode'

export type Reason = {
  readonly code: ReasonCode
  readonly sentence: string
  /** The list, rule or record that decided. */
  readonly evidence: string
}

/** Empty exactly when `safe_to_send` is true. */
export function explain(verdict: Accepted): Reason[] {
  const { domain } = verdict
  // Where the label is all there is before the @ sign, the name stands in the domain.
  const name = verdict.label === verdict.local ? verdict.normalizedLocal : verdict.local
  const reasons: Reason[] = []
  const add = (code: ReasonCode, sentence: string, evidence: string) => reasons.push({ code, sentence, evidence })

  if (isFlagged(verdict, IS_DISPOSABLE)) {
    add(
      'disposable',
      `${domain.inbound} gives out throw-away inboxes.`,
      `lists: ${domain.disposableSources.join(', ')}`,
    )
  }
  if (isFlagged(verdict, IS_TYPO_DOMAIN)) {
    add('typo', `${domain.inbound} is a misspelling of a provider's domain.`, 'known misspellings')
  }
  if (isFlagged(verdict, IS_NO_REPLY)) {
    add('no_reply', 'A no-reply mailbox: what is sent there is not read.', `no-reply term in "${name}"`)
  }
  if (isFlagged(verdict, IS_ROLE_BASED)) {
    add('role', 'A shared role mailbox, not a person.', `role term in "${name}"`)
  }
  if (isFlagged(verdict, HAS_IRREGULAR_PATTERN)) {
    const rule = irregularRuleOf(verdict.flags)
    add('irregular', IRREGULAR_SENTENCES[rule], `rule: ${rule}`)
  }
  if (isFlagged(verdict, HAS_UNCOMMON_UNICODE)) {
    const inLocal = unicodeRuleOf(verdict.flags)
    const rule = inLocal === 'none' ? domain.unicodeRule : inLocal
    add('unicode', UNICODE_SENTENCES[rule], `rule: ${rule}, in the ${inLocal === 'none' ? 'domain' : 'local part'}`)
  }
  if (isFlagged(verdict, HAS_UNKNOWN_TLD)) {
    const tld = domain.root.slice(domain.root.lastIndexOf('.') + 1)
    add('unknown_tld', `.${tld} is not a public top-level domain.`, 'public suffix list, ICANN section')
  }
  if (domain.lookup) {
    const { facts, isParked } = domain.lookup
    if (!facts.hasValidMx) {
      add('no_mx', 'The domain has no usable MX record.', `MX records: ${describeMx(facts.mx)}`)
    }
    const cause = findUndeliverableCause(facts)
    if (cause) add('undeliverable', UNDELIVERABLE_SENTENCES[cause], `fact: ${cause}`)
    if (isParked) add('parked', 'The domain is parked.', `name servers: ${facts.nameservers.join(', ')}`)
  }
  return reasons
}

function describeMx(mx: readonly MxRecord[]): string {
  return mx.length === 0 ? 'none' : mx.map(({ host }) => host).join(', ')
}

const IRREGULAR_SENTENCES: Readonly<Record<IrregularRule, string>> = {
  none: '',
  unlikely_letters: 'Its letters follow each other as in no name or word.',
  long_number: 'It holds a long number.',
  hexadecimal: 'It is a hexadecimal number.',
  keyboard_row: 'It is a row of keys or of the alphabet.',
  repetition: 'It repeats the same characters.',
  separators: 'It is mostly separators.',
  letters_and_digits: 'Letters and digits alternate.',
  symbols: 'It holds symbols as machines write them.',
}

const UNICODE_SENTENCES: Readonly<Record<UnicodeRule, string>> = {
  none: '',
  invisible: 'It holds invisible characters.',
  unassigned: 'It holds characters without a meaning of their own.',
  symbol: 'It holds symbols or emoji.',
  compatibility: 'It holds look-alikes of ordinary characters.',
  script_mix: 'It mixes scripts that are not written together.',
}

const UNDELIVERABLE_SENTENCES: Readonly<Record<UndeliverableCause, string>> = {
  no_mail_host: 'The domain takes no mail.',
  domain_is_expired: 'The domain has expired.',
  domain_on_registry_hold: 'The registry has put the domain on hold.',
  domain_pending_create: 'The domain is still being created.',
  domain_pending_delete: 'The domain is being deleted.',
  domain_is_registry_reserved: 'The registry has reserved the domain.',
}
