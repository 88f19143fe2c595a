/** Why an address is not safe to send to, as sentences for people: the console, `--explain`, and counters. */

import { findUndeliverableCause, type UndeliverableCause } from '../domain/lookup/undeliverable.ts'
import { isListName, isNoReplyName } from '../domain/special-names.ts'
import { findGrammarProblem, type GrammarRule, grammarOf } from '../provider/provider-grammar.ts'
import type { MxRecord } from '../verdict/domain-facts.ts'
import {
  HAS_IRREGULAR_PATTERN,
  HAS_UNCOMMON_UNICODE,
  HAS_UNKNOWN_TLD,
  type IrregularRule,
  IS_DISPOSABLE,
  IS_NO_REPLY,
  IS_NOT_ISSUED,
  IS_RESERVED_NAME,
  IS_ROLE_BASED,
  IS_TYPO_DOMAIN,
  irregularRuleOf,
  type UnicodeRule,
  unicodeRuleOf,
} from '../verdict/flags.ts'
import { FREE_DNS_SOURCE, MAIL_HOST_SOURCE } from '../verdict/mail-domain.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'

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
  // If the label is the whole local part, the name is in the domain.
  const name = verdict.label === verdict.local ? verdict.normalizedLocal : verdict.local
  const reasons: Reason[] = []
  const add = (code: ReasonCode, sentence: string, evidence: string) => reasons.push({ code, sentence, evidence })

  if (isFlagged(verdict, IS_DISPOSABLE)) {
    const [source = ''] = domain.disposableSources
    if (source === FREE_DNS_SOURCE) {
      add('free_dns', 'Names at this suffix cost nothing, and disposable inboxes fill it.', 'table of free suffixes')
    } else if (source.startsWith(MAIL_HOST_SOURCE)) {
      const host = source.slice(MAIL_HOST_SOURCE.length)
      add('disposable', 'The mail host of this domain serves disposable inboxes.', `mail host: ${host}`)
    } else {
      const lists = domain.disposableSources.join(', ')
      add('disposable', `${domain.inbound} gives out disposable inboxes.`, `lists: ${lists}`)
    }
  }
  if (isFlagged(verdict, IS_TYPO_DOMAIN)) {
    add('typo', `${domain.inbound} is a misspelling of a provider's domain.`, 'known misspellings')
  }
  if (isFlagged(verdict, IS_NO_REPLY)) {
    const where = isNoReplyName(domain.normalized) ? domain.inbound : name
    add('no_reply', 'A no-reply mailbox: what is sent there is not read.', `no-reply term in "${where}"`)
  }
  if (isFlagged(verdict, IS_ROLE_BASED)) {
    const isByDomain = isNoReplyName(domain.normalized) || isListName(domain.normalized)
    add('role', 'A shared role mailbox, not a person.', `role term in "${isByDomain ? domain.inbound : name}"`)
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
  if (isFlagged(verdict, IS_NOT_ISSUED)) {
    const rule = grammarProblemOf(verdict)
    add('not_issued', `${GRAMMAR_SENTENCES[rule]} No such mailbox exists.`, `rules of ${domain.provider}: ${rule}`)
  }
  if (isFlagged(verdict, IS_RESERVED_NAME)) {
    add('reserved', `${domain.inbound} is reserved: no mail arrives there.`, 'RFC 2606, RFC 6761, RFC 7686')
  } else if (isFlagged(verdict, HAS_UNKNOWN_TLD)) {
    const tld = domain.root.slice(domain.root.lastIndexOf('.') + 1)
    add('unknown_tld', `.${tld} is not a public top-level domain.`, 'public suffix list, ICANN section')
  }
  if (domain.lookup) {
    const { facts, isParked, parkingHost } = domain.lookup
    if (!facts.hasValidMx) {
      add('no_mx', 'The domain has no usable MX record.', `MX records: ${describeMx(facts.mx)}`)
    }
    const cause = findUndeliverableCause(facts)
    if (cause) add('undeliverable', UNDELIVERABLE_SENTENCES[cause], `fact: ${cause}`)
    if (parkingHost !== undefined) {
      add('parked', 'The mail host of this domain only serves parked domains.', `mail host: ${parkingHost}`)
    } else if (isParked) add('parked', 'The domain is parked.', `name servers: ${facts.nameservers.join(', ')}`)
  }
  return reasons
}

/** Which rule it was is not stored: it follows from the local part and its provider. */
function grammarProblemOf({ local, label, normalizedLocal, domain }: Accepted): GrammarRule {
  const grammar = grammarOf(domain.provider)
  const name = (label === '' ? local : local.slice(0, -label.length - 1)).toLowerCase()
  return (grammar && findGrammarProblem(grammar, name, normalizedLocal)) ?? 'character'
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
  keyboard_walk: 'Its keys lie beside each other on the keyboard.',
  many_periods: 'Gmail ignores periods; so many are scattered by a program.',
}

const GRAMMAR_SENTENCES: Readonly<Record<GrammarRule, string>> = {
  too_short: 'The provider gives out no name that short.',
  too_long: 'The provider gives out no name that long.',
  character: 'The provider does not allow one of its characters.',
  start: 'The provider gives out no name that starts so.',
  end: 'The provider gives out no name that ends so.',
  periods: 'The provider allows fewer periods.',
  digits_only: 'The provider gives out no name of digits only.',
}

const UNICODE_SENTENCES: Readonly<Record<UnicodeRule, string>> = {
  none: '',
  invisible: 'It holds invisible characters.',
  unassigned: 'It holds characters without a meaning of their own.',
  symbol: 'It holds symbols or emoji.',
  compatibility: 'It holds look-alikes of ordinary characters.',
  script_mix: 'It mixes scripts that are not written together.',
  restricted: 'It holds characters that are not for everyday writing.',
  marks: 'It holds marks without a letter, or many on one.',
  confusable: 'It looks like another, well-known domain.',
}

const UNDELIVERABLE_SENTENCES: Readonly<Record<UndeliverableCause, string>> = {
  no_mail_host: 'The domain takes no mail.',
  domain_is_expired: 'The domain has expired.',
  domain_on_registry_hold: 'The registry has put the domain on hold.',
  domain_pending_create: 'The domain is still being created.',
  domain_pending_delete: 'The domain is being deleted.',
  domain_is_registry_reserved: 'The registry has reserved the domain.',
}
