/** Finds roles ("sales", "help desk") and no-reply phrases among the words of a local part. */
import { hasLength, START_LETTERS, startSlot } from '../data/start-index.ts'
import { findValue } from '../data/string-table.ts'
import { GAP_HYPHEN, type Words } from '../local-part/words.ts'
import {
  TERM_AFFIX,
  TERM_NO_REPLY,
  TERM_NO_REPLY_ALONE,
  TERM_OFFICE,
  TERM_PLACEHOLDER,
  TERM_ROLE,
  TERM_STRONG,
  TERM_SURNAME,
  type Vocabulary,
} from './vocabulary.ts'

export type Roles = {
  readonly isRole: boolean
  readonly isNoReply: boolean
  /** Bit i: word i names a role. */
  readonly roleWords: number
  /** Bit i: word i makes a role beside any word except a person's name. */
  readonly strongWords: number
  /** The last word follows a hyphen and names a mailing list there. */
  readonly hasListAffix: boolean
  /** The whole local part is an office or a function that is also a name: `mayor`, `dean`. */
  readonly mayBeOffice: 'no' | 'office' | 'function'
  /** The whole local part is a placeholder. */
  readonly isPlaceholder: boolean
}

/** The longest term has this many words: "ne pas répondre à ce mail". */
const LONGEST_TERM_WORDS = 6

/** Further words are ignored: they do not fit in the bit masks, and no role has as many. */
export const MOST_ROLE_WORDS = 30
/** `acmenoreply`, `noreplyto`: only English joins it to other words. */
const NO_REPLY_INSIDE_A_WORD = /not?reply/

/** Translation and accessibility teams. */
const NUMERONYM = /\b(?:i18n|l10n|a11y)\b/

/** `mkt19850312`, `it21942`: up to three letters before a date or a long number are initials rather than a department. */
const LONGEST_INITIALS = 3
const DIGITS_OF_A_DATE = 5

/** `test123`, but not `abcd0012`, which is a student's number. */
const DIGITS_OF_A_PLACEHOLDER = 3

const REPLY = Array.from('reply').reduce((mask, letter) => mask | (1 << (letter.charCodeAt(0) & 31)), 0)

const NEITHER: Roles = {
  isRole: false,
  isNoReply: false,
  roleWords: 0,
  strongWords: 0,
  hasListAffix: false,
  mayBeOffice: 'no',
  isPlaceholder: false,
}
const PLACEHOLDER: Roles = { ...NEITHER, isPlaceholder: true }
const ROLE: Roles = { ...NEITHER, isRole: true }
const PLACEHOLDER_ROLE: Roles = { ...ROLE, isPlaceholder: true }
const NO_REPLY: Roles = { ...ROLE, isNoReply: true }

/**
 * No-reply: any run of words is a no-reply phrase (`alerts-noreply`), or all words are terms and one of them means
 * no-reply (`daemon2`, but not `matt.daemon`).
 * Role: terms cover all words, and one of them is a role (`sales2`, `info-us`, `customer.service`). A word outside the
 * vocabulary may be a person's name (`john.sales`): then `isCompoundRole` decides once the words have name weights.
 */
export function findRoles(vocabulary: Vocabulary, words: Words, local: string): Roles {
  const { terms, termStarts } = vocabulary
  const { starts, ends, letters, gaps } = words
  const count = Math.min(words.count, MOST_ROLE_WORDS)
  let roleWords = 0
  let strongWords = 0
  let hasListAffix = false
  // Bit n: terms cover the first n words; one of those terms is a role; one of them means no-reply.
  let covered = 1
  let withRole = 0
  let withNoReply = 0
  let isSurname = false
  let isOffice = false
  let isPlaceholder = false
  for (let first = 0; first < count; first++) {
    const longest = Math.min(count, first + LONGEST_TERM_WORDS)
    const start = starts[first]!
    const lengths = termStarts[startSlot(letters.bytes, start)]!
    for (let end = first + 1; end <= longest; end++) {
      const length = ends[end - 1]! - start
      if (length >= START_LETTERS && !hasLength(lengths, length)) continue
      const value = findValue(terms, letters, start, start + length)
      if (value < 0) continue
      if ((value & TERM_NO_REPLY) !== 0) return NO_REPLY
      if ((value & TERM_SURNAME) !== 0) isSurname = true
      if ((value & TERM_OFFICE) !== 0) isOffice = true
      if (
        (value & TERM_PLACEHOLDER) !== 0 &&
        first === 0 &&
        end === words.count &&
        words.digits <= DIGITS_OF_A_PLACEHOLDER
      )
        isPlaceholder = true
      if ((value & TERM_ROLE) !== 0 && end === first + 1) roleWords |= 1 << first
      if ((value & TERM_STRONG) !== 0) strongWords |= (1 << end) - (1 << first)
      if ((value & TERM_AFFIX) !== 0 && first > 0 && end === count && gaps[first] === GAP_HYPHEN) hasListAffix = true
      // A word that is only an affix or a placeholder covers nothing.
      if (((covered >>> first) & 1) === 0 || (value & ~(TERM_AFFIX | TERM_PLACEHOLDER)) === 0) continue
      covered |= 1 << end
      if ((value & TERM_ROLE) !== 0 || ((withRole >>> first) & 1) !== 0) withRole |= 1 << end
      if ((value & TERM_NO_REPLY_ALONE) !== 0 || ((withNoReply >>> first) & 1) !== 0) withNoReply |= 1 << end
    }
  }
  if ((words.seen & REPLY) === REPLY && NO_REPLY_INSIDE_A_WORD.test(local)) return NO_REPLY
  if (words.otherLetters > 0) {
    const found = vocabulary.otherScriptRoles(local)
    if (found !== undefined) return found === 'role' ? ROLE : NO_REPLY
  } else if (count > 0) {
    if (words.changes > 1 && NUMERONYM.test(local)) return ROLE
    if (((withNoReply >>> count) & 1) !== 0) return NO_REPLY
    const isPerson =
      count === 1 && (isSurname || (words.ends[0]! <= LONGEST_INITIALS && words.digits >= DIGITS_OF_A_DATE))
    if (!isPerson && ((withRole >>> count) & 1) !== 0) return isPlaceholder ? PLACEHOLDER_ROLE : ROLE
  }
  if ((roleWords | strongWords) === 0 && !hasListAffix) return isPlaceholder ? PLACEHOLDER : NEITHER
  const isWhole = count === 1 && isSurname && words.digits === 0
  const mayBeOffice = isWhole ? (isOffice ? 'office' : 'function') : 'no'
  return { isRole: false, isNoReply: false, roleWords, strongWords, hasListAffix, mayBeOffice, isPlaceholder }
}
