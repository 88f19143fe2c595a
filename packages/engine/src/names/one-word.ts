/** Names in a local part of one word: one name, two joined, or an initial joined to one. */
import { findWeights } from '../data/name-table.ts'
import { hasLength, START_LETTERS, startSlot } from '../data/start-index.ts'
import type { Words } from '../local-part/words.ts'
import { isFamilyFirst } from './order.ts'
import { type Names, NO_NAMES, singleName } from './single-name.ts'
import { capitalize } from './title-case.ts'
import { familyOf, givenOf, isWellKnown, type NameData, type NameWeights, WELL_KNOWN } from './weights.ts'

/** The minimum weight of two joined names: nothing else confirms where to split. */
const GLUED = 26
/** Shorter names occur inside other words. */
const SHORTEST_GLUED = START_LETTERS
/** `jsmith`: the minimum weight of the family name, and the minimum length of the word. */
const AFTER_INITIAL = 11
const SHORTEST_WITH_INITIAL = 6
/** A word with a smaller difference between its two weights may also be a second given name. */
const EITHER = 3

export function namesInOneWord(
  data: NameData,
  words: Words,
  weights: NameWeights,
  local: string,
  isFreeMail: boolean,
): Names {
  const from = words.from[0]!
  const to = words.to[0]!
  const end = words.ends[0]!
  // At free mail, one name with a number is as often a favorite name as the user's own.
  const isHandle = isFreeMail && words.digits > 0
  // An index in the letters is one in the text only if no letter was folded or omitted.
  if (!isWellKnown(weights[0]!) && to - from === end) {
    const cut = findCut(data, words, end)
    if (cut !== 0) {
      const split = from + Math.abs(cut)
      const left = capitalize(local, from, split)
      const right = capitalize(local, split, to)
      return cut < 0 ? { first: right, last: left } : { first: left, last: right }
    }
    if (isHandle) return NO_NAMES
    if (end >= SHORTEST_WITH_INITIAL && isFamilyAfterInitial(findWeights(data.names, words.letters, 1, end))) {
      return { first: '', last: capitalize(local, from + 1, to) }
    }
  }
  return isHandle ? NO_NAMES : singleName(words, weights, local, 0, 0, false)
}

/** `vpetro`, `ktamas`: before a word that is equally a given name, the initial is the family name's. */
function isFamilyAfterInitial(weights: number): boolean {
  return familyOf(weights) >= AFTER_INITIAL && givenOf(weights) <= familyOf(weights) - EITHER
}

/** The position between two joined names: 0 if there is none, negative if the family name is first. */
function findCut({ names, nameStarts }: NameData, { letters }: Words, end: number): number {
  let best = GLUED - 1
  let cut = 0
  const lengths = nameStarts[startSlot(letters.bytes, 0)]!
  for (let at = SHORTEST_GLUED; at <= end - SHORTEST_GLUED; at++) {
    // The small index excludes most substrings without a table lookup.
    if (!hasLength(lengths, at) || !hasLength(nameStarts[startSlot(letters.bytes, at)]!, end - at)) continue
    const left = findWeights(names, letters, 0, at)
    if (left < 0) continue
    const right = findWeights(names, letters, at, end)
    if (right < 0) continue
    const isReversed = isFamilyFirst(left, right)
    // `gustavokenji`: either of two given names may be the user's only one.
    if (isReversed ? givenOf(left) >= WELL_KNOWN : givenOf(right) >= Math.max(WELL_KNOWN, familyOf(right) - EITHER))
      continue
    const weight = isReversed ? familyOf(left) + givenOf(right) : givenOf(left) + familyOf(right)
    if (weight <= best) continue
    best = weight
    cut = isReversed ? -at : at
  }
  return cut
}
