/**
 * Reads a person's names out of the words of a local part.
 *
 * The table `names` says how strongly a word is known as a given name and as a family name (0 to 15 each). An order is
 * chosen by the sum over its words, so `smith.john` and `nguyen.thi.hoa` come out as they should; what the data does not
 * support stays empty.
 */
import { findValue, type StringTable } from './string-table.ts'
import { GAP_HYPHEN, type Words } from './words.ts'

export type Names = { readonly first: string; readonly last: string }

export const NO_NAMES: Names = { first: '', last: '' }

/** A table value: given-name weight in the low four bits, family-name weight above. */
export const MOST_WEIGHT = 15
export const packWeights = (given: number, family: number): number => given | (family << 4)
const givenOf = (value: number): number => (value < 0 ? 0 : value & 15)
const familyOf = (value: number): number => (value < 0 ? 0 : (value >>> 4) & 15)

/** One word alone is a name from this weight on; with a second word beside it, the two together need it. */
const KNOWN = 8
/** Two names glued together have no separator to vouch for them, so both must be known well. */
const GLUED_EACH = 7
const GLUED_TOGETHER = 19
/** `jsmith`: the family name alone carries it. */
const AFTER_INITIAL = 11
/** The reversed order must be clearly better: most people write the given name first. */
const REVERSE_MARGIN = 2

/** Belong to the family name that follows: `ludwig.van.beethoven`, `maria.dos.santos`. */
const PARTICLES = new Set(
  'van von der den de del della di da do dos das du la le el al bin ben ibn ter ten op zu zum af av mac mc st san santa y e'.split(
    ' ',
  ),
)

/** A name as written: words [first, last] of the local part, joined by hyphens. */
type Part = { readonly first: number; readonly last: number }

export function findNames(table: StringTable, words: Words, local: string): Names {
  const { count } = words
  if (count === 0 || words.otherLetters > 0) return NO_NAMES
  if (count === 1) return namesInOneWord(table, words, local)
  return namesInParts(table, words, local, hyphenatedParts(words))
}

/** A hyphen joins (`jean-pierre.dupont`) where another separator parts; on its own it parts (`john-smith`). */
function hyphenatedParts(words: Words): Part[] {
  const hyphenJoins = words.gaps.subarray(1, words.count).some((gap) => gap !== GAP_HYPHEN)
  const parts: Part[] = []
  for (let i = 0; i < words.count; i++) {
    const previous = parts.at(-1)
    if (hyphenJoins && previous && words.gaps[i] === GAP_HYPHEN)
      parts[parts.length - 1] = { first: previous.first, last: i }
    else parts.push({ first: i, last: i })
  }
  return parts
}

function namesInParts(table: StringTable, words: Words, local: string, parts: readonly Part[]): Names {
  const lengthOf = (part: Part) => words.ends[part.last]! - words.starts[part.first]!
  const full = parts.filter((part) => lengthOf(part) > 1)
  if (full.length === 0) return NO_NAMES
  if (full.length === 1) return besideInitials(table, words, local, full[0]!, parts[0] === full[0])

  const head = full[0]!
  const tail = full.at(-1)!
  const headValue = weightsOf(table, words, head)
  const tailValue = weightsOf(table, words, tail)
  const forward = givenOf(headValue) + familyOf(tailValue)
  const backward = familyOf(headValue) + givenOf(tailValue)
  if (Math.max(forward, backward) < KNOWN) return NO_NAMES
  if (backward >= forward + REVERSE_MARGIN)
    return { first: written(words, local, tail), last: written(words, local, head) }

  // The particles right before the family name belong to it.
  let start = full.length - 1
  while (start > 1 && PARTICLES.has(local.slice(words.from[full[start - 1]!.first]!, words.to[full[start - 1]!.last]!)))
    start--
  const last = full.slice(start).map((part) => written(words, local, part))
  return { first: written(words, local, head), last: last.join(' ') }
}

/** `j.smith` gives the family name, `john.s` the given name, by what the data knows the one full word as. */
function besideInitials(table: StringTable, words: Words, local: string, part: Part, leads: boolean): Names {
  const value = weightsOf(table, words, part)
  const given = givenOf(value)
  const family = familyOf(value)
  if (Math.max(given, family) < KNOWN) return NO_NAMES
  const text = written(words, local, part)
  return leads && given >= family ? { first: text, last: '' } : { first: '', last: text }
}

function namesInOneWord(table: StringTable, words: Words, local: string): Names {
  const { letters } = words
  const start = words.starts[0]!
  const end = words.ends[0]!
  const from = words.from[0]!
  const to = words.to[0]!
  const whole = findValue(table, letters, start, end)
  const given = givenOf(whole)
  const family = familyOf(whole)
  if (Math.max(given, family) >= KNOWN) {
    const text = titleCase(local.slice(from, to))
    return given >= family ? { first: text, last: '' } : { first: '', last: text }
  }
  // Inside a word, a position in the letters is a position in the text only where no letter was folded or left out.
  if (to - from !== end - start || end - start < 5) return NO_NAMES

  let best = GLUED_TOGETHER - 1
  let bestAt = 0
  let reversed = false
  for (let at = start + 2; at <= end - 2; at++) {
    const left = findValue(table, letters, start, at)
    if (left < 0) continue
    const right = findValue(table, letters, at, end)
    if (right < 0) continue
    const forward = glued(givenOf(left), familyOf(right))
    const backward = glued(familyOf(left), givenOf(right)) - REVERSE_MARGIN
    if (Math.max(forward, backward) <= best) continue
    best = Math.max(forward, backward)
    bestAt = at
    reversed = backward > forward
  }
  if (bestAt > 0) {
    const split = from + bestAt - start
    const left = titleCase(local.slice(from, split))
    const right = titleCase(local.slice(split, to))
    return reversed ? { first: right, last: left } : { first: left, last: right }
  }
  if (end - start >= 6 && familyOf(findValue(table, letters, start + 1, end)) >= AFTER_INITIAL) {
    return { first: '', last: titleCase(local.slice(from + 1, to)) }
  }
  return NO_NAMES
}

function glued(one: number, other: number): number {
  return one < GLUED_EACH || other < GLUED_EACH ? 0 : one + other
}

/** A hyphenated name is known by its joined form or, failing that, by its first word. */
function weightsOf(table: StringTable, words: Words, part: Part): number {
  const joined = findValue(table, words.letters, words.starts[part.first]!, words.ends[part.last]!)
  if (joined >= 0 || part.first === part.last) return joined
  return findValue(table, words.letters, words.starts[part.first]!, words.ends[part.first]!)
}

function written(words: Words, local: string, part: Part): string {
  return titleCase(local.slice(words.from[part.first]!, words.to[part.last]!))
}

/** Upper case after the start, a hyphen and an apostrophe: `jean-luc` → `Jean-Luc`, `o'brien` → `O'Brien`. */
export function titleCase(lower: string): string {
  const titled = lower.charAt(0).toUpperCase() + lower.slice(1)
  if (!/[-'’]/.test(lower)) return titled
  return titled.replace(/[-'’]\p{Ll}/gu, (pair) => pair.toUpperCase())
}
