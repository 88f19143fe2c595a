/**
 * Reads a local part once and keeps what every later question needs: its words (runs of letters), the letters of all words
 * joined and hashed, and the counts that describe its shape.
 */
import { foldMarks } from './fold.ts'
import { appendByte, createHashedText, type HashedText } from './hashed-text.ts'

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

const HYPHEN = 0x2d
const PERIOD = 0x2e
const UNDERSCORE = 0x5f
const APOSTROPHE = 0x27
const TYPOGRAPHIC_APOSTROPHE = 0x2019
const LATIN_LETTERS = /^[a-z]+$/

export function createWords(): Words {
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
    changes: 0,
    symbols: 0,
  }
}

/** Fills `words` from a local part in lower case. */
export function readWords(words: Words, local: string): Words {
  const { letters } = words
  letters.length = 0
  words.count = 0
  words.otherLetters = 0
  words.digits = 0
  words.longestDigitRun = 0
  words.separators = 0
  words.longestSeparatorRun = 0
  words.changes = 0
  words.symbols = 0

  let inWord = false
  let digitRun = 0
  let separatorRun = 0
  let gap = 0
  for (let i = 0; i < local.length; i++) {
    const code = local.charCodeAt(i)
    const folded = code > 0x7f ? foldMarks(local.charAt(i)) : ''
    const isFoldedLetter = folded !== '' && LATIN_LETTERS.test(folded)
    if ((code >= 0x61 && code <= 0x7a) || isFoldedLetter) {
      if (!inWord) openWord(words, i, gap)
      if (digitRun > 0) words.changes++
      if (isFoldedLetter) for (let k = 0; k < folded.length; k++) appendByte(letters, folded.charCodeAt(k))
      else appendByte(letters, code)
      inWord = true
      digitRun = separatorRun = gap = 0
      continue
    }

    const isMark = code > 0x7f && folded === ''
    if (inWord) {
      if (isMark || code === APOSTROPHE || code === TYPOGRAPHIC_APOSTROPHE) continue
      closeWord(words, local, i)
      inWord = false
      if (isDigit(code)) words.changes++
    }
    if (isDigit(code)) {
      words.digits++
      digitRun++
      separatorRun = 0
      gap |= GAP_DIGIT
      if (digitRun > words.longestDigitRun) {
        words.longestDigitRun = digitRun
        words.longestDigitRunAt = i - digitRun + 1
      }
      continue
    }
    digitRun = 0
    gap |= code === HYPHEN ? GAP_HYPHEN : GAP_OTHER
    if (code === PERIOD || code === UNDERSCORE || code === HYPHEN) {
      words.separators++
      separatorRun++
      if (separatorRun > words.longestSeparatorRun) words.longestSeparatorRun = separatorRun
      continue
    }
    separatorRun = 0
    if (code > 0x7f) words.otherLetters++
    else if (code !== APOSTROPHE) words.symbols++
  }
  if (inWord) closeWord(words, local, local.length)
  return words
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function openWord(words: Words, at: number, gap: number): void {
  words.starts[words.count] = words.letters.length
  words.from[words.count] = at
  words.gaps[words.count] = gap
}

/** Apostrophes inside a word belong to it, as in o'brien; those at its end do not. */
function closeWord(words: Words, local: string, at: number): void {
  while (local.charCodeAt(at - 1) === APOSTROPHE) at--
  words.ends[words.count] = words.letters.length
  words.to[words.count] = at
  words.count++
}
