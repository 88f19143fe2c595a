import { findGrammarProblem, type Grammar } from '../provider/provider-grammar.ts'
import { codeAt } from '../text/code-at.ts'
import type { LocalPart } from './normalize.ts'
import { KIND_DIGIT, KIND_PERIOD, type Words } from './words.ts'

/** Whether the provider can have issued this local part; true if its grammar is not known. */
export function isIssued(grammar: Grammar | undefined, words: Words, { text, normalized }: LocalPart): boolean {
  if (grammar === undefined || isPlainlyIssued(grammar, words, text, normalized)) return true
  return findGrammarProblem(grammar, text, normalized) === undefined
}

const ONLY_LETTERS_DIGITS_AND_PERIODS = ~(KIND_DIGIT | KIND_PERIOD)
const PERIOD = 0x2e

/**
 * Decides most local parts without another pass over their characters: every provider issues names that start with a
 * letter and continue with letters, digits and periods.
 */
function isPlainlyIssued(grammar: Grammar, words: Words, name: string, normalized: string): boolean {
  return (
    (words.kinds & ONLY_LETTERS_DIGITS_AND_PERIODS) === 0 &&
    words.count > 0 &&
    words.from[0] === 0 &&
    // No count includes apostrophes inside a word.
    words.letters.length + words.digits + words.separators === name.length &&
    words.separators <= grammar.mostPeriods &&
    normalized.length >= grammar.shortest &&
    normalized.length <= grammar.longest &&
    codeAt(name, name.length - 1) !== PERIOD
  )
}
