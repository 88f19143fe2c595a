/** Finds the first rule by which a local part looks random. */
import type { Words } from '../local-part/words.ts'
import { type Names, NO_NAMES } from '../names/single-name.ts'
import { isWellKnown, type NameWeights } from '../names/weights.ts'
import type { LocalPartRules } from '../provider/provider-rules.ts'
import type { IrregularRule } from '../verdict/flags.ts'
import { findDigitRule, isMixture } from './digits.ts'
import { findRunRule } from './key-runs.ts'
import { isRandom, isWordOfKeys, type PatternData } from './letters.ts'
import { isNumberedPerson } from './numbering.ts'
import { findOtherScriptRule } from './other-scripts.ts'

const SEPARATOR_RUN = 3
const MANY_SEPARATORS = 7
/** `a.b.c.d.e`: single letters between separators. */
const SEPARATORS_OF_SINGLE_LETTERS = 4
/** Gmail ignores periods, so programs insert them to get many addresses for one mailbox; people write at most three. */
const SCATTERED_PERIODS = 4
const MANY_SYMBOLS = 3

export function findIrregularRule(
  data: PatternData,
  words: Words,
  local: string,
  rules: LocalPartRules,
  names: Names,
  weights: NameWeights,
): IrregularRule {
  // 1. The overall shape: separators and symbols.
  if (words.longestSeparatorRun >= SEPARATOR_RUN || words.separators >= MANY_SEPARATORS) return 'separators'
  if (words.separators >= SEPARATORS_OF_SINGLE_LETTERS) {
    if (words.separators * 2 + 1 >= local.length) return 'separators'
    if (rules.ignoresPeriods && local.split('.').length > SCATTERED_PERIODS) return 'many_periods'
  }
  // VERP and SRS encode a whole address in the local part, with = for its @ sign: these are senders, not people.
  if (words.symbols >= MANY_SYMBOLS || (words.symbols > 0 && local.includes('='))) return 'symbols'

  // 2. Other scripts have fewer rules.
  if (words.otherLetters > 0) return findOtherScriptRule(words, local)

  // 3. Its digits.
  if (words.digits > 0) {
    if (isNumberedPerson(rules.numbering, words, local)) return 'none'
    const rule = findDigitRule(data, words, local, rules.numbering, weights)
    if (rule !== 'none') return rule
  }

  // 4. Each word. Two glued names (`johnsmith`) count as a known word.
  const { letters, starts, ends } = words
  const isGluedName = words.count === 1 && names !== NO_NAMES
  for (let i = 0; i < words.count; i++) {
    // A known name of a small language may still have a high surprise in the letter model.
    if (isWellKnown(weights[i]!)) continue
    const rule = findRunRule(letters.bytes, starts[i]!, ends[i]!)
    if (rule === 'keyboard_walk' && isWordOfKeys(data, words, starts[i]!, ends[i]!)) continue
    if (rule !== 'none') return rule
    if (!isGluedName && isRandom(data, words, rules, starts[i]!, ends[i]!)) return 'unlikely_letters'
  }

  // 5. The letters around digits, joined: digits in the middle do not split a word. Koreans often put an initial after
  // the number (`gyyoon9u`).
  if (words.changes >= 2 && words.separators === 0 && !rules.isKorean && isMixture(data, words, local, weights))
    return 'letters_and_digits'
  return 'none'
}
