/** Long numbers, hexadecimal numbers and letters mixed with digits. */
import type { Words } from '../local-part/words.ts'
import { isWellKnown, type NameWeights } from '../names/weights.ts'
import type { Numbering } from '../provider/provider-rules.ts'
import { bytesOf } from '../text/hashed-text.ts'
import { surpriseOf } from '../text/letter-model.ts'
import type { IrregularRule } from '../verdict/flags.ts'
import { countNeighbors, WALK_SHARE } from './keyboard.ts'
import { isUnlikely, LIKELY, type PatternData, TOLERATED_AROUND_DIGITS } from './letters.ts'

/** From this length on, a number alone is not a name, except where accounts are numbered. */
const LONG_NUMBER_DIGITS = 7
/** After letters, people append years, dates and whatever was still available, up to this many digits … */
const FREE_DIGITS = 9
/** … in the whole local part; beyond that, one of the numbers must be a date or a phone number. */
const MANY_DIGITS = 13
const HEX_LENGTH = 16
const LONG_HEX = /^[0-9a-f-]+$/
/** In `Words.seen`: the letters that are not hexadecimal digits. */
const BEYOND_F = ~0b111_1110
/** A short hexadecimal number: letters and digits alternate, and no letter is beyond f. */
const SHORT_HEX = /^[0-9a-f]{8,}$/
const SHORT_HEX_CHANGES = 2
/** Eight characters with a single change: people put their letters first, and use more than one. */
const EIGHT_HEX = /^(?:[a-f]\d{7}|(?=.{8}$)\d{4,7}[a-f]{1,4})$/
/** How often letters and digits may alternate: `web3dev` has two changes. Only short names have more. */
const MANY_CHANGES = 3
const SHORTEST_MIXTURE = 6
const SAME_DIGIT_RUN = 5
/** The minimum number of letters beside a repeated digit for a name. */
const LETTERS_OF_A_NAME = 3

export function findDigitRule(
  data: PatternData,
  words: Words,
  local: string,
  numbering: Numbering,
  weights: NameWeights,
): IrregularRule {
  const mayBeHexadecimal = (words.seen & BEYOND_F) === 0
  if (words.changes >= SHORT_HEX_CHANGES && mayBeHexadecimal && SHORT_HEX.test(local)) return 'hexadecimal'
  if (words.changes === 1 && mayBeHexadecimal && EIGHT_HEX.test(local)) return 'hexadecimal'
  if (words.changes >= MANY_CHANGES && local.length >= SHORTEST_MIXTURE && isMixture(data, words, local, weights)) {
    return 'letters_and_digits'
  }
  if (words.count > 0 && local.length >= HEX_LENGTH && mayBeHexadecimal && LONG_HEX.test(local)) return 'hexadecimal'
  if (words.longestDigitRun < SAME_DIGIT_RUN) return words.digits >= MANY_DIGITS ? 'long_number' : 'none'
  const at = words.longestDigitRunAt
  return findNumberRule(words, local, local.slice(at, at + words.longestDigitRun), numbering)
}

function findNumberRule(words: Words, local: string, number: string, numbering: Numbering): IrregularRule {
  const letters = words.letters.length
  if (letters < LETTERS_OF_A_NAME && /(\d)\1{4}/.test(number)) return 'repetition'
  if (letters === 0 && isCounted(number)) return 'keyboard_row'
  const isExplained = isDate(number) || isPhoneNumber(number)
  // A phone number alone is a mailbox only at free mail.
  if (letters === 0 && numbering !== 'none') return words.digits >= LONG_NUMBER_DIGITS ? 'long_number' : 'none'
  if (letters === 0) return number.length >= LONG_NUMBER_DIGITS && !isExplained ? 'long_number' : 'none'
  if (MADE_UP.test(local)) return 'long_number'
  // A student number may follow the name.
  if (numbering === 'members') return 'none'
  const isLong = number.length > FREE_DIGITS || words.digits >= MANY_DIGITS || NO_NUMBER.test(number)
  return isLong && !isExplained && !isDate(number.slice(0, DATE_DIGITS)) ? 'long_number' : 'none'
}

/** Account names that programs generate. */
const MADE_UP = /^(?:user|guest|account|member|customer|client|player|temp|mail|email|anon|id|bot)[-_.]?\d{5,}$/

/** Nine digits are an account number of another network, unless they start with zeros or are sequential. */
const NO_NUMBER = /^(?:00\d{7}|123456789|987654321|(\d)\1{8})$/

/** `123456`, `987654321`: not a person's number. */
function isCounted(number: string): boolean {
  return '01234567890123456789'.includes(number) || '98765432109876543210'.includes(number)
}

/** Initials around a date, model or ordinal: `yk0921tm`, `cbr600rr`, `wbc2nd`. */
const NUMBER_BETWEEN_INITIALS = /^[a-z]{1,3}\d{1,4}[a-z]{1,3}$/
const INITIALS_AROUND_A_NUMBER = 6
const SHORTEST_WALK_AROUND_A_NUMBER = 4

/** `qwe123qwe`: the walk continues after the digits. */
function isWalkAround({ letters: { bytes, length } }: Words): boolean {
  return length >= SHORTEST_WALK_AROUND_A_NUMBER && countNeighbors(bytes, 0, length) >= WALK_SHARE * (length - 1)
}

/** `kgouri2k5`: the year 2005. */
const YEAR_BEHIND_LETTERS = /^[a-z._]{3,}2k[012]?\d$/

/** No, if digits replace letters (`h4ck3r`) or the letters around them make a likely word. */
export function isMixture(data: PatternData, words: Words, local: string, weights: NameWeights): boolean {
  if (words.changes <= MANY_CHANGES && (holdsKnownName(words, weights) || YEAR_BEHIND_LETTERS.test(local))) return false
  if (words.letters.length <= INITIALS_AROUND_A_NUMBER && NUMBER_BETWEEN_INITIALS.test(local)) {
    return isWalkAround(words)
  }
  return !isLikelyWord(data, withLettersForDigits(local)) && isUnlikelyAround(data, words)
}

/** `ravi321pr`: beside a full name, the other letters are initials. */
function holdsKnownName({ count, starts, ends }: Words, weights: NameWeights): boolean {
  for (let i = 0; i < count; i++) if (ends[i]! - starts[i]! >= SHORTEST_LIKELY && isWellKnown(weights[i]!)) return true
  return false
}

function isUnlikelyAround(data: PatternData, words: Words): boolean {
  return words.changes >= MANY_CHANGES + 1 || isUnlikely(data, words, 0, words.letters.length, TOLERATED_AROUND_DIGITS)
}

const LOOK_ALIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

function withLettersForDigits(local: string): string {
  return local.replace(/[0-9]/g, (digit) => LOOK_ALIKE[digit] ?? '').replace(/[^a-z]/g, '')
}

const SHORTEST_LIKELY = 4

function isLikelyWord({ model }: PatternData, word: string): boolean {
  if (word.length < SHORTEST_LIKELY) return false
  const bytes = bytesOf(word)
  return surpriseOf(model, bytes, 0, bytes.length) <= LIKELY
}

const DATE_DIGITS = 8
/** Year, month and day in any common order, with or without leading zeros. */
const DATE =
  /^(?:(?:19|20)\d\d(?:0?[1-9]|1[0-2])(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|1[0-2])(?:19|20)\d\d|(?:0?[1-9]|1[0-2])(?:0?[1-9]|[12]\d|3[01])(?:19|20)\d\d)$/

function isDate(digits: string): boolean {
  return digits.length <= DATE_DIGITS && DATE.test(digits)
}

/**
 * Mobile numbers in national or international form, by the numbering plans of the countries where they are common in
 * addresses: a trunk zero, the Americas, China, South Asia, Egypt, Russia. Also QQ numbers of ten digits.
 */
const PHONE =
  /^(?:0[1-9]\d{8,9}|[2-9]\d{2}[2-9]\d{6}|1[3-9]\d{9}|[6-9]\d{9}|(?:91|92|880|977|94)?[6-9]\d{9}|(?:86)?1[3-9]\d{9}|(?:84|62|63|66|60|234|254|233|20|212|213|971|966|98|90|44|49|33|39|34|48|380)\d{9,10}|7?9\d{9}|1?[2-9]\d{2}[2-9]\d{6}|55\d{10,11}|[123]\d{9})$/

function isPhoneNumber(digits: string): boolean {
  return digits.length >= 10 && PHONE.test(digits)
}
