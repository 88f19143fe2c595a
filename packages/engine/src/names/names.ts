/**
 * Finds a person's names in the words of a local part. The order with the larger sum of weights wins, so `smith.john`
 * and `nguyen.thi.hoa` are correct; a name that the data does not support stays empty.
 */
import { GAP_DIGIT, GAP_HYPHEN, type Words } from '../local-part/words.ts'
import { eastAsianOrder, mayBeEastAsian } from './east-asian.ts'
import { isHungarianFamily, isVietnameseFamily } from './family-first.ts'
import { isWrittenInFull } from './in-full.ts'
import { namesInOneWord } from './one-word.ts'
import { isClearlyReversed, isFamilyFirst, isGivenBehind, leastGivenBeside, mayBeFamilyFirst } from './order.ts'
import { type Names, NO_NAMES, singleName } from './single-name.ts'
import { titleCaseWords } from './title-case.ts'
import { familyOf, givenOf, isWellKnown, type NameData, type NameWeights, WELL_KNOWN } from './weights.ts'

/** The minimum total weight of all words for a person's name. */
const KNOWN = 12
/** The same with `van`, `dos` or `al` between two words. */
const KNOWN_WITH_PARTICLE = 8

/** A given name with at most this advantage over its weight as a family name may be either. */
const MAY_BE_FAMILY = 3

/** This many words, each with fewer letters, are one name with inserted periods: `jo.hn.sm.it.h`. */
const MANY_WORDS = 4
const LETTERS_OF_A_WORD = 3
/** After two names, a word of at most this length is a country or a suffix: `peter.baker.au`. */
const LONGEST_SUFFIX = 2

/** Parts of the family name that follows: `ludwig.van.beethoven`, `maria.dos.santos`. */
const PARTICLES = new Set(
  'van von der den de del della di da do dos das du la le el al bin ben ibn ter ten op zu zum af av mac mc st san santa'.split(
    ' ',
  ),
)

/** Titles, and suffixes that companies append for external staff. */
const TITLES = new Set(
  'dr prof mr mrs ms sir herr frau mme mlle ing jr sr ii iii iv phd mba esq ext extern ctr cons git github gitlab'.split(
    ' ',
  ),
)
const LONGEST_TITLE = 6
/** The first and last letter exclude most short words without allocating a string. */
const TITLE_ENDS = new Uint8Array(32 * 32)
for (const title of TITLES) TITLE_ENDS[endsOf(title.charCodeAt(0), title.charCodeAt(title.length - 1))] = 1

function endsOf(first: number, last: number): number {
  return (first & 31) * 32 + (last & 31)
}

/** `roleWords` has the bits of the words that name a role: `info.john` has one name. */
export function findNames(
  data: NameData,
  words: Words,
  weights: NameWeights,
  roleWords: number,
  local: string,
  isFreeMail: boolean,
): Names {
  if (words.count === 0 || words.otherLetters > 0) return NO_NAMES
  if (words.count === 1) return namesInOneWord(data, words, weights, local, isFreeMail)
  return namesInSeveralWords(data, words, weights, roleWords, local, isFreeMail)
}

/** The given name is at one end and the family name at the other; initials, titles and roles at the ends are skipped. */
function namesInSeveralWords(
  data: NameData,
  words: Words,
  weights: NameWeights,
  roleWords: number,
  local: string,
  isFreeMail: boolean,
): Names {
  if (words.count >= MANY_WORDS && words.letters.length < LETTERS_OF_A_WORD * words.count) return NO_NAMES
  const joins = hyphenJoins(words)
  let head = 0
  let headEnd = endOfPart(words, joins, head)
  let tailEnd = words.count - 1
  while (tailEnd > headEnd && isTitle(words, local, tailEnd)) tailEnd--
  let tail = startOfPart(words, joins, tailEnd)
  let isBehindInitial = false
  while (headEnd < tailEnd && isNoName(words, weights, roleWords, local, head, headEnd)) {
    isBehindInitial ||= !isRoleWord(weights, roleWords, head)
    head = headEnd + 1
    headEnd = endOfPart(words, joins, head)
  }
  while (
    tail > head &&
    (isNoName(words, weights, roleWords, local, tail, tailEnd) || isSuffix(words, headEnd, tail, tailEnd))
  ) {
    tailEnd = tail - 1
    tail = startOfPart(words, joins, tailEnd)
  }
  if (head >= tail) {
    if (isNoName(words, weights, roleWords, local, head, tailEnd)) return NO_NAMES
    return singleName(words, weights, local, head, tailEnd, isBehindInitial)
  }

  // Only the first word of a hyphenated name counts.
  const headWeights = weights[head]!
  const tailWeights = weights[tail]!
  const isPair = head === headEnd && tail === tailEnd && tail === head + 1
  if (isPair && mayHoldEastAsian(words, head, tail, headWeights, tailWeights)) {
    const order = eastAsianOrder(textOf(words, local, head), textOf(words, local, tail), headWeights, tailWeights)
    if (order === 'either') return NO_NAMES
    if (order !== undefined) {
      const [first, last] = order === 'given_first' ? [head, tail] : [tail, head]
      return { first: titleCaseWords(words, local, first, first), last: titleCaseWords(words, local, last, last) }
    }
  }
  if (isPair && isHungarianOrder(words, headWeights, tailWeights, local, head)) {
    return { first: titleCaseWords(words, local, tail, tail), last: titleCaseWords(words, local, head, head) }
  }
  const isReversed = isFamilyFirst(headWeights, tailWeights)
  // `peter.mallory`, `martin.luther`: a given name before a rare family name may be in either order.
  const isVietnamese = isReversed && isVietnameseFamily(textOf(words, local, head))
  if (isReversed && !isVietnamese && !isClearlyReversed(headWeights, tailWeights)) return NO_NAMES
  if (!isReversed && data.profile !== 'full' && mayBeFamilyFirst(headWeights, tailWeights)) return NO_NAMES
  if (!isReversed && isGivenBehind(headWeights, tailWeights)) return NO_NAMES
  const weight = isReversed
    ? familyOf(headWeights) + givenOf(tailWeights)
    : givenOf(headWeights) + familyOf(tailWeights)
  const hasParticle = tail > headEnd + 1 && isParticle(words, local, tail - 1)
  if (!isReversed && words.count === 2 && isWrittenInFull(data, words, headWeights, tailWeights, isFreeMail)) {
    return { first: titleCaseWords(words, local, head, headEnd), last: titleCaseWords(words, local, tail, tailEnd) }
  }
  if (weight < (hasParticle ? KNOWN_WITH_PARTICLE : KNOWN)) return NO_NAMES
  if (!hasParticle && !isReversed && givenOf(headWeights) < leastGivenBeside(tailWeights)) return NO_NAMES
  const headName = titleCaseWords(words, local, head, headEnd)
  const isBetween = !hasParticle && tail > headEnd + 1 && words.ends[tail - 1]! - words.starts[tail - 1]! > 1
  let tailName = titleCaseWords(words, local, tail, tailEnd)
  if (isReversed) {
    // `campbell.justin.tyler`: the first of two given names is the one in use, except in Vietnam.
    const isSecond = isBetween && !isVietnamese && givenOf(weights[tail - 1]!) >= WELL_KNOWN
    return { first: isSecond ? '' : tailName, last: headName }
  }
  // `lucas.henao.serna`: either of two family names may be the one in use.
  if (isBetween && familyOf(weights[tail - 1]!) >= givenOf(weights[tail - 1]!)) return { first: headName, last: '' }
  for (let i = tail - 1; i > headEnd && isParticle(words, local, i); i--) {
    tailName = `${titleCaseWords(words, local, i, i)} ${tailName}`
  }
  // A word in no list of family names may be anything: a handle, a place, a second given name.
  const isFamily = hasParticle || familyOf(tailWeights) > 0
  // `kaushik.divyansh`: then the first word may be the family name.
  if (!isFamily && familyOf(headWeights) + MAY_BE_FAMILY >= givenOf(headWeights)) return NO_NAMES
  return { first: headName, last: isFamily ? tailName : '' }
}

/** `nagy.peter`: Hungarians write the family name first, and many of their given names are family names elsewhere. */
function isHungarianOrder(
  words: Words,
  headWeights: number,
  tailWeights: number,
  local: string,
  head: number,
): boolean {
  if (givenOf(headWeights) >= WELL_KNOWN || givenOf(tailWeights) < WELL_KNOWN) return false
  return isHungarianFamily(textOf(words, local, head))
}

/**
 * The weight of common East Asian family names, and of those that are words (`park`, `sun`): the check avoids reading
 * two words.
 */
const SURE_EAST_ASIAN = 13
const EVERYDAY_EAST_ASIAN = 8

function mayHoldEastAsian(
  { letters: { bytes }, starts, ends }: Words,
  head: number,
  tail: number,
  headWeights: number,
  tailWeights: number,
): boolean {
  const isEveryday = familyOf(tailWeights) === EVERYDAY_EAST_ASIAN && isWellKnown(tailWeights)
  if (!isEveryday && Math.max(familyOf(headWeights), familyOf(tailWeights)) < SURE_EAST_ASIAN) return false
  return mayBeEastAsian(bytes, starts[head]!, ends[head]!) || mayBeEastAsian(bytes, starts[tail]!, ends[tail]!)
}

/**
 * A hyphen joins two words (`jean-pierre.dupont`) only if another separator separates them from the rest (not in
 * `john-smith`).
 */
function hyphenJoins(words: Words): boolean {
  for (let i = 1; i < words.count; i++) if (words.gaps[i] !== GAP_HYPHEN) return true
  return false
}

function endOfPart(words: Words, joins: boolean, start: number): number {
  let end = start
  while (joins && end + 1 < words.count && words.gaps[end + 1] === GAP_HYPHEN) end++
  return end
}

function startOfPart(words: Words, joins: boolean, end: number): number {
  let start = end
  while (joins && start > 0 && words.gaps[start] === GAP_HYPHEN) start--
  return start
}

/** An initial, a role or a title. */
function isNoName(
  words: Words,
  weights: NameWeights,
  roleWords: number,
  local: string,
  first: number,
  last: number,
): boolean {
  const letters = words.ends[last]! - words.starts[first]!
  if (letters === 1 || (words.digits > 0 && isScrap(words, local, letters, first, last))) return true
  return first === last && (isRoleWord(weights, roleWords, first) || isTitle(words, local, first))
}

/** `karan2dec`, `ayush.rai.mat20`, `mohamed.da20`: a few letters beside digits are a date or a course. */
function isScrap({ gaps, to, count }: Words, local: string, letters: number, first: number, last: number): boolean {
  if (letters >= LETTERS_BESIDE_DIGITS) return false
  if ((gaps[first]! & GAP_DIGIT) !== 0) return true
  return last === count - 1 && to[last]! < local.length && letters <= (count > 2 ? LETTERS_OF_A_WORD : LONGEST_SUFFIX)
}

const LETTERS_BESIDE_DIGITS = 5

function isSuffix({ starts, ends }: Words, headEnd: number, tail: number, tailEnd: number): boolean {
  return tail > headEnd + 1 && ends[tailEnd]! - starts[tail]! <= LONGEST_SUFFIX
}

function isTitle({ letters, starts, ends, from, to }: Words, local: string, i: number): boolean {
  const { bytes } = letters
  if (ends[i]! - starts[i]! > LONGEST_TITLE) return false
  if (TITLE_ENDS[endsOf(bytes[starts[i]!]!, bytes[ends[i]! - 1]!)] === 0) return false
  return TITLES.has(local.slice(from[i]!, to[i]!))
}

function isParticle(words: Words, local: string, i: number): boolean {
  return PARTICLES.has(textOf(words, local, i))
}

function textOf({ from, to }: Words, local: string, i: number): string {
  return local.slice(from[i]!, to[i]!)
}

/** Some roles are also well-known names (`ana.sales`), and some everyday words are common family names (`jiwoo.park`). */
function isRoleWord(weights: NameWeights, roleWords: number, i: number): boolean {
  if (((roleWords >>> i) & 1) === 0) return false
  const least = isWellKnown(weights[i]!) ? EVERYDAY_EAST_ASIAN : WELL_KNOWN
  return Math.max(givenOf(weights[i]!), familyOf(weights[i]!)) < least
}
