import type { TranslationKeys } from '@zxcvbn-ts/core'
import { AppError } from '../../platform/http/problem.ts'
import { once } from '../../platform/shared-value.ts'

/** Points from 0 to 4. 3 means more than 10^8 guesses: enough even against someone who stole the hashes, which are slow to compute. */
const SCORE_MIN = 3
/** The estimate takes tens of milliseconds for this many characters, and grows with their square. A strong start makes a strong whole. */
const ESTIMATED_CHARACTERS = 48
/** Shorter parts of an address are in many passwords by chance. */
const PART_MIN_CHARACTERS = 3

const COMMON = 'The password is one of the most common ones, which attackers try first.'
const KEYS = 'The password follows keys that are next to each other on the keyboard.'
const REPEATED = 'The password repeats the same characters.'
const DATE = 'The password is little more than a date or a year.'
const WORD = 'The password is little more than a common word or name.'

const REASONS: Record<keyof TranslationKeys['warnings'], string> = {
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  pwned: COMMON,
  similarToCommon:
    'The password is close to a very common one. Attackers also try capitals, and digits or signs in place of letters.',
  userInputs: 'The password is little more than the address it belongs to, or the name of this service.',
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: 'The password is a sequence, such as abc or 6543.',
  straightRow: KEYS,
  keyPattern: KEYS,
  recentYears: DATE,
  dates: DATE,
  wordByItself: WORD,
  namesByThemselves: WORD,
  commonNames: WORD,
}
const TOO_SHORT = 'The password is too short for the characters it is made of.'
const ADVICE = 'Choose a longer one, such as four random words.'

/** Large and seldom needed, so loaded when a password is first set. docs/decisions/0030-password-strength.md says why no language word list is among them. */
const loadEstimator = once(async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_CHARACTERS })
})

/** Refuses a password that is guessed sooner than `SCORE_MIN` allows, and says why. */
export async function refuseGuessablePassword(password: string, email: string): Promise<void> {
  const estimator = await loadEstimator()
  const { score, feedback } = estimator.check(password, ['mailsift', ...partsOf(email.toLowerCase())])
  if (score >= SCORE_MIN) return
  const reason = REASONS[feedback.warning as keyof typeof REASONS] ?? TOO_SHORT
  throw new AppError('password_refused', `${reason} ${ADVICE}`)
}

function partsOf(email: string): string[] {
  const [local = '', domain = ''] = email.split('@')
  const parts = [email, local, domain, ...email.split(/[^\p{L}\p{N}]+/u)]
  return [...new Set(parts)].filter((part) => part.length >= PART_MIN_CHARACTERS)
}
