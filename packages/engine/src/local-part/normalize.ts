/** Brings a local part into its normal form and finds its label, by the rules of the provider behind the domain. */
import {
  hasMoreOctets,
  isDotAtom,
  isLongerThan,
  LOCAL_HAS_NON_ASCII,
  LOCAL_HAS_UPPER_CASE,
  LOCAL_IS_QUOTED,
  LOCAL_IS_UNSETTLED,
  LONGEST_LOCAL_PART,
  trimWhiteSpace,
} from '../address/parse.ts'

import type { Numbering } from '../irregular/numbering.ts'
import type { Grammar } from '../provider/provider-grammar.ts'

/** How one mail domain reads a mailbox name. */
export type MailboxRules = {
  /** The sign that parts the name from the label; the other sign is an ordinary character there. */
  readonly labelSeparator: '+' | '-'
  /** Gmail delivers `a.b` and `ab` to the same person. */
  readonly ignoresPeriods: boolean
  /** Fastmail's `label@user.fastmail.com`: the user, whose label is the whole local part. */
  readonly user: string
  /** The grammar of the local parts that the provider gives out, for its own domains. */
  readonly grammar: Grammar | undefined
}

/** The same, and what names of people look like there. */
export type LocalPartRules = MailboxRules & {
  readonly numbering: Numbering
  /** Its people type Hangul: one who forgets to switch the keyboard leaves Latin letters in no order of a Latin language. */
  readonly isKorean: boolean
}

export type LocalPart = {
  /** Lower case, NFC, without label, periods kept: what the words are read from. */
  readonly text: string
  readonly normalized: string
  readonly hasLabel: boolean
  /** As received. */
  readonly label: string
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Outside of quotes a space is no letter either. */
const INVISIBLE_OR_SPACE = /[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu

/** Without characters that have neither width nor ink. */
function withoutInvisible(local: string): string {
  return local.replace(local.startsWith('"') ? INVISIBLE : INVISIBLE_OR_SPACE, '')
}

export function readLocalPart(
  received: string,
  traits: number,
  rules: MailboxRules,
  mostCodePoints: number,
): LocalPart {
  // Invisible characters are no part of a name, and a normal form that holds them would be a second one. They stay where
  // nothing else is there, or nothing between two periods: no name would be left.
  if ((traits & LOCAL_IS_UNSETTLED) !== 0) {
    const visible = withoutInvisible(received)
    const isName = visible !== received && (visible.startsWith('"') || isDotAtom(visible))
    if (isName) return readLocalPart(visible, traits, rules, mostCodePoints)
  }
  if (rules.user !== '') return { text: rules.user, normalized: rules.user, hasLabel: true, label: received }
  if ((traits & LOCAL_IS_QUOTED) !== 0) return readQuoted(received, traits, rules, mostCodePoints)

  const separatorAt = findSeparator(received, received.length, rules)
  const hasLabel = separatorAt > 0
  const name = hasLabel ? received.slice(0, separatorAt) : received
  const text = fold(name, traits, mostCodePoints)
  return {
    text,
    // Folded without its periods: one may stand between a letter and its mark, or make a sigma look like a word's last.
    normalized: rules.ignoresPeriods ? fold(name.replaceAll('.', ''), traits, mostCodePoints) : text,
    hasLabel,
    label: hasLabel ? received.slice(separatorAt + 1) : '',
  }
}

/** Where the label's separator stands in [0, end), or -1. What is before it must be a local part of its own. */
function findSeparator(text: string, end: number, rules: MailboxRules): number {
  const at = text.indexOf(rules.labelSeparator, 1)
  if (at < 0 || at >= end) return -1
  return text.charCodeAt(at - 1) === 0x2e && !rules.ignoresPeriods ? -1 : at
}

/** RFC 5321 §4.1.2: quotes that are not needed do not change the mailbox, so they go; where they are needed, they stay. */
function readQuoted(received: string, traits: number, rules: MailboxRules, mostCodePoints: number): LocalPart {
  const content = received.slice(1, -1).replace(/\\(.)/gsu, '$1')
  if (needsNoQuotes(content)) {
    return readLocalPart(content, (traits & ~LOCAL_IS_QUOTED) | LOCAL_HAS_UPPER_CASE, rules, mostCodePoints)
  }
  const folded = content.toLowerCase().normalize('NFC')
  const quoted = `"${folded.replace(/["\\]/g, '\\$&')}"`
  // The fold may have made the content a dot-atom, or too long: then the quotes keep what was received.
  const normalized = needsNoQuotes(folded) || isTooLong(quoted, mostCodePoints) ? received : quoted
  return { text: folded, normalized, hasLabel: false, label: '' }
}

/** Without its quotes, white space at the start would be trimmed. */
function needsNoQuotes(content: string): boolean {
  return isDotAtom(content) && trimWhiteSpace(content) === content
}

/**
 * Lower case and NFC. A few letters grow or turn into ASCII punctuation on the way; a form that would no longer be a local
 * part is not taken.
 */
function fold(text: string, traits: number, mostCodePoints: number): string {
  if ((traits & (LOCAL_HAS_UPPER_CASE | LOCAL_HAS_NON_ASCII)) === 0) return text
  const lower = text.toLowerCase()
  if ((traits & LOCAL_IS_UNSETTLED) === 0) return lower
  const folded = lower.normalize('NFC')
  return isDotAtom(folded) && !isTooLong(folded, mostCodePoints) ? folded : text
}

function isTooLong(local: string, mostCodePoints: number): boolean {
  return hasMoreOctets(local, LONGEST_LOCAL_PART) || isLongerThan(local, mostCodePoints)
}
