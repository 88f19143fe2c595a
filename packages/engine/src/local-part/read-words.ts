/** Reads the words of a local part in one pass over its characters. */
import { LONGEST_LOCAL_PART } from '../address/limits.ts'
import { isDigit, isLetter } from '../text/ascii.ts'
import { codeAt } from '../text/code-at.ts'
import { foldLetter } from '../text/fold.ts'
import { extendHash } from '../text/hashed-text.ts'
import { GAP_DIGIT, GAP_HYPHEN, GAP_OTHER, KIND_FOLDED, type WordBuffer, type Words } from './words.ts'

/**
 * The kinds of characters in a local part; the numbers are those of the KIND bits in `words.ts`. Only a quoted one may
 * contain forbidden characters.
 */
const FORBIDDEN = 0
const LETTER = 1
const DIGIT = 2
const PERIOD = 3
const UNDERSCORE = 4
const HYPHEN = 5
const APOSTROPHE = 6
const SYMBOL = 7
const OTHER_LETTER = 8
/** Ends a name outside of quotes: `@` always, `+` after the first character. */
const STOP = 9

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
/** Replaces letters without a form in a–z. No address can contain the character itself. */
const PLACEHOLDER = '\x7f'
ASCII_KIND[0x7f] = OTHER_LETTER
const TYPOGRAPHIC_APOSTROPHE = 0x2019

/**
 * Reads the words at the start of an address with an ASCII dot-atom local part, as nearly all have. Checking and
 * reading in one pass makes this case fast. Undefined for everything else.
 */
export function readPlainWords(buffer: WordBuffer, address: string): Words | undefined {
  const end = readAscii(buffer, address, Math.min(address.length, LONGEST_LOCAL_PART + 1), true)
  return end > 0 ? buffer : undefined
}

/**
 * The position of the @ sign after a label that starts at `start`; -1 if the label is not an ASCII dot-atom or has no
 * end.
 */
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

/** Reads the words of any local part, in lower case and without quotes. */
export function readWords(buffer: WordBuffer, local: string): Words {
  const ascii = foldLocalPart(local)
  readAscii(buffer, ascii, ascii.length, false)
  if (ascii === local) return buffer
  buffer.kinds |= KIND_FOLDED
  const positions = positionsOf(local)
  const { from, to } = buffer
  for (let i = 0; i < buffer.count; i++) {
    from[i] = positions[from[i]!]!
    to[i] = positions[to[i]!]!
  }
  return buffer
}

/**
 * Reads up to `whole` and returns the end of the name. If `strict`, that is its @ or +, or -1 if it is not an ASCII
 * dot-atom.
 */
function readAscii(buffer: WordBuffer, text: string, whole: number, strict: boolean): number {
  const { starts, ends, from, to, gaps } = buffer
  const { bytes, prefixes } = buffer.letters
  let end = strict ? -1 : whole
  let length = 0
  let hash = 0
  let count = 0
  let otherLetters = 0
  let digits = 0
  let longestDigitRun = 0
  let longestDigitRunAt = 0
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
      // As many letters as characters: there is no apostrophe that may be the last character.
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
        longestDigitRunAt = i - digitRun
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

  buffer.letters.length = length
  buffer.count = count
  buffer.otherLetters = otherLetters
  buffer.digits = digits
  buffer.longestDigitRun = longestDigitRun
  buffer.longestDigitRunAt = longestDigitRunAt
  buffer.separators = separators
  buffer.longestSeparatorRun = longestSeparatorRun
  buffer.kinds = kinds
  buffer.changes = changes
  buffer.symbols = symbols
  // Upper and lower case differ in this one bit.
  buffer.hasUpperCase = (allCodes & 0x20) === 0
  buffer.seen = seen
  buffer.end = end
  return end
}

/** An apostrophe inside a word is part of it, as in o'brien; one at its end is not. */
function endOfWord(text: string, end: number): number {
  let behind = end
  while (codeAt(text, behind - 1) === APOSTROPHE_CODE) behind--
  return behind
}

function isPeriod(text: string, at: number): boolean {
  return codeAt(text, at) === 0x2e
}

/** The local part in ASCII, without diacritics. */
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

/** The position in the original of each character of its ASCII form, and its end. */
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
