/** Repetition, keyboard walks and long numbers in scripts that the letter model does not cover. */
import type { Words } from '../local-part/words.ts'
import type { IrregularRule } from '../verdict/flags.ts'
import { countNeighbors, isOneRow, keysOf, SHORTEST_RUN, SHORTEST_WALK, WALK_SHARE } from './keyboard.ts'

const MANY_DIGITS = 10
/** How often a walk over the same keys must be repeated. */
const PERIODS = 3

export function findOtherScriptRule(words: Words, local: string): IrregularRule {
  if (SAME_OTHER_LETTER.test(local)) return 'repetition'
  if (isMash(local)) return 'keyboard_walk'
  return words.digits >= MANY_DIGITS ? 'long_number' : 'none'
}

/** Tests for a letter last: that is much slower than matching a character five times. */
const SAME_OTHER_LETTER = /(?=(.)\1{4})\p{L}/su

/**
 * A keyboard walk in another script (every step in short words, most steps in longer ones), or keys of one row with
 * more consecutive consonants than any word has.
 */
function isMash(local: string): boolean {
  const keys = keysOf(local)
  // Ordinary words may alternate between two keys: `мама`, `папа`.
  return keys.length >= SHORTEST_RUN && isWalkOrRow(keys, local) && new Set(keys).size > 2
}

function isWalkOrRow(keys: readonly number[], local: string): boolean {
  const steps = countNeighbors(keys, 0, keys.length)
  // Short names reuse a key: بلال.
  if (keys.length < SHORTEST_WALK) return steps === keys.length - 1 && new Set(keys).size === keys.length
  if (steps >= WALK_SHARE * (keys.length - 1) || isRepeatedWalk(keys)) return true
  return isOneRow(keys) && CONSONANTS_OF_A_MASH.test(local)
}

/** `олдолдолд`: the same keys repeated. */
function isRepeatedWalk(keys: readonly number[]): boolean {
  for (let period = 3; period * PERIODS <= keys.length; period++) {
    if (keys.slice(period).every((key, i) => key === keys[i])) return countNeighbors(keys, 0, period) === period - 1
  }
  return false
}

/** Cyrillic and Greek only: Hebrew and Arabic are written without vowels. */
const CONSONANTS_OF_A_MASH = /[бвгджзйклмнпрстфхцчшщъьґ]{4}|[βγδζθκλμνξπρσςτφχψ]{4}/
