/** The words of a local part and the counts that describe its shape. Every later check reads these instead of the text. */
import { createHashedText, type HashedText } from '../text/hashed-text.ts'

export type Words = {
  /** The letters of all words, folded to a–z and joined: any run of words is one range of it. */
  readonly letters: HashedText
  readonly count: number
  /** Word i is [starts[i], ends[i]) of `letters` … */
  readonly starts: Uint16Array
  readonly ends: Uint16Array
  /** … and [from[i], to[i]) of the local part. */
  readonly from: Uint16Array
  readonly to: Uint16Array
  /** The gap between word i - 1 and word i: a mask of the GAP constants. */
  readonly gaps: Uint8Array
  /** Letters that have no form in a–z: Cyrillic, Han, … */
  readonly otherLetters: number
  readonly digits: number
  readonly longestDigitRun: number
  readonly longestDigitRunAt: number
  readonly separators: number
  readonly longestSeparatorRun: number
  /** A mask of the KIND bits: characters other than letters and apostrophes. */
  readonly kinds: number
  /** How often a letter and a digit are adjacent. */
  readonly changes: number
  /** Characters other than letters, digits, separators and apostrophes. */
  readonly symbols: number
  readonly hasUpperCase: boolean
  /** Bit n: the local part contains the n-th letter of the alphabet. */
  readonly seen: number
  /** Where the name ends in the text that was read: at its end, at the @ sign or at the `+` of a label. */
  readonly end: number
}

/**
 * Writable `Words` for `read-words.ts`. An engine keeps one: allocating these arrays per address costs more than
 * filling them.
 */
export type WordBuffer = { -readonly [Key in keyof Words]: Words[Key] }

export const GAP_HYPHEN = 1
export const GAP_DIGIT = 2
export const GAP_OTHER = 4

/** Bits of `Words.kinds`. */
export const KIND_DIGIT = 1 << 2
export const KIND_PERIOD = 1 << 3
export const KIND_HYPHEN = 1 << 5
/** Non-ASCII letters were folded, so positions and counts are not those of the text. */
export const KIND_FOLDED = 1 << 10

/** 64 code points hold at most 32 words. */
export const MOST_WORDS = 33

export function createWordBuffer(): WordBuffer {
  return {
    letters: createHashedText(),
    count: 0,
    starts: new Uint16Array(MOST_WORDS),
    ends: new Uint16Array(MOST_WORDS),
    from: new Uint16Array(MOST_WORDS),
    to: new Uint16Array(MOST_WORDS),
    gaps: new Uint8Array(MOST_WORDS),
    otherLetters: 0,
    digits: 0,
    longestDigitRun: 0,
    longestDigitRunAt: 0,
    separators: 0,
    longestSeparatorRun: 0,
    kinds: 0,
    changes: 0,
    symbols: 0,
    hasUpperCase: false,
    seen: 0,
    end: 0,
  }
}
