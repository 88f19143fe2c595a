/** Tells a local part that looks machine-made from one a person chose. */
import { surpriseOf } from './letter-model.ts'
import type { LocalPartRules } from './local-part.ts'
import { findWeights } from './name-table.ts'
import { type NameData, type Names, NO_NAMES } from './names.ts'
import { isSyllables } from './syllables.ts'
import type { Words } from './words.ts'

/** Why a local part looks machine-made; the position of a rule is its number in stored verdicts, so new ones go to the end. */
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

export type PatternData = NameData & { readonly model: Uint8Array }

/** Years and six-figure dates are ordinary; from seven digits on it is a number, unless it reads as a full date. */
const LONG_NUMBER_DIGITS = 7
const MANY_DIGITS = 10
const HEX_LENGTH = 16
/** Places where letters and digits meet: `web3dev` has two. What alternates more often was not typed by hand, unless short. */
const MANY_CHANGES = 3
const SHORTEST_MIXTURE = 6
/** A row of keys inside a word ("erty" ends many words), and one that is the whole word ("asdf"). */
const KEY_RUN_INSIDE = 5
const SHORTEST_RUN = 4
const SAME_LETTER_RUN = 4
const SAME_DIGIT_RUN = 5
const PERIODS = 3
const SEPARATOR_RUN = 3
const MANY_SEPARATORS = 7
/** `a.b.c.d.e`: as many separators as there is anything to separate. */
const SEPARATORS_OF_SINGLE_LETTERS = 4
const MANY_SYMBOLS = 3

/**
 * Bits per letter that a word of a given length may surprise by. Short words are given more room, because one rare pair
 * weighs more in them; below six letters anything can be somebody's initials, handle or short name.
 */
const ANY = Number.POSITIVE_INFINITY
const TOLERATED = [ANY, ANY, ANY, ANY, ANY, ANY, 7.6, 7.1, 6.55, 6.35, 6.25, 6.15]
const TOLERATED_AROUND_DIGITS = [ANY, ANY, ANY, 7, 6.5, 6, 5.8, 5.7, 5.6]

export function findIrregularRule(
  data: PatternData,
  words: Words,
  local: string,
  rules: LocalPartRules,
  names: Names,
): IrregularRule {
  if (words.longestSeparatorRun >= SEPARATOR_RUN || words.separators >= MANY_SEPARATORS) return 'separators'
  if (words.separators >= SEPARATORS_OF_SINGLE_LETTERS && words.separators * 2 + 1 >= local.length) return 'separators'
  // VERP and SRS put a whole address in front of the @, with = for its own: RFC 5321 senders, not people.
  if (words.symbols >= MANY_SYMBOLS || (words.symbols > 0 && local.includes('='))) return 'symbols'
  if (words.digits > 0) {
    const rule = findDigitRule(words, local, rules.hasNumericAccounts)
    if (rule !== 'none') return rule
  }
  const { letters, starts, ends } = words
  // One word that falls into two names (`johnsmith`) is as good as known.
  const isGluedName = words.count === 1 && names !== NO_NAMES
  for (let i = 0; i < words.count; i++) {
    // What is known as a name needs no further question: those of small languages may surprise a model of large ones.
    if (words.weights[i]! >= 0) continue
    const rule = findRunRule(letters.bytes, starts[i]!, ends[i]!)
    if (rule !== 'none') return rule
    if (isGluedName || !isUnlikely(data, words, starts[i]!, ends[i]!)) continue
    if (!isSyllables(textOf(words, starts[i]!, ends[i]!))) return 'unlikely_letters'
  }
  // Digits in the middle do not make two words out of one: judge what stands around them together, and less patiently.
  if (words.changes >= 2 && isUnlikely(data, words, 0, letters.length, TOLERATED_AROUND_DIGITS))
    return 'letters_and_digits'
  return 'none'
}

function findDigitRule(words: Words, local: string, numericAccounts: boolean): IrregularRule {
  if (numericAccounts && words.digits === local.length) return 'none'
  if (words.changes >= MANY_CHANGES && local.length >= SHORTEST_MIXTURE) return 'letters_and_digits'
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

function isUnlikely(data: PatternData, words: Words, start: number, end: number, tolerated = TOLERATED): boolean {
  const limit = tolerated[Math.min(end - start, tolerated.length - 1)]!
  if (surpriseOf(data.model, words.letters.bytes, start, end) <= limit) return false
  // An initial before or behind a name surprises as well.
  return !isName(data, words, start + 1, end) && !isName(data, words, start, end - 1)
}

function isName({ names, rareNames }: PatternData, { letters }: Words, start: number, end: number): boolean {
  return findWeights(names, letters, start, end) >= 0 || findWeights(rareNames, letters, start, end) >= 0
}

function textOf({ letters }: Words, start: number, end: number): string {
  return String.fromCharCode(...letters.bytes.subarray(start, end))
}

/** Keys beside each other, the alphabet, one letter or one short group again and again. */
function findRunRule(bytes: Uint8Array, start: number, end: number): IrregularRule {
  if (end - start < SHORTEST_RUN) return 'none'
  let same = 1
  let rightwards = 1
  let leftwards = 1
  let alphabet = 1
  let longest = 1
  for (let i = start + 1; i < end; i++) {
    const pair = PAIRS[(bytes[i - 1]! & 31) * 32 + (bytes[i]! & 31)]!
    if (pair === 0) {
      same = rightwards = leftwards = alphabet = 1
      continue
    }
    same = (pair & SAME) !== 0 ? same + 1 : 1
    rightwards = (pair & RIGHTWARDS) !== 0 ? rightwards + 1 : 1
    leftwards = (pair & LEFTWARDS) !== 0 ? leftwards + 1 : 1
    alphabet = (pair & ALPHABET) !== 0 ? alphabet + 1 : 1
    if (same >= SAME_LETTER_RUN) return 'repetition'
    longest = Math.max(longest, rightwards, leftwards, alphabet)
  }
  if (longest >= KEY_RUN_INSIDE || longest === end - start) return 'keyboard_row'
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

/** What two letters in a row have to do with each other, for each pair: a mask of the constants. */
const SAME = 1
const RIGHTWARDS = 2
const LEFTWARDS = 4
const ALPHABET = 8
const PAIRS = new Uint8Array(32 * 32)
for (let letter = 1; letter <= 26; letter++) PAIRS[letter * 32 + letter] = SAME
markRow('abcdefghijklmnopqrstuvwxyz', ALPHABET, 0)
for (const row of 'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'.split(' ')) {
  markRow(row, RIGHTWARDS, LEFTWARDS)
}

function markRow(row: string, forward: number, backward: number): void {
  for (let i = 1; i < row.length; i++) {
    const before = row.charCodeAt(i - 1) & 31
    const letter = row.charCodeAt(i) & 31
    PAIRS[before * 32 + letter]! |= forward
    PAIRS[letter * 32 + before]! |= backward
  }
}
