/** Distinguishes names without their vowels (`mrkrbrts`) from random letters, using the model of `letter-model.ts`. */
import { ALPHABET_SIZE, SIXTEENTHS } from '../text/letter-model.ts'

const NO_VOWELS = /^[b-df-hj-np-tv-z]+$/
const VOWELS = [1, 5, 9, 15, 21]
const THREE_LETTERS = ALPHABET_SIZE ** 3
/**
 * Bits per remaining letter after inserting the likeliest vowels: most abbreviated names need fewer, and few random
 * words of eight consonants do.
 */
const MOST_BITS = 5
/** The same with a number before or after. */
const MOST_BITS_WITH_NUMBER = 5.45

export function isAbbreviation(model: Uint8Array, word: string, isNumbered: boolean): boolean {
  return NO_VOWELS.test(word) && leastSurprise(model, word) <= (isNumbered ? MOST_BITS_WITH_NUMBER : MOST_BITS)
}

/** The lowest surprise of the word over all ways to insert a vowel before each letter and at its end. */
function leastSurprise(model: Uint8Array, word: string): number {
  // The last three letters → the lowest cost of reaching them.
  let ways = new Map([[0, 0]])
  for (let i = 0; i <= word.length; i++) {
    const letter = i < word.length ? word.charCodeAt(i) - 0x60 : 0
    const longer = new Map<number, number>()
    for (const [before, cost] of ways) {
      extend(model, longer, before, letter, cost)
      for (const vowel of VOWELS) {
        const at = before * ALPHABET_SIZE + vowel
        extend(model, longer, at % THREE_LETTERS, letter, cost + model[at]!)
      }
    }
    ways = longer
  }
  return Math.min(...ways.values()) / SIXTEENTHS / (word.length + 1)
}

function extend(model: Uint8Array, ways: Map<number, number>, before: number, letter: number, cost: number): void {
  const at = before * ALPHABET_SIZE + letter
  const after = at % THREE_LETTERS
  ways.set(after, Math.min(ways.get(after) ?? Number.POSITIVE_INFINITY, cost + model[at]!))
}
