/** Whether the letters of a word are unlikely in any name or word, and the ordinary explanations for that. */
import { findWeights } from '../data/name-table.ts'
import type { Words } from '../local-part/words.ts'
import type { NameData } from '../names/weights.ts'
import type { LocalPartRules } from '../provider/provider-rules.ts'
import { surpriseOf } from '../text/letter-model.ts'
import { isChineseSyllables, isKoreanSyllables, isSyllables, isVietnameseSyllables } from '../text/syllables.ts'
import { isAbbreviation } from './abbreviation.ts'
import { isHangulTyped } from './hangul-keys.ts'
import { SHORT_WALK } from './key-runs.ts'

export type PatternData = NameData

/**
 * The ordinary surprise in bits per letter for a word of each length. Short words have a higher limit, because one rare
 * pair counts more in them; below seven letters anything can be initials, a handle or a short name. Chosen so that nine
 * of ten random words of eight letters and more are irregular, but only one in two hundred people in the corpora of
 * QUALITY.md.
 */
const ANY = Number.POSITIVE_INFINITY
const TOLERATED = [ANY, ANY, ANY, ANY, ANY, ANY, ANY, 8.2, 6.4, 6.7, 6.5, 7.1, 7.3, 7.4]
/** The extra allowance with a number at the end: people append one to initials and a name (`ashnprk22`). */
const TOLERATED_WITH_NUMBER = 0.6
const SHORTEST_NUMBERED = 8
/** The same for the letters around digits, joined: those of a person's handle have less surprise. */
export const TOLERATED_AROUND_DIGITS = [ANY, ANY, ANY, 7.4, 7.1, 6.8, 6.7, 6.6, 6.5, 6.5]

export function isUnlikely(
  data: PatternData,
  words: Words,
  start: number,
  end: number,
  tolerated = TOLERATED,
): boolean {
  const isNumbered = tolerated === TOLERATED && words.changes === 1 && words.longestDigitRunAt >= SHORTEST_NUMBERED
  const limit = tolerated[Math.min(end - start, tolerated.length - 1)]! + (isNumbered ? TOLERATED_WITH_NUMBER : 0)
  if (limit === ANY || surpriseOf(data.model, words.letters.bytes, start, end) <= limit) return false
  // An initial before or after a name also raises the surprise.
  return !isName(data, words, start + 1, end) && !isName(data, words, start, end - 1)
}

/** `xxshadowxx`: gamers frame a word with crosses. */
function isFramed(data: PatternData, words: Words, start: number, end: number): boolean {
  const { bytes } = words.letters
  let width = 0
  while (width < WIDEST_FRAME && bytes[start + width] === CROSS && bytes[end - 1 - width] === CROSS) width++
  return width > 1 && !isUnlikely(data, words, start + width, end - width)
}

const CROSS = 0x78
const WIDEST_FRAME = 3

/** `federer`, `dresser`, `fredas`: some names and words are also keyboard walks. */
export function isWordOfKeys(data: PatternData, words: Words, start: number, end: number): boolean {
  if (surpriseOf(data.model, words.letters.bytes, start, end) <= LIKELY) return true
  return end - start <= SHORT_WALK && isName(data, words, start, start + SHORTEST_NAME_OF_KEYS)
}

/** Bits per letter of an ordinary word. */
export const LIKELY = 5
const SHORTEST_NAME_OF_KEYS = 4

/** A name with a few letters around it: `wkrkranz`, `xhuangwq`; or a short one at either end: `lszlnagy`, `ravijdmk`. */
function holdsName(data: PatternData, words: Words, start: number, end: number): boolean {
  if (
    end - start <= SHORT_NAME + MOST_AROUND_A_NAME &&
    (isName(data, words, end - SHORT_NAME, end) || isName(data, words, start, start + SHORT_NAME))
  ) {
    return true
  }
  const shortest = Math.max(SHORTEST_NAME_INSIDE, end - start - MOST_AROUND_A_NAME)
  for (let from = start; from + shortest <= end; from++) {
    for (let to = from + shortest; to <= end; to++) if (isName(data, words, from, to)) return true
  }
  return false
}

const SHORTEST_NAME_INSIDE = 5
const SHORT_NAME = 4
const MOST_AROUND_A_NAME = 5

function isName({ names }: PatternData, { letters }: Words, start: number, end: number): boolean {
  return findWeights(names, letters, start, end) >= 0
}

function textOf({ letters }: Words, start: number, end: number): string {
  return String.fromCharCode(...letters.bytes.subarray(start, end))
}

/** Whether the word in [start, end) is random: its letters are unlikely and no name or way of typing explains them. */
export function isRandom(data: PatternData, words: Words, rules: LocalPartRules, start: number, end: number): boolean {
  return isUnlikely(data, words, start, end) && !isExplained(data, words, rules, start, end)
}

function isExplained(data: PatternData, words: Words, rules: LocalPartRules, start: number, end: number): boolean {
  if (isFramed(data, words, start, end) || holdsName(data, words, start, end)) return true
  return isOtherwiseTyped(data, textOf(words, start, end), rules, words.digits > 0)
}

/** Syllables of East Asian names or their initials, Hangul typed on Latin keys, or a name without its vowels. */
function isOtherwiseTyped(
  { model }: PatternData,
  word: string,
  { isKorean, numbering }: LocalPartRules,
  isNumbered: boolean,
): boolean {
  if (
    isSyllables(word) ||
    hasInitials(word, isKorean) ||
    isHangulTyped(word, isKorean) ||
    isAbbreviation(model, word, isNumbered)
  )
    return true
  return numbering === 'accounts' && FIRST_LETTERS_OF_PINYIN.test(word)
}

/**
 * `jinxuanw`, `cxliwei`: a Chinese or Vietnamese name with initials before or after it; at a Korean provider, a Korean
 * one.
 */
function hasInitials(word: string, isKorean: boolean): boolean {
  const isName = (part: string) =>
    isChineseSyllables(part, MOST_SYLLABLES) ||
    isVietnameseSyllables(part, MOST_SYLLABLES) ||
    (isKorean && isKoreanSyllables(part, MOST_SYLLABLES + 1))
  for (let count = 1; count <= (isKorean ? MOST_INITIALS + 1 : MOST_INITIALS); count++) {
    if (isName(word.slice(count)) || isName(word.slice(0, -count))) return true
  }
  return false
}

const MOST_INITIALS = 2
const MOST_SYLLABLES = 2

/** In China people use the initials of their place and name: `hbsjzlyh`. */
const FIRST_LETTERS_OF_PINYIN = /^[b-df-hj-np-tw-z]{7,8}$/
