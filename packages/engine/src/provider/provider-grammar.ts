/**
 * The local parts that the largest providers issue, by their rules for new accounts, relaxed where older accounts
 * differ. Any other local part is mistyped or invented: no such mailbox exists.
 */

import { isDigit, isLetter } from '../text/ascii.ts'
import { codeAt } from '../text/code-at.ts'

export type GrammarRule = 'too_short' | 'too_long' | 'character' | 'start' | 'end' | 'periods' | 'digits_only'

export type Grammar = {
  readonly shortest: number
  readonly longest: number
  /** Allowed characters besides letters and digits. */
  readonly others: string
  readonly startsWithLetter: boolean
  readonly mostPeriods: number
  /** Names of at least this length must contain a letter. */
  readonly lettersFrom: number
  /** Allowed last characters besides letters and digits. */
  readonly ends: string
}

const ANY = Number.POSITIVE_INFINITY

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  // Periods are ignored, except in the shortest names: early accounts like `j.smit` exist.
  'google-gmail': {
    shortest: 6,
    longest: 30,
    others: '.',
    startsWithLetter: false,
    mostPeriods: ANY,
    lettersFrom: 8,
    ends: '',
  },
  'microsoft-consumer': {
    shortest: 1,
    longest: 64,
    others: '._-',
    startsWithLetter: true,
    mostPeriods: ANY,
    lettersFrom: ANY,
    ends: '_-',
  },
  yahoo: { shortest: 4, longest: 32, others: '._', startsWithLetter: true, mostPeriods: 1, lettersFrom: ANY, ends: '' },
  'apple-icloud': {
    shortest: 3,
    longest: 20,
    others: '._-',
    startsWithLetter: true,
    mostPeriods: ANY,
    lettersFrom: ANY,
    ends: '',
  },
}

/** The rules of a provider's own domains; undefined if none are known. */
export function grammarOf(provider: string): Grammar | undefined {
  return GRAMMARS[provider]
}

/** Why the provider cannot have issued the name (lower case, without its label), if so. */
export function findGrammarProblem(grammar: Grammar, name: string, normalized: string): GrammarRule | undefined {
  let periods = 0
  let letters = 0
  for (let i = 0; i < name.length; i++) {
    const code = codeAt(name, i)
    if (isLetter(code)) letters++
    else if (code === 0x2e) periods++
    else if (!isDigit(code) && !grammar.others.includes(name.charAt(i))) return 'character'
  }
  if (name.length < grammar.shortest || normalized.length < grammar.shortest - 1) return 'too_short'
  if (normalized.length > grammar.longest) return 'too_long'
  if (periods > grammar.mostPeriods) return 'periods'
  const first = name.charCodeAt(0)
  if (grammar.startsWithLetter && !isLetter(first)) return 'start'
  if (!isLetter(first) && !isDigit(first)) return 'start'
  const last = name.charCodeAt(name.length - 1)
  if (!isLetter(last) && !isDigit(last) && !grammar.ends.includes(name.charAt(name.length - 1))) return 'end'
  if (letters === 0 && normalized.length >= grammar.lettersFrom) return 'digits_only'
  return undefined
}
