/** Finds the vocabulary of roles ("sales", "help desk") and of no-reply addresses in the words of a local part. */

import { hasLength, START_LETTERS, type StartIndex, startSlot } from '../data/start-index.ts'
import { findValue, type StringTable } from '../data/string-table.ts'
import { GAP_HYPHEN, type Words } from '../local-part/words.ts'
import { bytesOf, type HashedText, sameBytes } from '../text/hashed-text.ts'
import { type OtherScriptTerms, type OtherScriptWords, openOtherScriptTerms } from './other-script-roles.ts'
import { isRoleCompound, openRoleParts, type RoleParts } from './role-parts.ts'

/** The kinds of a term: the values of the table `terms`. */
export const TERM_ROLE = 1
/** Says which of several: a region, a country, "team". Names no role on its own. */
export const TERM_QUALIFIER = 2
/** Says so whatever stands beside it: a phrase ("do not reply"), or a word with no other use in an address ("bounces"). */
export const TERM_NO_REPLY = 4
/** An everyday word ("daemon", "nobody") that says so only where nothing but terms stands beside it. */
export const TERM_NO_REPLY_ALONE = 8

/** Names a role so surely that only a person's name beside it says otherwise. */
export const TERM_STRONG = 16

/** A family name as well: alone it is a person's. */
export const TERM_SURNAME = 32

/** Names a mailing list where it stands last, behind a hyphen, at a domain of one's own: `krb-dev`. */
export const TERM_AFFIX = 64

export type TermData = {
  readonly terms: StringTable
  readonly termStarts: StartIndex
  readonly roleParts: RoleParts
  readonly otherScriptTerms: OtherScriptTerms
}

/** Whether word i is a person's name. */
export type IsPersonsWord = (words: Words, i: number) => boolean

/** The words of a data file's header. */
export type TermWords = {
  readonly roleHeads: readonly string[]
  readonly roleStarts: readonly string[]
  readonly otherScripts: OtherScriptWords
}

export function openTermWords({ roleHeads, roleStarts, otherScripts }: TermWords) {
  return { roleParts: openRoleParts(roleHeads, roleStarts), otherScriptTerms: openOtherScriptTerms(otherScripts) }
}

export type Terms = { readonly isRole: boolean; readonly isNoReply: boolean }

/** The longest term has this many words: "ne pas répondre à ce mail". */
const LONGEST_TERM_WORDS = 6

/** Further words are not looked at: they would not fit the bit masks, and no such address is a role. */
const MOST_WORDS = 30
/** `acmenoreply`, `noreplyto`: English alone glues it to other words. */
const NO_REPLY_INSIDE_A_WORD = /not?reply/

/** Translation and accessibility, as teams write them. */
const NUMERONYM = /\b(?:i18n|l10n|a11y)\b/

/** `mkt19850312`, `it21942`: short for a department, but before a date or a long number rather somebody's initials. */
const LONGEST_INITIALS = 3
const DIGITS_OF_A_DATE = 5

const REPLY = Array.from('reply').reduce((mask, letter) => mask | (1 << (letter.charCodeAt(0) & 31)), 0)

const NEITHER: Terms = { isRole: false, isNoReply: false }
const ROLE: Terms = { isRole: true, isNoReply: false }
const NO_REPLY: Terms = { isRole: true, isNoReply: true }

/**
 * No-reply: any run of words is a no-reply phrase, whatever stands beside it (`alerts-noreply`), or all are terms and one is
 * a word that says so on its own (`daemon2`, but not `matt.daemon`).
 * Role: all words are covered by terms, and one of them is a role (`sales2`, `info-us`, `customer.service`). A word that is not
 * in the vocabulary may be a person's name (`john.sales`): `isCompoundRole` decides then, once the names are weighed.
 */
export function findTerms(data: TermData, words: Words, local: string): Terms {
  const { terms, termStarts } = data
  const { starts, ends, letters } = words
  const count = Math.min(words.count, MOST_WORDS)
  // Bit n: the first n words can be read as terms, one of those terms is a role, one of them says no-reply on its own.
  let readable = 1
  let withRole = 0
  let withNoReply = 0
  let isSurname = false
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
      if ((value & TERM_ROLE) !== 0 && end === first + 1) words.roles |= 1 << first
      if ((value & TERM_STRONG) !== 0) words.strongRoles |= (1 << end) - (1 << first)
      if ((value & TERM_AFFIX) !== 0 && first > 0 && end === count && words.gaps[first] === GAP_HYPHEN) {
        words.hasListAffix = true
      }
      // An affix that is nothing else says nothing about other words.
      if (((readable >>> first) & 1) === 0 || value === TERM_AFFIX) continue
      readable |= 1 << end
      if ((value & TERM_ROLE) !== 0 || ((withRole >>> first) & 1) !== 0) withRole |= 1 << end
      if ((value & TERM_NO_REPLY_ALONE) !== 0 || ((withNoReply >>> first) & 1) !== 0) withNoReply |= 1 << end
    }
  }
  if ((words.seen & REPLY) === REPLY && NO_REPLY_INSIDE_A_WORD.test(local)) return NO_REPLY
  if (words.otherLetters > 0) return fromOtherScript(data, local)
  if (count === 0) return NEITHER
  if (words.changes > 1 && NUMERONYM.test(local)) return ROLE
  if (((withNoReply >>> count) & 1) !== 0) return NO_REPLY
  if (count === 1 && (isSurname || (words.ends[0]! <= LONGEST_INITIALS && words.digits >= DIGITS_OF_A_DATE)))
    return NEITHER
  return ((withRole >>> count) & 1) !== 0 ? ROLE : NEITHER
}

function fromOtherScript({ otherScriptTerms }: TermData, local: string): Terms {
  const found = otherScriptTerms(local)
  return found === 'role' ? ROLE : found === 'no_reply' ? NO_REPLY : NEITHER
}

/**
 * For addresses that are no role by their words alone: a strong role beside words that name no person (`openssl-security`), a
 * role beside the domain's own name (`contoso-hr` at contoso.com), or one word that falls into terms (`privacyrequests`), into
 * a role and the domain's name (`contosobugs`), or begins or ends as compounds of a role do (`kundenanfrage`,
 * `besucherservice`). The names tell whose word is a person's; a profile without them knows initials alone.
 */
export function isCompoundRole(data: TermData, words: Words, domain: string, isPersonsWord?: IsPersonsWord): boolean {
  const count = Math.min(words.count, MOST_WORDS)
  if (count > 1) {
    const namesFunction = words.strongRoles !== 0 || words.hasListAffix
    return (namesFunction && !hasPersonalWord(words, count, isPersonsWord)) || isRoleOfDomain(words, count, domain)
  }
  const end = words.ends[0]!
  if (count === 0 || end < SHORTEST_COMPOUND) return false
  return (
    isRoleCompound(data.roleParts, words.letters, end) ||
    isMadeOfTerms(data, words.letters, end) ||
    isRoleWithDomain(data, words.letters, end, domain)
  )
}

function hasPersonalWord(words: Words, count: number, isPersonsWord: IsPersonsWord | undefined): boolean {
  const last = words.hasListAffix ? count - 1 : count
  for (let i = 0; i < last; i++) {
    if (((words.strongRoles >>> i) & 1) === 0 && (isInitial(words, i) || isPersonsWord?.(words, i))) return true
  }
  return false
}

function isInitial({ starts, ends }: Words, i: number): boolean {
  return ends[i]! - starts[i]! === 1
}

const SHORTEST_COMPOUND = 6
const SHORTEST_PART = START_LETTERS
const LONGEST_PART = 22
/** Shorter ones turn up inside names: parts of a compound in which no part is strong. */
const SHORTEST_WEAK_PART = 5

/** The letters are terms end to end, and one of them is strong, or none is short and one a role. */
function isMadeOfTerms(data: TermData, letters: HashedText, end: number): boolean {
  return coversFrom(data, letters, 0, end, 0, TERM_WEAK)
}

/** Not in the table: all terms so far are long enough to count without a strong one. */
const TERM_WEAK = 1 << 8

/** `found`: the bits of all terms before `start`. */
function coversFrom(
  data: TermData,
  letters: HashedText,
  start: number,
  end: number,
  parts: number,
  found: number,
): boolean {
  if (start === end) return (found & TERM_STRONG) !== 0 || (parts > 1 && (found & ROLE_OF_WEAK) === ROLE_OF_WEAK)
  if (end - start < SHORTEST_PART) return false
  const at = parts > 0 ? afterLinkWord(letters.bytes, start, end) : start
  if (at > start && coversFrom(data, letters, at, end, parts, found)) return true
  const lengths = data.termStarts[startSlot(letters.bytes, start)]!
  if (lengths === 0) return false
  for (let cut = Math.min(end, start + LONGEST_PART); cut >= start + SHORTEST_PART; cut--) {
    const value = hasLength(lengths, cut - start) ? findValue(data.terms, letters, start, cut) : -1
    if (value < 0) continue
    const kept = cut - start < SHORTEST_WEAK_PART ? found & ~TERM_WEAK : found
    if (coversFrom(data, letters, cut, end, parts + 1, kept | value)) return true
  }
  return false
}

const ROLE_OF_WEAK = TERM_WEAK | TERM_ROLE

/** `bolsadetrabajo`, `clerkofcourt`: what joins the parts of a compound, in the languages that write it so. */
const LINK_WORDS = 'de des del da do al e of por para aos und fuer og i y'.split(' ').map(bytesOf)

/** Behind the longest link word that stands at `start`. */
function afterLinkWord(bytes: Uint8Array, start: number, end: number): number {
  let behind = start
  for (const word of LINK_WORDS) {
    const to = start + word.length
    if (to <= behind || end - to < SHORTEST_PART) continue
    if (sameBytes(bytes, start, to, word, 0)) behind = to
  }
  return behind
}

const PERIOD = 0x2e
const HYPHEN = 0x2d

/** All words are roles or the name of the domain, and there is a role. */
function isRoleOfDomain({ roles, letters, starts, ends }: Words, count: number, domain: string): boolean {
  if (roles === 0) return false
  for (let i = 0; i < count; i++) {
    if (((roles >>> i) & 1) === 0 && !isPartOf(domain, letters.bytes, starts[i]!, ends[i]!)) return false
  }
  return true
}

/** Whether the letters in [start, end) stand between two periods or hyphens of the domain, its last label aside. */
function isPartOf(domain: string, bytes: Uint8Array, start: number, end: number): boolean {
  // How many letters of the part are those of the word so far; -1 behind the first that is not.
  let same = 0
  for (let i = 0, last = domain.lastIndexOf('.'); i <= last; i++) {
    const code = domain.charCodeAt(i)
    if (code === PERIOD || code === HYPHEN) {
      if (same === end - start) return true
      same = 0
    } else if (same >= 0) same = bytes[start + same] === code ? same + 1 : -1
  }
  return false
}

/** Shorter names of domains turn up inside words. */
const SHORTEST_DOMAIN = 3
const SHORTEST_ROLE = 2

/** The name of the domain and a role, in either order. Asked of every unknown word, so it makes no strings. */
function isRoleWithDomain({ terms }: TermData, letters: HashedText, end: number, domain: string): boolean {
  const isRole = (start: number, to: number) => {
    const value = to - start < SHORTEST_ROLE ? -1 : findValue(terms, letters, start, to)
    return value >= 0 && (value & TERM_ROLE) !== 0
  }
  for (let from = 0, to = domain.indexOf('.'); to >= 0; from = to + 1, to = domain.indexOf('.', from)) {
    const atStart = lettersInCommon(letters.bytes, 0, 1, domain, from, to)
    if (atStart >= SHORTEST_DOMAIN && isRole(atStart, end)) return true
    const atEnd = lettersInCommon(letters.bytes, end - 1, -1, domain, to - 1, from - 1)
    if (atEnd >= SHORTEST_DOMAIN && isRole(0, end - atEnd)) return true
  }
  return false
}

/** How many letters a label has, hyphens aside, if all of them stand in the bytes from `at` on in that direction; else 0. */
function lettersInCommon(
  bytes: Uint8Array,
  at: number,
  direction: 1 | -1,
  domain: string,
  from: number,
  to: number,
): number {
  let count = 0
  for (let i = from; i !== to; i += direction) {
    const code = domain.charCodeAt(i)
    if (code === HYPHEN) continue
    if (bytes[at + count * direction] !== code) return 0
    count++
  }
  return count
}
