/** Why an address is not safe to send to, as sentences for users: the console, `--explain`, and counters. */

import { findUndeliverableCause } from '../domain/lookup/undeliverable.ts'
import { isListName, isNoReplyName } from '../domain/special-names.ts'
import { findGrammarProblem, type GrammarRule, grammarOf } from '../provider/provider-grammar.ts'
import type { MxRecord } from '../verdict/domain-facts.ts'
import {
  HAS_IRREGULAR_PATTERN,
  HAS_UNCOMMON_UNICODE,
  HAS_UNKNOWN_TLD,
  IS_DISPOSABLE,
  IS_NO_REPLY,
  IS_NOT_ISSUED,
  IS_RESERVED_NAME,
  IS_ROLE_BASED,
  IS_TYPO_DOMAIN,
  irregularRuleOf,
  unicodeRuleOf,
} from '../verdict/flags.ts'
import { FREE_DNS_SOURCE, MAIL_HOST_SOURCE, NAME_SERVER_SOURCE } from '../verdict/mail-domain.ts'
import { type Accepted, isFlagged } from '../verdict/verdict.ts'
import { DETAILED_SENTENCES, REASON_TEXTS } from './catalog.ts'

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
  /** The recommended action. */
  readonly advice: string
  /** The list, rule or record that decided. */
  readonly evidence: string
}

/** Empty exactly when `safe_to_send` is true. */
export function explain(verdict: Accepted): Reason[] {
  const { domain } = verdict
  // If the label is the whole local part, the name is in the domain.
  const name = verdict.label === verdict.local ? verdict.normalizedLocal : verdict.local
  const reasons: Reason[] = []
  const tld = domain.root.slice(domain.root.lastIndexOf('.') + 1)
  const names = { domain: domain.inbound, provider: domain.provider, tld }
  const add = (code: ReasonCode, evidence: string, sentence: string = REASON_TEXTS[code].sentence) =>
    reasons.push({ code, sentence: fill(sentence, names), advice: REASON_TEXTS[code].advice, evidence })

  if (isFlagged(verdict, IS_DISPOSABLE)) {
    const [source = ''] = domain.disposableSources
    if (source === FREE_DNS_SOURCE) {
      add('free_dns', 'table of free suffixes', DETAILED_SENTENCES.free_dns.disposable)
    } else if (source.startsWith(MAIL_HOST_SOURCE)) {
      add('disposable', `mail host: ${source.slice(MAIL_HOST_SOURCE.length)}`, DETAILED_SENTENCES.disposable.mail_host)
    } else if (source.startsWith(NAME_SERVER_SOURCE)) {
      const owner = source.slice(NAME_SERVER_SOURCE.length)
      add('disposable', `name servers: ${owner}`, DETAILED_SENTENCES.disposable.name_server)
    } else add('disposable', `lists: ${domain.disposableSources.join(', ')}`)
  }
  if (isFlagged(verdict, IS_TYPO_DOMAIN)) add('typo', 'Matched: list of known misspellings')
  if (isFlagged(verdict, IS_NO_REPLY)) {
    add('no_reply', `Matched: "${isNoReplyName(domain.normalized) ? domain.inbound : name}"`)
  }
  const rule = irregularRuleOf(verdict.flags)
  // A placeholder that is also a role, such as test@, has one reason: the advice of the other would contradict it.
  if (isFlagged(verdict, IS_ROLE_BASED) && rule !== 'placeholder') {
    const isByDomain = isNoReplyName(domain.normalized) || isListName(domain.normalized)
    add('role', `Matched: "${isByDomain ? domain.inbound : name}"`)
  }
  if (isFlagged(verdict, HAS_IRREGULAR_PATTERN))
    add('irregular', `Matched: "${name}"`, DETAILED_SENTENCES.irregular[rule])
  if (isFlagged(verdict, HAS_UNCOMMON_UNICODE)) {
    const inLocal = unicodeRuleOf(verdict.flags)
    const rule = inLocal === 'none' ? domain.unicodeRule : inLocal
    add('unicode', `Matched: "${inLocal === 'none' ? domain.inbound : name}"`, DETAILED_SENTENCES.unicode[rule])
  }
  if (isFlagged(verdict, IS_NOT_ISSUED)) {
    const rule = grammarProblemOf(verdict)
    add('not_issued', `Matched: mailbox rules of ${domain.provider}`, DETAILED_SENTENCES.not_issued[rule])
  }
  if (isFlagged(verdict, IS_RESERVED_NAME)) add('reserved', 'RFC 2606, RFC 6761, RFC 7686')
  else if (isFlagged(verdict, HAS_UNKNOWN_TLD)) add('unknown_tld', 'public suffix list, ICANN section')
  if (domain.lookup) {
    const { facts, isParked, parkingHost } = domain.lookup
    if (!facts.hasValidMx) add('no_mx', `MX records: ${describeMx(facts.mx)}`)
    const cause = findUndeliverableCause(facts)
    const source = cause === 'no_mail_host' ? 'DNS of the domain' : 'registration of the domain'
    if (cause) add('undeliverable', `Matched: ${source}`, DETAILED_SENTENCES.undeliverable[cause])
    if (parkingHost !== undefined) {
      add('parked', `mail host: ${parkingHost}`, DETAILED_SENTENCES.parked.mail_host)
    } else if (isParked) add('parked', `name servers: ${facts.nameservers.join(', ')}`)
  }
  return reasons
}

/** Fills in the names once; values that contain braces are not filled in again. */
function fill(sentence: string, names: { domain: string; provider: string; tld: string }): string {
  return sentence.replace(/\{(domain|provider|tld)\}/g, (_, name: keyof typeof names) => names[name])
}

/** The rule is not stored: it follows from the local part and its provider. */
function grammarProblemOf({ local, label, normalizedLocal, domain }: Accepted): GrammarRule {
  const grammar = grammarOf(domain.provider)
  const name = (label === '' ? local : local.slice(0, -label.length - 1)).toLowerCase()
  return (grammar && findGrammarProblem(grammar, name, normalizedLocal)) ?? 'character'
}

function describeMx(mx: readonly MxRecord[]): string {
  return mx.length === 0 ? 'none' : mx.map(({ host }) => host).join(', ')
}
