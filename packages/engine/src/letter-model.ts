/**
 * How surprising a word's letters are, by what names and words of many languages look like: the table holds, for every
 * three letters and the one that follows, -log2 of its probability in sixteenths of a bit. 0 stands for a word's border.
 */
export const ALPHABET_SIZE = 27
export const SIXTEENTHS = 16
const THREE_LETTERS = ALPHABET_SIZE ** 3

/** Bits of surprise per letter of [start, end), its end included. Expects bytes of a–z. */
export function surpriseOf(model: Uint8Array, letters: Uint8Array, start: number, end: number): number {
  let before = 0
  let sum = 0
  for (let i = start; i < end; i++) {
    const at = (Math.imul(before, ALPHABET_SIZE) + letters[i]! - 0x60) | 0
    sum += model[at]!
    before = (at % THREE_LETTERS) | 0
  }
  sum += model[before * ALPHABET_SIZE]!
  return sum / SIXTEENTHS / (end - start + 1)
}
