/**
 * Reads a person's names out of the words of a local part.
 *
 * The data says how strongly a word is known as a given name and as a family name (0 to 15 each). An order is chosen by the
 * sum over its words, so `smith.john` and `nguyen.thi.hoa` come out as they should; what the data does not support stays
 * empty.
 */
import { findValue, type StringTable } from './string-table.ts'
import { GAP_HYPHEN, type Words } from './words.ts'

export type Names = { readonly first: string; readonly last: string }

export const NO_NAMES: Names = { first: '', last: '' }

export type NameData = { readonly names: StringTable; readonly rareNames: StringTable }

/** A table value: the weight as a given name in the low four bits, as a family name above. */
export const MOST_WEIGHT = 15
export const packWeights = (given: number, family: number): number => given | (family << 4)
const givenOf = (weights: number): number => (weights < 0 ? 0 : weights & 15)
const familyOf = (weights: number): number => (weights < 0 ? 0 : weights >>> 4)

/** Names with this weight stand in the smaller table. Only those are looked for inside a word. */
export const WELL_KNOWN = 9
/** What the words must weigh together to be somebody's name. */
const KNOWN = 8
/** Two names without a separator between them: nothing but their weight vouches for the place of the cut. */
const GLUED = 20
/** `jsmith`: the family name alone carries it. */
const AFTER_INITIAL = 11
/** The reversed order must be clearly better: most people write the given name first. */
const REVERSE_MARGIN = 2

/** Belong to the family name that follows: `ludwig.van.beethoven`, `maria.dos.santos`. */
const PARTICLES = new Set(
  'van von der den de del della di da do dos das du la le el al bin ben ibn ter ten op zu zum af av mac mc st san santa'.split(
    ' ',
  ),
)

/** A name as it is written: the words from `first` to `last`, joined by hyphens. */
type Part = { readonly first: number; readonly last: number }

/** Notes for every word what the data says of it. */
export function weighWords(data: NameData, words: Words): void {
  const { letters, starts, ends, weights } = words
  for (let i = 0; i < words.count; i++) {
    const wellKnown = findValue(data.names, letters, starts[i]!, ends[i]!)
    weights[i] = wellKnown >= 0 ? wellKnown : findValue(data.rareNames, letters, starts[i]!, ends[i]!)
  }
}

/** Expects words that were weighed. */
export function findNames(data: NameData, words: Words, local: string): Names {
  const { count } = words
  if (count === 0 || words.otherLetters > 0) return NO_NAMES
  if (count === 1) return namesInOneWord(data.names, words, local)
  return namesInParts(words, local, hyphenatedParts(words))
}

/** A hyphen joins (`jean-pierre.dupont`) where another separator parts; on its own it parts (`john-smith`). */
function hyphenatedParts(words: Words): Part[] {
  let hyphenJoins = false
  for (let i = 1; i < words.count; i++) if (words.gaps[i] !== GAP_HYPHEN) hyphenJoins = true
  const parts: Part[] = []
  for (let i = 0; i < words.count; i++) {
    const first = hyphenJoins && i > 0 && words.gaps[i] === GAP_HYPHEN ? parts.pop()!.first : i
    parts.push({ first, last: i })
  }
  return parts
}

function namesInParts(words: Words, local: string, parts: readonly Part[]): Names {
  // Initials name nobody; what is left is read from both ends.
  let head = 0
  let tail = parts.length - 1
  while (head < tail && isInitial(words, parts[head]!)) head++
  while (tail > head && isInitial(words, parts[tail]!)) tail--
  const headPart = parts[head]!
  const tailPart = parts[tail]!
  if (head === tail) return isInitial(words, headPart) ? NO_NAMES : besideInitials(words, local, headPart, head === 0)

  // A hyphenated name is known by its first word.
  const headWeights = words.weights[headPart.first]!
  const tailWeights = words.weights[tailPart.first]!
  const forward = givenOf(headWeights) + familyOf(tailWeights)
  const backward = familyOf(headWeights) + givenOf(tailWeights)
  if (Math.max(forward, backward) < KNOWN) return NO_NAMES
  if (backward >= forward + REVERSE_MARGIN) {
    return { first: written(words, local, tailPart), last: written(words, local, headPart) }
  }
  let last = written(words, local, tailPart)
  for (let before = tail - 1; before > head && PARTICLES.has(textOf(words, local, parts[before]!)); before--) {
    last = `${written(words, local, parts[before]!)} ${last}`
  }
  return { first: written(words, local, headPart), last }
}

function isInitial(words: Words, part: Part): boolean {
  return words.ends[part.last]! - words.starts[part.first]! === 1
}

/** `j.smith` gives the family name, `john.s` the given name, by what the data knows the one full word as. */
function besideInitials(words: Words, local: string, part: Part, leads: boolean): Names {
  const weights = words.weights[part.first]!
  if (Math.max(givenOf(weights), familyOf(weights)) < KNOWN) return NO_NAMES
  const text = written(words, local, part)
  return leads && givenOf(weights) >= familyOf(weights) ? { first: text, last: '' } : { first: '', last: text }
}

function namesInOneWord(wellKnown: StringTable, words: Words, local: string): Names {
  const from = words.from[0]!
  const to = words.to[0]!
  const given = givenOf(words.weights[0]!)
  const family = familyOf(words.weights[0]!)
  if (Math.max(given, family) >= KNOWN) {
    const text = written(words, local, { first: 0, last: 0 })
    return given >= family ? { first: text, last: '' } : { first: '', last: text }
  }
  const end = words.ends[0]!
  // A place in the letters is a place in the text only where no letter was folded or left out.
  if (to - from !== end) return NO_NAMES

  const cut = findCut(wellKnown, words, end)
  if (cut !== 0) {
    const split = from + Math.abs(cut)
    const left = capitalize(local.slice(from, split))
    const right = capitalize(local.slice(split, to))
    return cut < 0 ? { first: right, last: left } : { first: left, last: right }
  }
  if (end >= 6 && familyOf(findValue(wellKnown, words.letters, 1, end)) >= AFTER_INITIAL) {
    return { first: '', last: capitalize(local.slice(from + 1, to)) }
  }
  return NO_NAMES
}

/** Where the first word falls into two names: 0 nowhere, negative if the family name stands first. */
function findCut(wellKnown: StringTable, { letters }: Words, end: number): number {
  let best = GLUED - 1
  let cut = 0
  for (let at = 2; at <= end - 2; at++) {
    const left = findValue(wellKnown, letters, 0, at)
    if (left < 0) continue
    const right = findValue(wellKnown, letters, at, end)
    if (right < 0) continue
    const forward = givenOf(left) + familyOf(right)
    const backward = familyOf(left) + givenOf(right) - REVERSE_MARGIN
    if (Math.max(forward, backward) <= best) continue
    best = Math.max(forward, backward)
    cut = backward > forward ? -at : at
  }
  return cut
}

function textOf(words: Words, local: string, part: Part): string {
  return local.slice(words.from[part.first]!, words.to[part.last]!)
}

function written(words: Words, local: string, part: Part): string {
  const text = textOf(words, local, part)
  const isOneWord = text.length === words.ends[part.last]! - words.starts[part.first]!
  return isOneWord ? capitalize(text) : titleCase(text)
}

function capitalize(lower: string): string {
  return lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** Upper case at the start and behind a hyphen or an apostrophe: `jean-luc` → `Jean-Luc`, `o'brien` → `O'Brien`. */
export function titleCase(lower: string): string {
  return capitalize(lower).replace(/[-'’]\p{Ll}/gu, (pair) => pair.toUpperCase())
}
