/** Tells a local part that looks machine-made from one a person chose. */
import { surpriseOf } from './letter-model.ts'
import { findValue, type StringTable } from './string-table.ts'
import type { Words } from './words.ts'

/** Why a local part looks machine-made; the position of a rule is its number in a verdict. */
export const IRREGULAR_RULES = [
  'none',
  'unlikely_letters',
  'long_number',
  'hexadecimal',
  'keyboard_row',
  'repetition',
  'separators',
  'letters_and_digits',
  'symbols',
] as const
export type IrregularRule = (typeof IRREGULAR_RULES)[number]

export type PatternData = { readonly model: Uint8Array; readonly names: StringTable }

/** Years and six-figure dates are ordinary; from seven digits on it is a number, unless it reads as a full date. */
const LONG_NUMBER_DIGITS = 7
const MANY_DIGITS = 10
const HEX_LENGTH = 16
/** `web3dev2` and `r2d2` have three; what alternates more often was not typed by hand. */
const MANY_CHANGES = 4
/** A row of keys inside a word ("erty" ends many words), and one that is the whole word ("asdf"). */
const KEY_RUN_INSIDE = 5
const KEY_RUN_WHOLE = 4
const SAME_LETTER_RUN = 4
const SAME_DIGIT_RUN = 5
const PERIODS = 3
const SEPARATOR_RUN = 3
const MANY_SEPARATORS = 7
/** `a.b.c.d.e`: as many separators as there is anything to separate. */
const SEPARATORS_OF_SINGLE_LETTERS = 4
const MANY_SYMBOLS = 3

/** Below this length any letters can be somebody's initials, handle or short name. */
const SHORTEST_JUDGED_WORD = 6
/** Bits per letter that a word may surprise by. Short words are given more room: one rare pair weighs more in them. */
const TOLERATED_BITS = [7.6, 7.1, 6.55, 6.35, 6.25, 6.15]

export function findIrregularRule(
  data: PatternData,
  words: Words,
  local: string,
  numericAccounts: boolean,
): IrregularRule {
  if (words.longestSeparatorRun >= SEPARATOR_RUN || words.separators >= MANY_SEPARATORS) return 'separators'
  if (words.separators >= SEPARATORS_OF_SINGLE_LETTERS && words.separators * 2 + 1 >= local.length) return 'separators'
  // VERP and SRS put a whole address in front of the @, with = for its own: RFC 5321 senders, not people.
  if (words.symbols >= MANY_SYMBOLS || (words.symbols > 0 && local.includes('='))) return 'symbols'
  if (words.digits > 0) {
    const rule = findDigitRule(words, local, numericAccounts)
    if (rule !== 'none') return rule
  }
  const { letters, starts, ends } = words
  for (let i = 0; i < words.count; i++) {
    const rule = findWordRule(data, words, starts[i]!, ends[i]!)
    if (rule !== 'none') return rule
  }
  // A digit in the middle does not make two words out of one: judge what stands on both sides of it together.
  if (words.changes >= 2 && words.count > 1 && letters.length >= SHORTEST_JUDGED_WORD) {
    return findWordRule(data, words, 0, letters.length)
  }
  return 'none'
}

function findDigitRule(words: Words, local: string, numericAccounts: boolean): IrregularRule {
  if (numericAccounts && words.digits === local.length) return 'none'
  if (words.changes >= MANY_CHANGES) return 'letters_and_digits'
  if (words.count > 0 && local.length >= HEX_LENGTH && /^[0-9a-f-]+$/.test(local)) return 'hexadecimal'
  if (words.digits >= MANY_DIGITS) return 'long_number'
  if (words.longestDigitRun >= LONG_NUMBER_DIGITS) {
    const at = words.longestDigitRunAt
    if (!isDate(local.slice(at, at + words.longestDigitRun))) return 'long_number'
  }
  if (words.longestDigitRun >= SAME_DIGIT_RUN && /(\d)\1{4}/.test(local)) return 'repetition'
  return 'none'
}

/** Year, month and day in any of the usual orders. */
function isDate(digits: string): boolean {
  return /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$|^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$|^(0[1-9]|1[0-2])([0-2]\d|3[01])(19|20)\d\d$/.test(
    digits,
  )
}

function findWordRule(data: PatternData, words: Words, start: number, end: number): IrregularRule {
  const { bytes } = words.letters
  const length = end - start
  if (length < KEY_RUN_WHOLE) return 'none'
  const rule = findRunRule(bytes, start, end)
  if (rule !== 'none' || length < SHORTEST_JUDGED_WORD) return rule

  const tolerated = TOLERATED_BITS[Math.min(length - SHORTEST_JUDGED_WORD, TOLERATED_BITS.length - 1)]!
  if (surpriseOf(data.model, bytes, start, end) <= tolerated) return 'none'
  // Names of small languages surprise a model of large ones; so does an initial before or behind a name.
  const isKnown = (from: number, to: number) => findValue(data.names, words.letters, from, to) >= 0
  if (isKnown(start, end) || isKnown(start + 1, end) || isKnown(start, end - 1)) return 'none'
  return 'unlikely_letters'
}

/** Keys beside each other, the alphabet, one letter or one short group again and again. */
function findRunRule(bytes: Uint8Array, start: number, end: number): IrregularRule {
  let same = 1
  let keysForward = 1
  let keysBackward = 1
  let alphabet = 1
  let longestKeys = 1
  for (let i = start + 1; i < end; i++) {
    const before = bytes[i - 1]! - 0x61
    const letter = bytes[i]! - 0x61
    same = letter === before ? same + 1 : 1
    if (same >= SAME_LETTER_RUN) return 'repetition'
    keysForward = ((NEXT_KEYS[before]! >>> letter) & 1) !== 0 ? keysForward + 1 : 1
    keysBackward = ((NEXT_KEYS[letter]! >>> before) & 1) !== 0 ? keysBackward + 1 : 1
    alphabet = letter === before + 1 ? alphabet + 1 : 1
    longestKeys = Math.max(longestKeys, keysForward, keysBackward, alphabet)
  }
  if (longestKeys >= KEY_RUN_INSIDE || longestKeys === end - start) return 'keyboard_row'
  return isPeriodic(bytes, start, end) ? 'repetition' : 'none'
}

function isPeriodic(bytes: Uint8Array, start: number, end: number): boolean {
  for (let period = 2; period * PERIODS <= end - start; period++) {
    let i = start + period
    while (i < end && bytes[i] === bytes[i - period]) i++
    if (i === end) return true
  }
  return false
}

/** For each letter, the letters to its right on a QWERTY, QWERTZ or AZERTY keyboard, as a bit mask. */
const NEXT_KEYS = new Uint32Array(26)
for (const row of 'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'.split(' ')) {
  for (let i = 1; i < row.length; i++) NEXT_KEYS[row.charCodeAt(i - 1) - 0x61]! |= 1 << (row.charCodeAt(i) - 0x61)
}
