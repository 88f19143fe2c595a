/**
 * Reads a local part once and keeps what every later question needs: its words (runs of letters), the letters of all words
 * joined and hashed, and the counts that describe its shape.
 */
import { LONGEST_LOCAL_PART } from '../address/parse.ts'
import { codeAt } from '../text/code-at.ts'
import { foldLetter } from '../text/fold.ts'
import { createHashedText, extendHash, type HashedText } from '../text/hashed-text.ts'

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
  /** The weights of word i in the name data, -1 if it has none or was not asked for; `findNames` fills it. */
  readonly weights: Int16Array
  /** Bit i: word i names a role; `findTerms` fills it. */
  roles: number
  /** Bit i: word i is part of a role word that counts whatever stands beside it; `findTerms` fills it. */
  strongRoles: number
  /** The last word stands behind a hyphen and names a mailing list there; `findTerms` fills it. */
  hasListAffix: boolean
  /** The gap between word i - 1 and word i: a mask of the GAP constants. */
  readonly gaps: Uint8Array
  /** Letters that have no form in a–z: Cyrillic, Han, … */
  otherLetters: number
  digits: number
  longestDigitRun: number
  longestDigitRunAt: number
  separators: number
  longestSeparatorRun: number
  /** A mask of the KIND bits: what occurs beside letters and apostrophes. */
  kinds: number
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

/** The kinds of characters in a local part. Only a quoted one may hold the forbidden ones. */
const FORBIDDEN = 0
const LETTER = 1
const DIGIT = 2
const PERIOD = 3
const UNDERSCORE = 4
const HYPHEN = 5
const APOSTROPHE = 6
const SYMBOL = 7
const OTHER_LETTER = 8
/** Ends a name outside of quotes: `@` always, `+` behind its first character. */
const STOP = 9

/** Bits of `Words.kinds`. */
export const KIND_DIGIT = 1 << DIGIT
export const KIND_PERIOD = 1 << PERIOD
export const KIND_HYPHEN = 1 << HYPHEN
/** Letters beyond ASCII were folded, so that places and counts are not those of the text. */
const KIND_FOLDED = 1 << 10

const ASCII_KIND = new Uint8Array(128)
for (const symbol of '!#$%&*/=?^`{|}~') ASCII_KIND[symbol.charCodeAt(0)] = SYMBOL
for (let code = 0x61; code <= 0x7a; code++) ASCII_KIND[code] = ASCII_KIND[code - 0x20] = LETTER
for (let code = 0x30; code <= 0x39; code++) ASCII_KIND[code] = DIGIT
ASCII_KIND[0x2e] = PERIOD
ASCII_KIND[0x5f] = UNDERSCORE
ASCII_KIND[0x2d] = HYPHEN
ASCII_KIND[0x27] = APOSTROPHE
const APOSTROPHE_CODE = 0x27
const PLUS = 0x2b
const AT = 0x40
ASCII_KIND[PLUS] = ASCII_KIND[AT] = STOP
/** Stands for every letter that has no form in a–z. No address can hold the character itself. */
const PLACEHOLDER = '\x7f'
ASCII_KIND[0x7f] = OTHER_LETTER
const TYPOGRAPHIC_APOSTROPHE = 0x2019

/**
 * The words of the local part that was read last. There is one object, whatever the number of engines: an address is judged
 * from its first character to its last without a pause, and the compiler reaches what never moves without asking where it is.
 */
export const words: Words = {
  letters: createHashedText(),
  count: 0,
  starts: new Uint16Array(MOST_WORDS),
  ends: new Uint16Array(MOST_WORDS),
  from: new Uint16Array(MOST_WORDS),
  to: new Uint16Array(MOST_WORDS),
  weights: new Int16Array(MOST_WORDS),
  roles: 0,
  strongRoles: 0,
  hasListAffix: false,
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
}
const { starts, ends, from, to, weights, gaps } = words
const { bytes, prefixes } = words.letters

/**
 * Fills `words` from the start of an address, if its name is what almost every one is: a dot-atom in ASCII. Checking and reading
 * in one pass is what makes the usual case fast. Answers where the name ends, which is at the @ sign or at the `+` of a label,
 * and -1 if it is anything else; `words` is of no use then.
 */
export function readPlainWords(address: string): number {
  const end = readAscii(address, Math.min(address.length, LONGEST_LOCAL_PART + 1), true)
  return end > 0 ? end : -1
}

/** Where the label that starts in front of `start` ends: at the @ sign. -1 if it is not plain, or endless. */
export function endOfPlainLabel(address: string, start: number): number {
  let afterPeriod = false
  for (let i = start; i < address.length; i++) {
    const code = codeAt(address, i)
    if (code === AT) return afterPeriod ? -1 : i
    const kind = code > 0x7e ? FORBIDDEN : ASCII_KIND[code]!
    if (kind === FORBIDDEN || (kind === PERIOD && afterPeriod)) return -1
    afterPeriod = kind === PERIOD
  }
  return -1
}

/** Fills `words` from any local part, in lower case and without quotes. */
export function readAnyWords(local: string): void {
  const ascii = foldLocalPart(local)
  readAscii(ascii, ascii.length, false)
  if (ascii === local) return
  words.kinds |= KIND_FOLDED
  if (isOneToOne(local)) return
  const positions = positionsOf(local)
  for (let i = 0; i < words.count; i++) {
    from[i] = positions[from[i]!]!
    to[i] = positions[to[i]!]!
  }
}

/** Reads up to `whole`. If `strict`, it reads to where the name ends, and answers -1 where there is no name in ASCII that ends. */
function readAscii(text: string, whole: number, strict: boolean): number {
  let end = strict ? -1 : whole
  let length = 0
  let hash = 0
  let count = 0
  let otherLetters = 0
  let digits = 0
  let longestDigitRun = 0
  let separators = 0
  let longestSeparatorRun = 0
  let kinds = 0
  let changes = 0
  let symbols = 0
  let allCodes = 0x20
  let seen = 0

  let digitRun = 0
  let separatorRun = 0
  let gap = 0
  let i = 0
  while (i < whole) {
    let code = codeAt(text, i)
    if (isLetter(code)) {
      starts[count] = length
      from[count] = i
      gaps[count] = gap
      weights[count] = -1
      if (digitRun > 0) changes++
      digitRun = separatorRun = gap = 0
      do {
        if (code !== APOSTROPHE_CODE) {
          const letter = code | 0x20
          allCodes &= code
          seen |= 1 << (code & 31)
          bytes[length++] = letter
          hash = extendHash(hash, letter)
          prefixes[length] = hash
        }
        if (++i === whole) break
        code = codeAt(text, i)
      } while (isLetter(code) || code === APOSTROPHE_CODE)
      ends[count] = length
      // As many letters as characters: no apostrophe that may be the last.
      to[count] = length - starts[count]! === i - from[count]! ? i : endOfWord(text, i)
      count++
      if (i === whole) break
      if (isDigit(code)) changes++
    }
    if (code > 0x7f) return -1
    const kind = ASCII_KIND[code]!
    if (strict && kind === STOP && (code === AT || i > 0)) {
      if (separatorRun > 0 && isPeriod(text, i - 1)) return -1
      end = i
      break
    }
    i++
    kinds |= 1 << kind
    if (kind === DIGIT) {
      digits++
      digitRun++
      separatorRun = 0
      gap |= GAP_DIGIT
      if (digitRun > longestDigitRun) {
        longestDigitRun = digitRun
        words.longestDigitRunAt = i - digitRun
      }
      continue
    }
    digitRun = 0
    gap |= kind === HYPHEN ? GAP_HYPHEN : GAP_OTHER
    if (kind === PERIOD || kind === UNDERSCORE || kind === HYPHEN) {
      if (strict && kind === PERIOD && (i === 1 || (separatorRun > 0 && isPeriod(text, i - 2)))) return -1
      separators++
      separatorRun++
      if (separatorRun > longestSeparatorRun) longestSeparatorRun = separatorRun
      continue
    }
    separatorRun = 0
    if (kind === SYMBOL || code === PLUS) symbols++
    else if (strict && kind !== APOSTROPHE) return -1
    else if (kind === OTHER_LETTER) otherLetters++
  }
  if (end < 0) return -1

  words.letters.length = length
  words.count = count
  words.roles = 0
  words.strongRoles = 0
  words.hasListAffix = false
  words.otherLetters = otherLetters
  words.digits = digits
  words.longestDigitRun = longestDigitRun
  words.separators = separators
  words.longestSeparatorRun = longestSeparatorRun
  words.kinds = kinds
  words.changes = changes
  words.symbols = symbols
  // Upper case differs from lower case in this one bit.
  words.hasUpperCase = (allCodes & 0x20) === 0
  words.seen = seen
  return end
}

/** An ASCII letter, in either case. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Words of a vocabulary are as well known as names: their letters are not judged. */
export function markAsKnown(): void {
  weights.fill(0, 0, words.count)
}

/** Apostrophes inside a word belong to it, as in o'brien; those at its end do not. */
function endOfWord(text: string, end: number): number {
  let behind = end
  while (codeAt(text, behind - 1) === APOSTROPHE_CODE) behind--
  return behind
}

function isPeriod(text: string, at: number): boolean {
  return codeAt(text, at) === 0x2e
}

/** The local part in ASCII, letters without their marks. */
function foldLocalPart(local: string): string {
  let ascii = ''
  let copied = 0
  for (let i = 0; i < local.length; i++) {
    const code = codeAt(local, i)
    if (code <= 0x7f) continue
    ascii += local.slice(copied, i) + foldedOf(code)
    copied = i + 1
  }
  return copied === 0 ? local : ascii + local.slice(copied)
}

function foldedOf(code: number): string {
  return code === TYPOGRAPHIC_APOSTROPHE ? "'" : (foldLetter(code) ?? PLACEHOLDER)
}

/** Where in the original each character of its ASCII form stands, and where it ends. */
function positionsOf(local: string): number[] {
  const positions: number[] = []
  for (let i = 0; i < local.length; i++) {
    const code = codeAt(local, i)
    const length = code <= 0x7f ? 1 : foldedOf(code).length
    for (let k = 0; k < length; k++) positions.push(i)
  }
  positions.push(local.length)
  return positions
}

/** Most letters become one letter, so that each stands where it stood. */
function isOneToOne(local: string): boolean {
  for (let i = 0; i < local.length; i++) {
    const code = codeAt(local, i)
    if (code > 0x7f && foldedOf(code).length !== 1) return false
  }
  return true
}
