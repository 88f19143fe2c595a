/** Long numbers, hexadecimal numbers and letters mixed with digits. */
import type { Words } from '../local-part/words.ts'
import { bytesOf } from '../text/hashed-text.ts'
import type { IrregularRule } from '../verdict/flags.ts'
import { countNeighbors, WALK_SHARE } from './keyboard.ts'
import { surpriseOf } from './letter-model.ts'
import { isUnlikely, type PatternData, TOLERATED_AROUND_DIGITS } from './letters.ts'

/** Years and six-digit dates are ordinary; seven digits are a long number unless they are a full date. */
const LONG_NUMBER_DIGITS = 7
const MANY_DIGITS = 10
const HEX_LENGTH = 16
const LONG_HEX = /^[0-9a-f-]+$/
/** In `Words.seen`: the letters that are not hexadecimal digits. */
const BEYOND_F = ~0b111_1110
/** A short hexadecimal number: letters and digits alternate, and no letter is beyond f. */
const SHORT_HEX = /^[0-9a-f]{8,}$/
const SHORT_HEX_CHANGES = 2
/** How often letters and digits may alternate: `web3dev` has two changes. Only short names have more. */
const MANY_CHANGES = 3
const SHORTEST_MIXTURE = 6
const SAME_DIGIT_RUN = 5

export function findDigitRule(data: PatternData, words: Words, local: string): IrregularRule {
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

/** `qwe123qwe`: the walk continues behind the digits. */
function isWalkAround({ letters: { bytes, length } }: Words): boolean {
  return length >= SHORTEST_WALK_AROUND_A_NUMBER && countNeighbors(bytes, 0, length) >= WALK_SHARE * (length - 1)
}

/** Not if digits replace letters (`h4ck3r`), or the letters around them make a likely word. */
export function isMixture(data: PatternData, words: Words, local: string): boolean {
  if (words.letters.length <= INITIALS_AROUND_A_NUMBER && NUMBER_BETWEEN_INITIALS.test(local)) {
    return isWalkAround(words)
  }
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
