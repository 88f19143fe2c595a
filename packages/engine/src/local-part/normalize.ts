/** Normalizes a local part and finds its label, by the rules of the domain's provider. */
import { hasMoreOctets, isLongerThan, LONGEST_LOCAL_PART } from '../address/limits.ts'
import {
  isDotAtom,
  LOCAL_HAS_NON_ASCII,
  LOCAL_HAS_UPPER_CASE,
  LOCAL_IS_QUOTED,
  LOCAL_IS_UNSETTLED,
} from '../address/parse.ts'
import { trimWhiteSpace } from '../address/white-space.ts'
import type { MailboxRules } from '../provider/mailbox-rules.ts'

export type LocalPart = {
  /** Lower case, NFC, without the label, with periods: the words are read from this text. */
  readonly text: string
  readonly normalized: string
  readonly hasLabel: boolean
  /** As received. */
  readonly label: string
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Outside quotes, a space is not part of a name. */
const INVISIBLE_OR_SPACE = /[\p{Default_Ignorable_Code_Point}\p{Zs}]/gu

function withoutInvisible(local: string): string {
  return local.replace(local.startsWith('"') ? INVISIBLE : INVISIBLE_OR_SPACE, '')
}

export function normalizeLocalPart(
  received: string,
  traits: number,
  rules: MailboxRules,
  mostCodePoints: number,
): LocalPart {
  // Invisible characters are removed: otherwise one mailbox would have several normalized addresses. They are kept if
  // removing them leaves no valid local part.
  if ((traits & LOCAL_IS_UNSETTLED) !== 0) {
    const visible = withoutInvisible(received)
    const isName = visible !== received && (visible.startsWith('"') || isDotAtom(visible))
    if (isName) return normalizeLocalPart(visible, traits, rules, mostCodePoints)
  }
  if (rules.user !== '') return { text: rules.user, normalized: rules.user, hasLabel: true, label: received }
  if ((traits & LOCAL_IS_QUOTED) !== 0) return readQuoted(received, traits, rules, mostCodePoints)

  const separatorAt = findSeparator(received, received.length, rules)
  const hasLabel = separatorAt > 0
  const name = hasLabel ? received.slice(0, separatorAt) : received
  const text = fold(name, traits, mostCodePoints)
  return {
    text,
    // Periods are removed before folding: one may separate a letter from its mark, or turn a sigma into a final one.
    normalized: rules.ignoresPeriods ? fold(name.replaceAll('.', ''), traits, mostCodePoints) : text,
    hasLabel,
    label: hasLabel ? received.slice(separatorAt + 1) : '',
  }
}

/** The position of the label's separator in [0, end), or -1. The text before it must be a valid local part. */
function findSeparator(text: string, end: number, rules: MailboxRules): number {
  const at = text.indexOf(rules.labelSeparator, 1)
  if (at < 0 || at >= end) return -1
  return text.charCodeAt(at - 1) === 0x2e && !rules.ignoresPeriods ? -1 : at
}

/** RFC 5321 §4.1.2: unnecessary quotes do not change the mailbox, so they are removed. */
function readQuoted(received: string, traits: number, rules: MailboxRules, mostCodePoints: number): LocalPart {
  const content = received.slice(1, -1).replace(/\\(.)/gsu, '$1')
  if (needsNoQuotes(content)) {
    return normalizeLocalPart(content, (traits & ~LOCAL_IS_QUOTED) | LOCAL_HAS_UPPER_CASE, rules, mostCodePoints)
  }
  const folded = content.toLowerCase().normalize('NFC')
  const quoted = `"${folded.replace(/["\\]/g, '\\$&')}"`
  // Folding can turn the content into a dot-atom or make it too long: then the local part is kept as received.
  const normalized = needsNoQuotes(folded) || isTooLong(quoted, mostCodePoints) ? received : quoted
  return { text: folded, normalized, hasLabel: false, label: '' }
}

/** Without its quotes, white space at the start would be trimmed. */
function needsNoQuotes(content: string): boolean {
  return isDotAtom(content) && trimWhiteSpace(content) === content
}

/** Lower case and NFC. A few letters become longer or ASCII punctuation; then the text is kept as received. */
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
