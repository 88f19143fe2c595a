/** Compound roles: of several words, of joined terms, or of a role and the domain's name. */
import { hasLength, START_LETTERS, startSlot } from '../data/start-index.ts'
import { findValue } from '../data/string-table.ts'
import type { Words } from '../local-part/words.ts'
import { bytesOf, type HashedText, sameBytes } from '../text/hashed-text.ts'
import { MOST_ROLE_WORDS, type Roles } from './find-roles.ts'
import { isRoleCompound } from './role-parts.ts'
import { TERM_ROLE, TERM_STRONG, type Vocabulary } from './vocabulary.ts'

/** Whether the letters in [start, end) are a person's name; before a joined role, a full name. */
export type NameTest = {
  readonly isPersonal: (start: number, end: number) => boolean
  readonly isFullName: (start: number, end: number) => boolean
}

const NOBODY: NameTest = { isPersonal: () => false, isFullName: () => false }

/**
 * A role that `findRoles` cannot detect: a strong role beside words that are not a person's name (`openssl-security`),
 * a role beside the domain's name (`contoso-hr` at contoso.com), or a single word that consists of terms
 * (`privacyrequests`), consists of a role and the domain's name (`contosobugs`), or starts or ends like a compound role
 * (`kundenanfrage`, `besucherservice`). Without a name test, as in the guard, only initials count as a person's.
 */
export function isCompoundRole(
  vocabulary: Vocabulary,
  words: Words,
  roles: Roles,
  domain: string,
  names: NameTest = NOBODY,
): boolean {
  const count = Math.min(words.count, MOST_ROLE_WORDS)
  if (count > 1) {
    const namesFunction = roles.strongWords !== 0 || roles.hasListAffix
    if (namesFunction && !hasPersonalWord(words, roles, count, names)) return true
    return isRoleOfDomain(words, roles.roleWords, count, domain)
  }
  const end = words.ends[0]!
  if (count === 0 || end < SHORTEST_COMPOUND) return false
  return (
    isRoleCompound(vocabulary.roleParts, words.letters, end, names.isFullName) ||
    coversFrom(vocabulary, words.letters, 0, end, 0, TERM_WEAK) ||
    isRoleWithDomain(vocabulary, words.letters, end, domain)
  )
}

function hasPersonalWord(
  { starts, ends }: Words,
  { strongWords, hasListAffix }: Roles,
  count: number,
  { isPersonal }: NameTest,
): boolean {
  for (let i = hasListAffix ? count - 2 : count - 1; i >= 0; i--) {
    const isInitial = ends[i]! - starts[i]! === 1
    if (((strongWords >>> i) & 1) === 0 && (isInitial || isPersonal(starts[i]!, ends[i]!))) return true
  }
  return false
}

const SHORTEST_COMPOUND = 6
const SHORTEST_PART = START_LETTERS
const LONGEST_PART = 22
/**
 * Bounds the combinations: in a run of one letter, terms that are prefixes of each other would be tried in every
 * combination.
 */
const MOST_PARTS = 5
/** Shorter ones occur inside names, as parts of a compound without a strong part. */
const SHORTEST_WEAK_PART = 5

/** Not in the table: all current terms are long enough to count without a strong one. */
const TERM_WEAK = 1 << 8

/**
 * Whether terms cover all letters, and one is strong, or none is short and one is a role. `found`: the bits of all
 * terms before `start`.
 */
function coversFrom(
  vocabulary: Vocabulary,
  letters: HashedText,
  start: number,
  end: number,
  parts: number,
  found: number,
): boolean {
  if (start === end) return (found & TERM_STRONG) !== 0 || (parts > 1 && (found & ROLE_OF_WEAK) === ROLE_OF_WEAK)
  if (end - start < SHORTEST_PART || parts === MOST_PARTS) return false
  const at = parts > 0 ? afterLinkWord(letters.bytes, start, end) : start
  if (at > start && coversFrom(vocabulary, letters, at, end, parts, found)) return true
  const lengths = vocabulary.termStarts[startSlot(letters.bytes, start)]!
  if (lengths === 0) return false
  for (let cut = Math.min(end, start + LONGEST_PART); cut >= start + SHORTEST_PART; cut--) {
    const value = hasLength(lengths, cut - start) ? findValue(vocabulary.terms, letters, start, cut) : -1
    if (value < 0) continue
    const kept = cut - start < SHORTEST_WEAK_PART ? found & ~TERM_WEAK : found
    if (coversFrom(vocabulary, letters, cut, end, parts + 1, kept | value)) return true
  }
  return false
}

const ROLE_OF_WEAK = TERM_WEAK | TERM_ROLE

/** `bolsadetrabajo`, `clerkofcourt`: words that join the parts of a compound. */
const LINK_WORDS = 'de des del da do al e of por para aos und fuer og i y'.split(' ').map(bytesOf)

/** The position after the longest link word at `start`. */
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

/** All words are roles or the name of the domain, with at least one role. */
function isRoleOfDomain({ letters, starts, ends }: Words, roleWords: number, count: number, domain: string): boolean {
  if (roleWords === 0) return false
  for (let i = 0; i < count; i++) {
    if (((roleWords >>> i) & 1) === 0 && !isPartOf(domain, letters.bytes, starts[i]!, ends[i]!)) return false
  }
  return true
}

/** Whether the letters in [start, end) are a part of the domain between periods or hyphens, without its last label. */
function isPartOf(domain: string, bytes: Uint8Array, start: number, end: number): boolean {
  // How many letters of the part match the word so far; -1 after the first mismatch.
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

/** Shorter domain names occur inside words. */
const SHORTEST_DOMAIN = 3
const SHORTEST_ROLE = 2

/** The domain's name and a role, in either order. Runs for every unknown word, so it allocates no strings. */
function isRoleWithDomain({ terms }: Vocabulary, letters: HashedText, end: number, domain: string): boolean {
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

/**
 * The number of letters in a label without its hyphens, if the bytes from `at` on in that direction match all of them;
 * otherwise 0.
 */
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
