/** Whether the letters of a word are unlikely in any name or word, and the ordinary reasons for that. */
import { findWeights } from '../data/name-table.ts'
import type { Words } from '../local-part/words.ts'
import type { NameData } from '../names/weights.ts'
import type { LocalPartRules } from '../provider/provider-rules.ts'
import { isAbbreviation } from './abbreviation.ts'
import { isHangulTyped } from './hangul-keys.ts'
import { SHORT_WALK } from './key-runs.ts'
import { surpriseOf } from './letter-model.ts'
import { isSyllables } from './syllables.ts'

export type PatternData = NameData & { readonly model: Uint8Array }

/**
 * The surprise in bits per letter that is ordinary for a word of each length. Short words have a higher limit, because one rare
 * pair counts more in them; below seven letters anything can be initials, a handle or a short name. Chosen so that at most one
 * in a hundred handles of real people is irregular.
 */
const ANY = Number.POSITIVE_INFINITY
const TOLERATED = [ANY, ANY, ANY, ANY, ANY, ANY, ANY, 8.2, 7.1, 6.75, 6.5, 6.6, 6.75, 6.85]
/** The same for the letters around digits, taken together: those of a person's handle surprise less. */
export const TOLERATED_AROUND_DIGITS = [ANY, ANY, ANY, 7, 6.8, 6.6, 6.5, 6.4, 6.3, 6.2]

export function isUnlikely(
  data: PatternData,
  words: Words,
  start: number,
  end: number,
  tolerated = TOLERATED,
): boolean {
  const limit = tolerated[Math.min(end - start, tolerated.length - 1)]!
  if (limit === ANY || surpriseOf(data.model, words.letters.bytes, start, end) <= limit) return false
  // An initial before or behind a name is surprising, too.
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

/** `fredas`, `drewas`: some names are short walks over the keys. */
export function beginsWithName(data: PatternData, words: Words, start: number, end: number): boolean {
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

/** Whether the word in [start, end) is made of random letters: unlikely ones that no name or way of typing explains. */
export function isRandom(data: PatternData, words: Words, rules: LocalPartRules, start: number, end: number): boolean {
  if (!isUnlikely(data, words, start, end) || isFramed(data, words, start, end)) return false
  return !isOtherwiseTyped(data, textOf(words, start, end), rules) && !holdsName(data, words, start, end)
}

/** Syllables of East Asian names or their first letters, Hangul typed on Latin keys, or a name without its vowels. */
function isOtherwiseTyped({ model }: PatternData, word: string, { isKorean, numbering }: LocalPartRules): boolean {
  if (isSyllables(word) || isHangulTyped(word, isKorean) || isAbbreviation(model, word)) return true
  return numbering === 'accounts' && FIRST_LETTERS_OF_PINYIN.test(word)
}

/** People in China use the first letters of their place and name: `hbsjzlyh`. */
const FIRST_LETTERS_OF_PINYIN = /^[b-df-hj-np-tw-z]{7,8}$/
