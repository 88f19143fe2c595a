/** A local part with one name: the given name or the family name, if it is known well enough without the other. */
import type { Words } from '../local-part/words.ts'
import { titleCaseWords } from './title-case.ts'
import { familyOf, givenOf, type NameWeights, WELL_KNOWN } from './weights.ts'

export type Names = { readonly first: string; readonly last: string }

export const NO_NAMES: Names = { first: '', last: '' }

/** The minimum weights of a name without another one beside it. */
const GIVEN_ALONE = 11
const FAMILY_ALONE = 13
/** How much more a word must weigh as a family name than as a given name. */
const CLEARLY_FAMILY = 6
/** Shorter words are as often initials: `im`, `yu3`. */
const SHORTEST_ALONE = 4
/** A word after an initial is a family name by its position, if it is a name at all. */
const BEHIND_INITIAL = 5
const BEHIND_INITIAL_MARGIN = 4

/** `j.smith` has a family name; `john.s` a given name or, if its weights say so, a family name. */
export function singleName(
  words: Words,
  weights: NameWeights,
  local: string,
  first: number,
  last: number,
  isBehindInitial: boolean,
): Names {
  const given = givenOf(weights[first]!)
  const family = familyOf(weights[first]!)
  if (isBehindInitial) {
    // `s.roman`: the initial may belong to the family name.
    if (family < BEHIND_INITIAL || (given >= WELL_KNOWN && given >= family)) return NO_NAMES
    if (family <= given - BEHIND_INITIAL_MARGIN) return NO_NAMES
    return { first: '', last: titleCaseWords(words, local, first, last) }
  }
  if (family >= FAMILY_ALONE && family - given >= CLEARLY_FAMILY) {
    if (words.ends[last]! - words.starts[first]! < SHORTEST_ALONE) return NO_NAMES
    return { first: '', last: titleCaseWords(words, local, first, last) }
  }
  if (given < GIVEN_ALONE || given < family) return NO_NAMES
  return { first: titleCaseWords(words, local, first, last), last: '' }
}
