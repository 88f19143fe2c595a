/**
 * Reads a person's names out of the words of a local part.
 *
 * The data says how strongly a word is known as a given name and as a family name (0 to 15 each). An order is chosen by the
 * sum over its words, so `smith.john` and `nguyen.thi.hoa` come out as they should; what the data does not support stays
 * empty.
 */
import type { Profile } from '../data/engine-data.ts'
import { findWeights, type NameTable } from '../data/name-table.ts'
import { hasLength, START_LETTERS, type StartIndex, startSlot } from '../data/start-index.ts'
import { GAP_HYPHEN, type Words } from '../local-part/words.ts'

export type Names = { readonly first: string; readonly last: string }

export const NO_NAMES: Names = { first: '', last: '' }

export type NameData = {
  readonly profile: Profile
  readonly names: NameTable
  readonly nameStarts: StartIndex
  /** Empty in all profiles but the full one. */
  readonly rareNames: NameTable
}

/** A table value: the weight as a given name in the low four bits, as a family name above. */
export const MOST_WEIGHT = 15
export const packWeights = (given: number, family: number): number => given | (family << 4)
const givenOf = (weights: number): number => (weights < 0 ? 0 : weights & 15)
const familyOf = (weights: number): number => (weights < 0 ? 0 : (weights >>> 4) & 15)

/** Names with this weight stand in the smaller table. */
export const WELL_KNOWN = 9
/** Set in the weights of a word that stands in the larger one. */
const RARE = 1 << 8
/** The most that a rare name can weigh, either way. */
const RARE_GIVEN = packWeights(WELL_KNOWN - 1, 0)
const RARE_FAMILY = packWeights(0, WELL_KNOWN - 1)

/** Rare names do not count: whether an address looks machine-made must be the same in every profile. */
export const isWellKnown = (weights: number): boolean => weights >= 0 && weights < RARE
/** The least weight of all words together that makes them a person's name. */
const KNOWN = 12
/** The least weight of a given name that stands first: a name that one list knows may be the family name, too. */
const KNOWN_GIVEN = 11
/** The same beside a family name of several lists. */
const KNOWN_GIVEN_BESIDE = 10
const SURE_FAMILY = 11
/** `van`, `dos`, `al` between two words vouch for them. */
const KNOWN_WITH_PARTICLE = 8
/** A name that stands alone must be known well: nothing beside it vouches for it. */
const KNOWN_ALONE = 11
const FAMILY_ALONE = 13
/** How much better a word must be known as a family name than as a given one, to be it. */
const CLEARLY_FAMILY = 6
/** A word behind an initial is a family name by its place, if it is a name at all. */
const BEHIND_INITIAL = 5
/** Two names without a separator between them: nothing but their weight vouches for the place of the cut. */
const GLUED = 26
/** The parts of a glued name: shorter ones turn up inside other words. */
const SHORTEST_GLUED = START_LETTERS
/** `jsmith`: the family name alone carries it. */
const AFTER_INITIAL = 11
/** The reversed order must be clearly better: most people write the given name first, and many names are both. */
const REVERSE_MARGIN = 4
const GIVEN_BEHIND = 4
/** The least weights for the reversed order: a word that hardly a list calls a family name is a given name, too. */
const FAMILY_REVERSED = 8
const GIVEN_REVERSED = 10
/** How much better the second word must be known as a given name than the first: `martin.lawson` may be either. */
const CLEARLY_GIVEN = 3
/** … unless the first is so much better known as a family name. */
const HARDLY_GIVEN = 4
/** A word that is known not much better as a family name than as a given one is as likely to be either. */
const EITHER_MARGIN = 2

/** So many words of so few letters are a name that periods were scattered over: `jo.hn.sm.it.h`. */
const MANY_WORDS = 4
const LETTERS_OF_A_WORD = 3
/** Behind two names or more, so few letters are a country or a suffix: `peter.baker.au`. */
const LONGEST_SUFFIX = 2

/** Belong to the family name that follows: `ludwig.van.beethoven`, `maria.dos.santos`. */
const PARTICLES = new Set(
  'van von der den de del della di da do dos das du la le el al bin ben ibn ter ten op zu zum af av mac mc st san santa'.split(
    ' ',
  ),
)

/** Titles: they stand before or behind a person's names and belong to none of them. */
const TITLES = new Set('dr prof mr mrs ms sir herr frau mme mlle ing jr sr ii iii iv phd mba esq'.split(' '))
const LONGEST_TITLE = 4
/** Most short words are told from titles by their first and last letter, without making a string of them. */
const TITLE_ENDS = new Uint8Array(32 * 32)
for (const title of TITLES) TITLE_ENDS[endsOf(title.charCodeAt(0), title.charCodeAt(title.length - 1))] = 1

function endsOf(first: number, last: number): number {
  return (first & 31) * 32 + (last & 31)
}

export function findNames(data: NameData, words: Words, local: string): Names {
  if (words.count === 0 || words.otherLetters > 0) return NO_NAMES
  return words.count === 1 ? namesInOneWord(data, words, local) : namesInSeveralWords(data, words, local)
}

function weigh({ names, rareNames }: NameData, words: Words, i: number): void {
  const start = words.starts[i]!
  const end = words.ends[i]!
  // A letter alone is an initial, which no table holds.
  if (end - start === 1) return
  const weights = findWeights(names, words.letters, start, end)
  words.weights[i] = weights
  if (weights >= 0) return
  const rare = findWeights(rareNames, words.letters, start, end)
  if (rare >= 0) words.weights[i] = rare | RARE
}

/** The given name is at one end and the family name at the other; initials, titles and functions at the ends are not names. */
function namesInSeveralWords(data: NameData, words: Words, local: string): Names {
  for (let i = 0; i < words.count; i++) weigh(data, words, i)
  if (words.count >= MANY_WORDS && words.letters.length < LETTERS_OF_A_WORD * words.count) return NO_NAMES
  const joins = hyphenJoins(words)
  let head = 0
  let headEnd = endOfPart(words, joins, head)
  let tailEnd = words.count - 1
  let tail = startOfPart(words, joins, tailEnd)
  let isBehindInitial = false
  while (headEnd < tailEnd && namesNoPerson(words, local, head, headEnd)) {
    isBehindInitial ||= !isFunction(words, head)
    head = headEnd + 1
    headEnd = endOfPart(words, joins, head)
  }
  while (tail > head && (namesNoPerson(words, local, tail, tailEnd) || isSuffix(words, headEnd, tail, tailEnd))) {
    tailEnd = tail - 1
    tail = startOfPart(words, joins, tailEnd)
  }
  if (head >= tail) {
    if (namesNoPerson(words, local, head, tailEnd)) return NO_NAMES
    return nameAlone(words, local, head, tailEnd, isBehindInitial)
  }

  // A hyphenated name is known by its first word.
  const headWeights = words.weights[head]!
  const tailWeights = words.weights[tail]!
  const isReversed = isFamilyFirst(headWeights, tailWeights)
  // `peter.mallory`, `martin.luther`: a given name before one that is hardly known as a family name may stand in either order.
  if (isReversed && !isClearlyReversed(headWeights, tailWeights)) return NO_NAMES
  if (!isReversed && data.profile !== 'full' && mayBeFamilyFirst(headWeights, tailWeights)) return NO_NAMES
  if (!isReversed && isGivenBehind(headWeights, tailWeights)) return NO_NAMES
  const weight = isReversed
    ? familyOf(headWeights) + givenOf(tailWeights)
    : givenOf(headWeights) + familyOf(tailWeights)
  const hasParticle = tail > headEnd + 1 && PARTICLES.has(textOf(words, local, tail - 1, tail - 1))
  if (weight < (hasParticle ? KNOWN_WITH_PARTICLE : KNOWN)) return NO_NAMES
  if (!hasParticle && !isReversed && givenOf(headWeights) < leastGivenBeside(tailWeights)) return NO_NAMES
  const headName = written(words, local, head, headEnd)
  let tailName = written(words, local, tail, tailEnd)
  if (isReversed) return { first: tailName, last: headName }
  for (let i = tail - 1; i > headEnd && PARTICLES.has(textOf(words, local, i, i)); i--) {
    tailName = `${written(words, local, i, i)} ${tailName}`
  }
  // A word that no list knows as a family name may be anything: a handle, a place, a second given name.
  return { first: headName, last: hasParticle || familyOf(tailWeights) > 0 ? tailName : '' }
}

function leastGivenBeside(tail: number): number {
  return familyOf(tail) >= SURE_FAMILY ? KNOWN_GIVEN_BESIDE : KNOWN_GIVEN
}

function isClearlyReversed(head: number, tail: number): boolean {
  const family = familyOf(head)
  if (family < Math.max(FAMILY_REVERSED, givenOf(head) + EITHER_MARGIN, familyOf(tail) + 1)) return false
  if (family < givenOf(head) + HARDLY_GIVEN && givenOf(head) + CLEARLY_GIVEN > givenOf(tail)) return false
  return givenOf(tail) >= GIVEN_REVERSED || family >= SURE_FAMILY
}

/** `connor.sarah`: two given names, of which the second is the better known one, stand in no order that they tell. */
function isGivenBehind(head: number, tail: number): boolean {
  return givenOf(tail) >= KNOWN_GIVEN && givenOf(tail) > Math.max(givenOf(head), familyOf(tail))
}

function isFamilyFirst(head: number, tail: number): boolean {
  const forward = givenOf(head) + familyOf(tail)
  const backward = familyOf(head) + givenOf(tail)
  return familyOf(head) > givenOf(head) && givenOf(tail) >= GIVEN_BEHIND && backward >= forward + REVERSE_MARGIN
}

/** A word that is not known may be a rare name: where that would turn the order round, a smaller profile cannot tell it. */
function mayBeFamilyFirst(head: number, tail: number): boolean {
  return isFamilyFirst(head < 0 ? RARE_FAMILY : head, tail < 0 ? RARE_GIVEN : tail)
}

/** A hyphen joins (`jean-pierre.dupont`) where another separator parts; on its own it parts (`john-smith`). */
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

function namesNoPerson(words: Words, local: string, first: number, last: number): boolean {
  const letters = words.ends[last]! - words.starts[first]!
  if (letters === 1) return true
  if (first !== last) return false
  return isFunction(words, first) || (letters <= LONGEST_TITLE && isTitle(words, local, first))
}

function isSuffix({ starts, ends }: Words, headEnd: number, tail: number, tailEnd: number): boolean {
  return tail > headEnd + 1 && ends[tailEnd]! - starts[tail]! <= LONGEST_SUFFIX
}

function isTitle(words: Words, local: string, i: number): boolean {
  const { bytes } = words.letters
  const ends = endsOf(bytes[words.starts[i]!]!, bytes[words.ends[i]! - 1]!)
  return TITLE_ENDS[ends] === 1 && TITLES.has(textOf(words, local, i, i))
}

/** `info.john`. Some functions are well known as names, too (`ana.sales`). */
function isFunction(words: Words, i: number): boolean {
  if (((words.roles >>> i) & 1) === 0) return false
  const weights = words.weights[i]!
  return Math.max(givenOf(weights), familyOf(weights)) < WELL_KNOWN
}

/** `j.smith` gives the family name, `john.s` the given name or, where the data says so, the family name. */
function nameAlone(words: Words, local: string, first: number, last: number, isBehindInitial: boolean): Names {
  const weights = words.weights[first]!
  const given = givenOf(weights)
  const family = familyOf(weights)
  if (isBehindInitial ? family >= BEHIND_INITIAL && family > given - 4 : isFamilyAlone(given, family)) {
    return { first: '', last: written(words, local, first, last) }
  }
  if (isBehindInitial || !isGivenAlone(given, family)) return NO_NAMES
  return { first: written(words, local, first, last), last: '' }
}

function isGivenAlone(given: number, family: number): boolean {
  return given >= KNOWN_ALONE && given >= family
}

function isFamilyAlone(given: number, family: number): boolean {
  return family >= FAMILY_ALONE && family - given >= CLEARLY_FAMILY
}

/** One name, two glued together, or an initial glued to one. */
function namesInOneWord(data: NameData, words: Words, local: string): Names {
  const from = words.from[0]!
  const to = words.to[0]!
  const end = words.ends[0]!
  // A rare name does not weigh enough to stand alone, so that their table, the largest of all, need not be asked.
  words.weights[0] = findWeights(data.names, words.letters, 0, end)
  // A place in the letters is a place in the text only where no letter was folded or left out.
  if (!isWellKnown(words.weights[0]!) && to - from === end) {
    const cut = findCut(data, words, end)
    if (cut !== 0) {
      const split = from + Math.abs(cut)
      const left = capitalize(local, from, split)
      const right = capitalize(local, split, to)
      return cut < 0 ? { first: right, last: left } : { first: left, last: right }
    }
    if (end >= 6 && familyOf(findWeights(data.names, words.letters, 1, end)) >= AFTER_INITIAL) {
      return { first: '', last: capitalize(local, from + 1, to) }
    }
  }
  return nameAlone(words, local, 0, 0, false)
}

/** Where the first word falls into two names: 0 nowhere, negative if the family name stands first. */
function findCut({ names, nameStarts }: NameData, { letters }: Words, end: number): number {
  let best = GLUED - 1
  let cut = 0
  const lengths = nameStarts[startSlot(letters.bytes, 0)]!
  for (let at = SHORTEST_GLUED; at <= end - SHORTEST_GLUED; at++) {
    // Both are asked of the small index first, which knows most parts of a word for what they are: no names.
    if (!hasLength(lengths, at) || !hasLength(nameStarts[startSlot(letters.bytes, at)]!, end - at)) continue
    const left = findWeights(names, letters, 0, at)
    if (left < 0) continue
    const right = findWeights(names, letters, at, end)
    if (right < 0) continue
    const isReversed = isFamilyFirst(left, right)
    const weight = isReversed ? familyOf(left) + givenOf(right) : givenOf(left) + familyOf(right)
    if (weight <= best) continue
    best = weight
    cut = isReversed ? -at : at
  }
  return cut
}

/** Words that are known at least this well are a person's: a given name of many births, a family name of several lists. */
const PERSONAL_GIVEN = 10
const PERSONAL_FAMILY = 12
/** The least weight and length of a family name behind a glued initial: shorter ones end many other words. */
const FAMILY_BEHIND_INITIAL = 11
const SHORTEST_BEHIND_INITIAL = 5

/** Whether word i is a person's name; its weights must be known. An initial may stand glued before it (`pkowalski.info`). */
export function isPersonal({ names }: NameData, { weights, starts, ends, letters }: Words, i: number): boolean {
  const weight = weights[i]!
  if (givenOf(weight) >= PERSONAL_GIVEN || familyOf(weight) >= PERSONAL_FAMILY) return true
  const start = starts[i]!
  const end = ends[i]!
  // Asked of rare names, too: smaller profiles do not know them, and must come to the same answer.
  if (end - start <= SHORTEST_BEHIND_INITIAL) return false
  return familyOf(findWeights(names, letters, start + 1, end)) >= FAMILY_BEHIND_INITIAL
}

/** The words from `first` to `last` as they stand in the local part. */
function textOf(words: Words, local: string, first: number, last: number): string {
  return local.slice(words.from[first]!, words.to[last]!)
}

function written(words: Words, local: string, first: number, last: number): string {
  const from = words.from[first]!
  const to = words.to[last]!
  const isOneWord = to - from === words.ends[last]! - words.starts[first]!
  return isOneWord ? capitalize(local, from, to) : titleCase(local.slice(from, to))
}

const CAPITALS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toUpperCase())

function capitalize(local: string, from: number, to: number): string {
  return (CAPITALS[local.charCodeAt(from)] ?? local.charAt(from).toUpperCase()) + local.slice(from + 1, to)
}

/** Upper case at the start and behind a hyphen or an apostrophe: `jean-luc` → `Jean-Luc`, `o'brien` → `O'Brien`. */
export function titleCase(lower: string): string {
  const capitalized = capitalize(lower, 0, lower.length)
  if (!lower.includes('-') && !lower.includes("'") && !lower.includes('’')) return capitalized
  return capitalized.replace(/[-'’]\p{Ll}/gu, (pair) => pair.toUpperCase())
}
