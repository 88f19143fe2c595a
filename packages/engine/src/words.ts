/**
 * Reads a local part once and keeps what every later question needs: its words (runs of letters), the letters of all words
 * joined and hashed, and the counts that describe its shape.
 */
import { foldLetter } from './fold.ts'
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
  /** What the name data says of word i, -1 if nothing or not asked yet; `findNames` fills it. */
  readonly weights: Int16Array
  /** Bit i: word i names a role; `findTerms` fills it. */
  roles: number
  /** Bit i: word i is part of a role word that counts whatever stands beside it; `findTerms` fills it. */
  strongRoles: number
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
  hasUpperCase: boolean
  /** Bit n: the n-th letter of the alphabet occurs. */
  seen: number
}

export const GAP_HYPHEN = 1
const GAP_DIGIT = 2
const GAP_OTHER = 4

/** 64 code points hold at most 32 words. */
const MOST_WORDS = 33

/** What a character is to a local part. Only a quoted one may hold the forbidden ones. */
const FORBIDDEN = 0
const LETTER = 1
const DIGIT = 2
const PERIOD = 3
const UNDERSCORE = 4
const HYPHEN = 5
const APOSTROPHE = 6
const SYMBOL = 7
const OTHER_LETTER = 8

const ASCII_KIND = new Uint8Array(128)
for (const symbol of '!#$%&*+/=?^`{|}~') ASCII_KIND[symbol.charCodeAt(0)] = SYMBOL
for (let code = 0x61; code <= 0x7a; code++) ASCII_KIND[code] = ASCII_KIND[code - 0x20] = LETTER
for (let code = 0x30; code <= 0x39; code++) ASCII_KIND[code] = DIGIT
ASCII_KIND[0x2e] = PERIOD
ASCII_KIND[0x5f] = UNDERSCORE
ASCII_KIND[0x2d] = HYPHEN
ASCII_KIND[0x27] = APOSTROPHE
/** Stands for every letter that has no form in a–z. No address can hold the character itself. */
const PLACEHOLDER = '\x7f'
ASCII_KIND[0x7f] = OTHER_LETTER
const TYPOGRAPHIC_APOSTROPHE = 0x2019

export function createWords(): Words {
  return {
    letters: createHashedText(),
    count: 0,
    starts: new Uint16Array(MOST_WORDS),
    ends: new Uint16Array(MOST_WORDS),
    from: new Uint16Array(MOST_WORDS),
    to: new Uint16Array(MOST_WORDS),
    weights: new Int16Array(MOST_WORDS),
    roles: 0,
    strongRoles: 0,
    gaps: new Uint8Array(MOST_WORDS),
    otherLetters: 0,
    digits: 0,
    longestDigitRun: 0,
    longestDigitRunAt: 0,
    separators: 0,
    longestSeparatorRun: 0,
    changes: 0,
    symbols: 0,
    hasUpperCase: false,
    seen: 0,
  }
}

/**
 * Fills `words` from [0, end) of the text, if that is what almost every local part is: a dot-atom in ASCII. Checking and
 * reading in one pass is what makes the usual case fast. Answers where the name ends, which is before a label's separator
 * if there is one, and -1 if it is anything else; `words` is of no use then.
 */
export function readPlainWords(words: Words, text: string, end: number, separator: number): number {
  const nameEnd = readAscii(words, text, end, separator)
  return nameEnd > 0 && text.charCodeAt(nameEnd - 1) !== 0x2e ? nameEnd : -1
}

/** Whether [start, end) of the text can follow on a dot-atom in ASCII: a label and its separator. */
export function isPlainLabel(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const kind = code > 0x7e ? FORBIDDEN : ASCII_KIND[code]!
    if (kind === FORBIDDEN) return false
    if (kind === PERIOD && (i + 1 === end || text.charCodeAt(i + 1) === 0x2e)) return false
  }
  return true
}

/** Fills `words` from any local part, in lower case and without quotes. */
export function readAnyWords(words: Words, local: string): void {
  const { ascii, positions } = foldLocalPart(local)
  readAscii(words, ascii, ascii.length, NO_SEPARATOR)
  for (let i = 0; i < words.count; i++) {
    words.from[i] = positions[words.from[i]!]!
    words.to[i] = positions[words.to[i]!]!
  }
}

/** Reads all there is, whatever it holds. */
const NO_SEPARATOR = -1

function readAscii(words: Words, text: string, whole: number, separator: number): number {
  const strict = separator !== NO_SEPARATOR
  let end = whole
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
  let allCodes = 0x20
  let seen = 0

  let inWord = false
  let digitRun = 0
  let separatorRun = 0
  let gap = 0
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) return -1
    const kind = ASCII_KIND[code]!
    if (kind === LETTER) {
      if (!inWord) {
        words.starts[count] = length
        words.from[count] = i
        words.gaps[count] = gap
        words.weights[count] = -1
        if (digitRun > 0) changes++
        inWord = true
        digitRun = separatorRun = gap = 0
      }
      const letter = code | 0x20
      allCodes &= code
      seen |= 1 << (code & 31)
      bytes[length++] = letter
      hash = extendHash(hash, letter)
      prefixes[length] = hash
      continue
    }
    if (code === separator && i > 0) {
      end = i
      break
    }
    if (inWord) {
      if (kind === APOSTROPHE) continue
      closeWord(words, count++, length, text, i)
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
    if (kind === PERIOD || kind === UNDERSCORE || kind === HYPHEN) {
      if (strict && kind === PERIOD && (i === 0 || text.charCodeAt(i - 1) === 0x2e)) return -1
      separators++
      separatorRun++
      if (separatorRun > longestSeparatorRun) longestSeparatorRun = separatorRun
      continue
    }
    separatorRun = 0
    if (kind === SYMBOL) symbols++
    else if (strict && kind !== APOSTROPHE) return -1
    else if (kind === OTHER_LETTER) otherLetters++
  }
  if (inWord) closeWord(words, count++, length, text, end)

  words.letters.length = length
  words.count = count
  words.roles = 0
  words.strongRoles = 0
  words.otherLetters = otherLetters
  words.digits = digits
  words.longestDigitRun = longestDigitRun
  words.separators = separators
  words.longestSeparatorRun = longestSeparatorRun
  words.changes = changes
  words.symbols = symbols
  // Upper case differs from lower case in this one bit.
  words.hasUpperCase = (allCodes & 0x20) === 0
  words.seen = seen
  return end
}

/** Words of a vocabulary are as well known as names: their letters are not judged. */
export function markAsKnown(words: Words): void {
  words.weights.fill(0, 0, words.count)
}

/** Apostrophes inside a word belong to it, as in o'brien; those at its end do not. */
function closeWord(words: Words, index: number, end: number, text: string, at: number): void {
  let to = at
  while (text.charCodeAt(to - 1) === 0x27) to--
  words.ends[index] = end
  words.to[index] = to
}

/** The local part in ASCII, letters without their marks, and where in the original each of its characters stands. */
function foldLocalPart(local: string): { ascii: string; positions: number[] } {
  let ascii = ''
  const positions: number[] = []
  for (let i = 0; i < local.length; i++) {
    const code = local.charCodeAt(i)
    const folded =
      code <= 0x7f ? local.charAt(i) : code === TYPOGRAPHIC_APOSTROPHE ? "'" : (foldLetter(code) ?? PLACEHOLDER)
    ascii += folded
    for (let k = 0; k < folded.length; k++) positions.push(i)
  }
  positions.push(local.length)
  return { ascii, positions }
}
