/**
 * How surprising a word's letters are compared with names and words of many languages: for every three letters and the
 * next one, the table has -log2 of its probability in sixteenths of a bit. 0 is the boundary of a word.
 */
export const ALPHABET_SIZE = 27
export const SIXTEENTHS = 16
const THREE_LETTERS = ALPHABET_SIZE ** 3

/** Bits of surprise per letter of [start, end), including the end of the word. Expects bytes of a–z. */
export function surpriseOf(model: Uint8Array, letters: Uint8Array, start: number, end: number): number {
  let before = 0
  let sum = 0
  // The three previous letters. The oldest is subtracted, which is faster than a remainder.
  let oldest = 0
  let older = 0
  let last = 0
  for (let i = start; i < end; i++) {
    const letter = letters[i]! - 0x60
    const at = (Math.imul(before, ALPHABET_SIZE) + letter) | 0
    sum += model[at]!
    before = (at - Math.imul(oldest, THREE_LETTERS)) | 0
    oldest = older
    older = last
    last = letter
  }
  sum += model[before * ALPHABET_SIZE]!
  return sum / SIXTEENTHS / (end - start + 1)
}
