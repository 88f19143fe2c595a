/**
 * Reads a local part once and keeps what every later question needs: its words (runs of letters), the letters of all words
 * joined and hashed, and the counts that describe its shape.
 */
import { foldCharacter } from './fold.ts'
import { createHashedText, extendHash, type HashedText } from './hashed-text.ts'

export type Words = {
  /** The letters of all words, folded to a–z and joined: any run of words is one range of it. */
  readonly letters: HashedText
  count: number
  /** Word i is [starts[i], ends[i]) of `letters` … */
  readonly starts: Uint16Array
  readonly ends: Uint16Array
  /** … and [from[i], to[i]) of the local part. */
  readonly from: Uint16Array
  readonly to: Uint16Array
  /** What the name data says of word i, -1 for nothing; see `weighWords`. */
  readonly weights: Int16Array
  /** What stands between word i - 1 and word i: a mask of the GAP constants. */
  readonly gaps: Uint8Array
  /** Letters that have no form in a–z: Cyrillic, Han, … */
  otherLetters: number
  digits: number
  longestDigitRun: number
  longestDigitRunAt: number
  separators: number
  longestSeparatorRun: number
  /** Places where a letter stands right beside a digit. */
  changes: number
  /** Characters that are neither letters, digits, separators nor apostrophes. */
  symbols: number
}

export const GAP_HYPHEN = 1
export const GAP_DIGIT = 2
export const GAP_OTHER = 4

/** 64 code points hold at most 32 words. */
const MOST_WORDS = 33

/** What a character is to a local part. A mark modifies the letter before it, other letters have no form in a–z. */
const OTHER = 0
const LETTER = 1
const DIGIT = 2
const SEPARATOR = 3
const HYPHEN = 4
const APOSTROPHE = 5
const MARK = 6

const ASCII_KIND = new Uint8Array(128)
for (let code = 0x61; code <= 0x7a; code++) ASCII_KIND[code] = LETTER
for (let code = 0x30; code <= 0x39; code++) ASCII_KIND[code] = DIGIT
ASCII_KIND[0x2e] = SEPARATOR
ASCII_KIND[0x5f] = SEPARATOR
ASCII_KIND[0x2d] = HYPHEN
ASCII_KIND[0x27] = APOSTROPHE

const LATIN_LETTERS = /^[a-z]+$/
const TYPOGRAPHIC_APOSTROPHE = '\u2019'

export function createWords(): Words {
  return {
    letters: createHashedText(),
    count: 0,
    starts: new Uint16Array(MOST_WORDS),
    ends: new Uint16Array(MOST_WORDS),
    from: new Uint16Array(MOST_WORDS),
    to: new Uint16Array(MOST_WORDS),
    weights: new Int16Array(MOST_WORDS),
    gaps: new Uint8Array(MOST_WORDS),
    otherLetters: 0,
    digits: 0,
    longestDigitRun: 0,
    longestDigitRunAt: 0,
    separators: 0,
    longestSeparatorRun: 0,
    changes: 0,
    symbols: 0,
  }
}

/** Fills `words` from a local part in lower case. */
export function readWords(words: Words, local: string): Words {
  const { bytes, prefixes } = words.letters
  let length = 0
  let hash = 0
  let count = 0
  let otherLetters = 0
  let digits = 0
  let longestDigitRun = 0
  let separators = 0
  let longestSeparatorRun = 0
  let changes = 0
  let symbols = 0

  let inWord = false
  let digitRun = 0
  let separatorRun = 0
  let gap = 0
  for (let i = 0; i < local.length; i++) {
    const code = local.charCodeAt(i)
    const folded = code > 0x7f ? foldCharacter(code) : ''
    const kind = code > 0x7f ? kindBeyondAscii(folded) : ASCII_KIND[code]!
    if (kind === LETTER) {
      if (!inWord) {
        words.starts[count] = length
        words.from[count] = i
        words.gaps[count] = gap
        if (digitRun > 0) changes++
        inWord = true
        digitRun = separatorRun = gap = 0
      }
      const last = Math.max(folded.length - 1, 0)
      for (let k = 0; k <= last; k++) {
        const letter = code > 0x7f ? folded.charCodeAt(k) : code
        bytes[length++] = letter
        hash = extendHash(hash, letter)
        prefixes[length] = hash
      }
      continue
    }
    if (inWord) {
      if (kind === MARK || kind === APOSTROPHE) continue
      closeWord(words, count++, length, local, i)
      inWord = false
      if (kind === DIGIT) changes++
    }
    if (kind === DIGIT) {
      digits++
      digitRun++
      separatorRun = 0
      gap |= GAP_DIGIT
      if (digitRun > longestDigitRun) {
        longestDigitRun = digitRun
        words.longestDigitRunAt = i - digitRun + 1
      }
      continue
    }
    digitRun = 0
    gap |= kind === HYPHEN ? GAP_HYPHEN : GAP_OTHER
    if (kind === SEPARATOR || kind === HYPHEN) {
      separators++
      separatorRun++
      if (separatorRun > longestSeparatorRun) longestSeparatorRun = separatorRun
      continue
    }
    separatorRun = 0
    if (code > 0x7f) otherLetters++
    else if (kind !== APOSTROPHE) symbols++
  }
  if (inWord) closeWord(words, count++, length, local, local.length)

  words.letters.length = length
  words.count = count
  words.otherLetters = otherLetters
  words.digits = digits
  words.longestDigitRun = longestDigitRun
  words.separators = separators
  words.longestSeparatorRun = longestSeparatorRun
  words.changes = changes
  words.symbols = symbols
  return words
}

function kindBeyondAscii(folded: string): number {
  if (LATIN_LETTERS.test(folded)) return LETTER
  if (folded === '') return MARK
  return folded === TYPOGRAPHIC_APOSTROPHE ? APOSTROPHE : OTHER
}

/** Apostrophes inside a word belong to it, as in o'brien; those at its end do not. */
function closeWord(words: Words, index: number, end: number, local: string, at: number): void {
  let to = at
  while (local.charCodeAt(to - 1) === 0x27) to--
  words.ends[index] = end
  words.to[index] = to
}
