/** Tells a local part that looks machine-made from one a person chose. */

import { findWeights } from '../data/name-table.ts'
import type { LocalPartRules } from '../local-part/normalize.ts'
import type { Words } from '../local-part/words.ts'
import { isWellKnown, type NameData, type Names, NO_NAMES } from '../names/names.ts'
import { bytesOf } from '../text/hashed-text.ts'
import { isAbbreviation } from './abbreviation.ts'
import { isHangulTyped } from './hangul-keys.ts'
import { areNeighbours, countNeighbours, isOneRow, keysOf } from './keyboard.ts'
import { surpriseOf } from './letter-model.ts'
import { isNumberedPerson } from './numbering.ts'
import { isSyllables } from './syllables.ts'

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
  'keyboard_walk',
  'many_periods',
] as const
export type IrregularRule = (typeof IRREGULAR_RULES)[number]

export type PatternData = NameData & { readonly model: Uint8Array }

/** Years and six-figure dates are ordinary; from seven digits on it is a number, unless it reads as a full date. */
const LONG_NUMBER_DIGITS = 7
const MANY_DIGITS = 10
const HEX_LENGTH = 16
const LONG_HEX = /^[0-9a-f-]+$/
/** In `Words.seen`: the letters that no hexadecimal number has. */
const BEYOND_F = ~0b111_1110
/** A short hexadecimal number: letters and digits in turn, and nothing beyond f. */
const SHORT_HEX = /^[0-9a-f]{8,}$/
const SHORT_HEX_CHANGES = 2
/** Places where letters and digits meet: `web3dev` has two. What alternates more often was not typed by hand, unless short. */
const MANY_CHANGES = 3
const SHORTEST_MIXTURE = 6
/** A row of keys inside a word ("erty" ends many words), and one that is the whole word ("asdf"). */
const KEY_RUN_INSIDE = 5
const SHORTEST_RUN = 4
/** A walk over the keyboard: of so many letters or more, nearly all lie beside the one before. */
const SHORTEST_WALK = 6
const WALK_SHARE = 0.8
/** Up to so many letters, all must: names and words lie half over the keys, too (`drewsq`). */
const SHORT_WALK = 6
const SAME_LETTER_RUN = 5
const SAME_DIGIT_RUN = 5
const PERIODS = 3
const SEPARATOR_RUN = 3
const MANY_SEPARATORS = 7
/** `a.b.c.d.e`: as many separators as there is anything to separate. */
const SEPARATORS_OF_SINGLE_LETTERS = 4
/** Gmail ignores periods, so programs scatter them to get many addresses out of one mailbox; people write three at most. */
const SCATTERED_PERIODS = 4
const MANY_SYMBOLS = 3

/**
 * Bits per letter that a word of a given length may surprise by. Short words are given more room, because one rare pair
 * weighs more in them; below seven letters anything can be somebody's initials, handle or short name. Chosen on handles that
 * people use, so that at most one in a hundred of them is called irregular.
 */
const ANY = Number.POSITIVE_INFINITY
const TOLERATED = [ANY, ANY, ANY, ANY, ANY, ANY, ANY, 8.2, 7.1, 6.75, 6.5, 6.6, 6.75, 6.85]
/** Around digits, the letters of a word are judged together, and those of a person's handle surprise less. */
const TOLERATED_AROUND_DIGITS = [ANY, ANY, ANY, 7, 6.8, 6.6, 6.5, 6.4, 6.3, 6.2]

export function findIrregularRule(
  data: PatternData,
  words: Words,
  local: string,
  rules: LocalPartRules,
  names: Names,
): IrregularRule {
  if (words.longestSeparatorRun >= SEPARATOR_RUN || words.separators >= MANY_SEPARATORS) return 'separators'
  if (words.separators >= SEPARATORS_OF_SINGLE_LETTERS) {
    if (words.separators * 2 + 1 >= local.length) return 'separators'
    if (rules.ignoresPeriods && local.split('.').length > SCATTERED_PERIODS) return 'many_periods'
  }
  // VERP and SRS put a whole address in front of the @, with = for its own: RFC 5321 senders, not people.
  if (words.symbols >= MANY_SYMBOLS || (words.symbols > 0 && local.includes('='))) return 'symbols'
  if (words.otherLetters > 0) return findOtherScriptRule(words, local)
  if (words.digits > 0) {
    if (isNumberedPerson(rules.numbering, words, local)) return 'none'
    const rule = findDigitRule(data, words, local)
    if (rule !== 'none') return rule
  }
  const { letters, starts, ends } = words
  // One word that falls into two names (`johnsmith`) is as good as known.
  const isGluedName = words.count === 1 && names !== NO_NAMES
  for (let i = 0; i < words.count; i++) {
    // A known name needs no further question: those of small languages may surprise a model of large ones.
    if (isWellKnown(words.weights[i]!)) continue
    const rule = findRunRule(letters.bytes, starts[i]!, ends[i]!)
    if (rule === 'keyboard_walk' && beginsWithName(data, words, starts[i]!, ends[i]!)) continue
    if (rule !== 'none') return rule
    if (isGluedName || !isUnlikely(data, words, starts[i]!, ends[i]!)) continue
    if (isFramed(data, words, starts[i]!, ends[i]!)) continue
    if (isOtherwiseTyped(data, textOf(words, starts[i]!, ends[i]!), rules)) continue
    if (!holdsName(data, words, starts[i]!, ends[i]!)) return 'unlikely_letters'
  }
  // Digits in the middle do not make two words out of one: judge what stands around them together.
  if (words.changes >= 2 && words.separators === 0 && isMixture(data, words, local)) return 'letters_and_digits'
  return 'none'
}

/** Syllables of East Asian names or their first letters, Hangul typed on Latin keys, or a name without its vowels. */
function isOtherwiseTyped({ model }: PatternData, word: string, { isKorean, numbering }: LocalPartRules): boolean {
  if (isSyllables(word) || isHangulTyped(word, isKorean) || isAbbreviation(model, word)) return true
  return numbering === 'accounts' && FIRST_LETTERS_OF_PINYIN.test(word)
}

/** People in China put the first letters of their place and name before a number or nothing: `hbsjzlyh`. */
const FIRST_LETTERS_OF_PINYIN = /^[b-df-hj-np-tw-z]{7,8}$/

/** The model does not know letters of other scripts: only repetition, keyboard walks and long numbers are judged there. */
function findOtherScriptRule(words: Words, local: string): IrregularRule {
  if (SAME_OTHER_LETTER.test(local)) return 'repetition'
  if (isMash(local)) return 'keyboard_walk'
  return words.digits >= MANY_DIGITS ? 'long_number' : 'none'
}

/** Whether it is a letter is asked last: it takes much longer to tell than that it stands there five times. */
const SAME_OTHER_LETTER = /(?=(.)\1{4})\p{L}/su

/**
 * A walk over the keys of another script's keyboard (short words need every step, longer ones most of them), or keys of one
 * row with no vowel for longer than any word goes without.
 */
function isMash(local: string): boolean {
  const keys = keysOf(local)
  // Two keys in turn are what people call each other: `мама`, `папа`.
  return keys.length >= SHORTEST_RUN && isWalkOrRow(keys, local) && new Set(keys).size > 2
}

function isWalkOrRow(keys: readonly number[], local: string): boolean {
  const steps = countNeighbours(keys, 0, keys.length)
  // Short names turn back on their way: بلال.
  if (keys.length < SHORTEST_WALK) return steps === keys.length - 1 && new Set(keys).size === keys.length
  if (steps >= WALK_SHARE * (keys.length - 1) || isRepeatedWalk(keys)) return true
  return isOneRow(keys) && CONSONANTS_OF_A_MASH.test(local)
}

/** `олдолдолд`: the hand goes over the same keys again and again. */
function isRepeatedWalk(keys: readonly number[]): boolean {
  for (let period = 3; period * PERIODS <= keys.length; period++) {
    if (keys.slice(period).every((key, i) => key === keys[i])) return countNeighbours(keys, 0, period) === period - 1
  }
  return false
}

/** Cyrillic and Greek; Hebrew and Arabic words are written without vowels anyway. */
const CONSONANTS_OF_A_MASH = /[бвгджзйклмнпрстфхцчшщъьґ]{4}|[βγδζθκλμνξπρσςτφχψ]{4}/

function findDigitRule(data: PatternData, words: Words, local: string): IrregularRule {
  const mayBeHexadecimal = (words.seen & BEYOND_F) === 0
  if (words.changes >= SHORT_HEX_CHANGES && mayBeHexadecimal && SHORT_HEX.test(local)) return 'hexadecimal'
  if (words.changes >= MANY_CHANGES && local.length >= SHORTEST_MIXTURE && isMixture(data, words, local)) {
    return 'letters_and_digits'
  }
  if (words.count > 0 && local.length >= HEX_LENGTH && mayBeHexadecimal && LONG_HEX.test(local)) return 'hexadecimal'
  if (words.digits >= MANY_DIGITS) return 'long_number'
  if (words.longestDigitRun >= LONG_NUMBER_DIGITS) {
    const at = words.longestDigitRunAt
    if (!isDate(local.slice(at, at + words.longestDigitRun))) return 'long_number'
  }
  if (words.longestDigitRun >= SAME_DIGIT_RUN && /(\d)\1{4}/.test(local)) return 'repetition'
  return 'none'
}

/** A date between initials, a model or a title: `yk0921tm`, `cbr600rr`, `wbc2nd`. */
const NUMBER_BETWEEN_INITIALS = /^[a-z]{1,3}\d{1,4}[a-z]{1,3}$/
const INITIALS_AROUND_A_NUMBER = 6
const SHORTEST_WALK_AROUND_A_NUMBER = 4

/** `qwe123qwe`: the hand walks on behind the digits. */
function isWalkAround({ letters: { bytes, length } }: Words): boolean {
  return length >= SHORTEST_WALK_AROUND_A_NUMBER && countNeighbours(bytes, 0, length) >= WALK_SHARE * (length - 1)
}

/** Digits that stand for letters (`h4ck3r`), or the letters around them, make a word that people choose. */
function isMixture(data: PatternData, words: Words, local: string): boolean {
  if (words.letters.length <= INITIALS_AROUND_A_NUMBER && NUMBER_BETWEEN_INITIALS.test(local))
    return isWalkAround(words)
  return !isLikelyWord(data, withLettersForDigits(local)) && isUnlikelyAround(data, words)
}

function isUnlikelyAround(data: PatternData, words: Words): boolean {
  return words.changes >= MANY_CHANGES + 1 || isUnlikely(data, words, 0, words.letters.length, TOLERATED_AROUND_DIGITS)
}

const LOOK_ALIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

function withLettersForDigits(local: string): string {
  return local.replace(/[0-9]/g, (digit) => LOOK_ALIKE[digit] ?? '').replace(/[^a-z]/g, '')
}

/** Bits per letter of an ordinary word. */
const LIKELY = 5
const SHORTEST_LIKELY = 4

function isLikelyWord({ model }: PatternData, word: string): boolean {
  if (word.length < SHORTEST_LIKELY) return false
  const bytes = bytesOf(word)
  return surpriseOf(model, bytes, 0, bytes.length) <= LIKELY
}

/** Year, month and day in any of the usual orders. */
function isDate(digits: string): boolean {
  return /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$|^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$|^(0[1-9]|1[0-2])([0-2]\d|3[01])(19|20)\d\d$/.test(
    digits,
  )
}

function isUnlikely(data: PatternData, words: Words, start: number, end: number, tolerated = TOLERATED): boolean {
  const limit = tolerated[Math.min(end - start, tolerated.length - 1)]!
  // Short words may be anything: there is nothing to work out.
  if (limit === ANY || surpriseOf(data.model, words.letters.bytes, start, end) <= limit) return false
  // An initial before or behind a name surprises as well.
  return !isName(data, words, start + 1, end) && !isName(data, words, start, end - 1)
}

/** `xxshadowxx`: players put a word between crosses. */
function isFramed(data: PatternData, words: Words, start: number, end: number): boolean {
  const { bytes } = words.letters
  let width = 0
  while (width < WIDEST_FRAME && bytes[start + width] === CROSS && bytes[end - 1 - width] === CROSS) width++
  return width > 1 && !isUnlikely(data, words, start + width, end - width)
}

const CROSS = 0x78
const WIDEST_FRAME = 3

/** `fredas`, `drewas`: some names are short walks over the keys themselves. */
function beginsWithName(data: PatternData, words: Words, start: number, end: number): boolean {
  return end - start <= SHORT_WALK && isName(data, words, start, start + SHORTEST_NAME_OF_KEYS)
}

const SHORTEST_NAME_OF_KEYS = 4

/** A name of some length with a few letters around it: `wkrkranz`, `xhuangwq`; a short one at the end: `lszlnagy`. */
function holdsName(data: PatternData, words: Words, start: number, end: number): boolean {
  if (end - start <= SHORT_NAME_AT_END + MOST_AROUND_A_NAME && isName(data, words, end - SHORT_NAME_AT_END, end)) {
    return true
  }
  const shortest = Math.max(SHORTEST_NAME_INSIDE, end - start - MOST_AROUND_A_NAME)
  for (let from = start; from + shortest <= end; from++) {
    for (let to = from + shortest; to <= end; to++) if (isName(data, words, from, to)) return true
  }
  return false
}

const SHORTEST_NAME_INSIDE = 5
const SHORT_NAME_AT_END = 4
const MOST_AROUND_A_NAME = 4

function isName({ names }: PatternData, { letters }: Words, start: number, end: number): boolean {
  return findWeights(names, letters, start, end) >= 0
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
  let steps = 0
  for (let i = start + 1; i < end; i++) {
    const marks = PAIRS[(bytes[i - 1]! & 31) * 32 + (bytes[i]! & 31)]!
    steps += marks >>> STEP_SHIFT
    const pair = marks & RUNS
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
  const wanted = end - start <= SHORT_WALK ? end - start - 1 : WALK_SHARE * (end - start - 1)
  if (end - start >= SHORTEST_WALK && steps >= wanted) return 'keyboard_walk'
  return isPeriodic(bytes, start, end) || isWalkedTwice(bytes, start, end) ? 'repetition' : 'none'
}

/** `qweqwe`: twice over the same three keys; of four there are names (`fred`). */
function isWalkedTwice(bytes: Uint8Array, start: number, end: number): boolean {
  const middle = start + KEYS_OF_A_SHORT_WALK
  if (end - middle !== KEYS_OF_A_SHORT_WALK || !isWholeWalk(bytes, start, middle)) return false
  return bytes.subarray(start, middle).every((key, i) => key === bytes[middle + i])
}

const KEYS_OF_A_SHORT_WALK = 3

/** One group of letters again and again; syllables are what people repeat (`lalala`, `cococo`). */
function isPeriodic(bytes: Uint8Array, start: number, end: number): boolean {
  for (let period = 2; period * PERIODS <= end - start; period++) {
    let i = start + period
    while (i < end && bytes[i] === bytes[i - period]) i++
    if (i === end) return !hasVowelAndConsonant(bytes, start, start + period)
  }
  return false
}

function hasVowelAndConsonant(bytes: Uint8Array, start: number, end: number): boolean {
  let vowels = 0
  for (let i = start; i < end; i++) if (VOWELS.has(bytes[i]!)) vowels++
  return vowels > 0 && vowels < end - start && end - start <= SYLLABLE_LETTERS && !isWholeWalk(bytes, start, end)
}

/** `asd` is no syllable, however often it is typed. */
function isWholeWalk(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > 2 && countNeighbours(bytes, start, end) === end - start - 1
}

const SYLLABLE_LETTERS = 3
const VOWELS = new Set(Array.from('aeiouy', (letter) => letter.charCodeAt(0)))

/** Relations between two letters in a row: `PAIRS` has a mask of these for each pair. */
const SAME = 1
const RIGHTWARDS = 2
const LEFTWARDS = 4
const ALPHABET = 8
const RUNS = SAME | RIGHTWARDS | LEFTWARDS | ALPHABET
/** The highest of them: the two keys lie beside each other. */
const STEP_SHIFT = 4
const PAIRS = new Uint8Array(32 * 32)
for (let letter = 1; letter <= 26; letter++) {
  for (let next = 1; next <= 26; next++) {
    if (areNeighbours(letter | 0x60, next | 0x60)) PAIRS[letter * 32 + next] = 1 << STEP_SHIFT
  }
  PAIRS[letter * 32 + letter] = SAME
}
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
