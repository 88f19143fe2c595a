/**
 * Compares each profile of the data with the full one. A smaller profile may return less (`unknown`, `probably`, no
 * name), but never something else: that is a contradiction.
 */
import type { Engine } from '../../src/engine.ts'
import type { GuardAccepted, GuardEngine } from '../../src/guard.ts'
import { render } from '../../src/render/render.ts'
import * as flag from '../../src/verdict/flags.ts'
import { type Accepted, isFlagged, type Verdict } from '../../src/verdict/verdict.ts'
import { percent } from './score.ts'

export type Profiles = { readonly full: Engine; readonly console: Engine; readonly guard: GuardEngine }

export type ProfileComparison = {
  readonly profile: 'console' | 'guard'
  readonly check: string
  addresses: number
  /** The full profile gives the same result. */
  same: number
  unknown: number
  probably: number
  /** Addresses with a different result. */
  readonly contradictions: string[]
}

type Answer = 'same' | 'unknown' | 'probably' | 'contradiction'

const FLAGS = {
  is_disposable: flag.IS_DISPOSABLE,
  is_no_reply: flag.IS_NO_REPLY,
  is_role_based: flag.IS_ROLE_BASED,
  has_irregular_pattern: flag.HAS_IRREGULAR_PATTERN,
  has_uncommon_unicode: flag.HAS_UNCOMMON_UNICODE,
  safe_to_send: flag.SAFE_TO_SEND,
  'typo of a domain': flag.IS_TYPO_DOMAIN,
  'not issued': flag.IS_NOT_ISSUED,
} as const

const DEAD = flag.HAS_UNKNOWN_TLD | flag.IS_RESERVED_NAME

const exact = (one: unknown, other: unknown): Answer => (one === other ? 'same' : 'contradiction')
const orUnknown = (small: boolean | 'unknown', is: boolean): Answer => (small === 'unknown' ? small : exact(small, is))

/** Every check of the guard. */
function* guardChecks(small: GuardAccepted, full: Accepted): Generator<[string, Answer]> {
  const is = (check: keyof typeof FLAGS) => isFlagged(full, FLAGS[check])
  yield ['is_disposable', small.disposable === 'probably' ? 'probably' : exact(false, is('is_disposable'))]
  yield ['is_no_reply', exact(small.noReply, is('is_no_reply'))]
  yield ['is_role_based', orUnknown(small.role, is('is_role_based'))]
  yield ['has_irregular_pattern', small.irregular]
  yield ['has_uncommon_unicode', orUnknown(small.unicode, is('has_uncommon_unicode'))]
  yield ['safe_to_send', orUnknown(small.safeToSend, is('safe_to_send'))]
  // A domain that the filter matches as disposable counts as known.
  const isMatch = small.disposable === 'probably' && !small.typo
  yield ['typo of a domain', isMatch ? 'unknown' : exact(small.typo, is('typo of a domain'))]
  yield ['not issued', exact(small.notIssued, is('not issued'))]
  yield ['no such place', exact(small.dead, isFlagged(full, DEAD))]
}

function* consoleChecks(small: Accepted, full: Accepted): Generator<[string, Answer]> {
  for (const [check, bit] of Object.entries(FLAGS)) yield [check, exact(isFlagged(small, bit), isFlagged(full, bit))]
  yield ['no such place', exact(isFlagged(small, DEAD), isFlagged(full, DEAD))]
  yield ['all other fields of a result', exact(shown(small), shown(full))]
  const named = (verdict: Accepted) => `${verdict.firstName}|${verdict.lastName}`
  const isShorter = (one: string, whole: string) => one === '' || one === whole
  const isPart = isShorter(small.firstName, full.firstName) && isShorter(small.lastName, full.lastName)
  yield ['names', named(small) === named(full) ? 'same' : isPart ? 'unknown' : 'contradiction']
}

const shown = (verdict: Accepted) => JSON.stringify({ ...render(verdict, ''), first_name: '', last_name: '' })

export function compareProfiles(profiles: Profiles, addresses: readonly string[]): ProfileComparison[] {
  const comparisons = new Map<string, ProfileComparison>()
  const note = (profile: ProfileComparison['profile'], check: string, answer: Answer, address: string) => {
    const key = `${profile} ${check}`
    const none = { addresses: 0, same: 0, unknown: 0, probably: 0, contradictions: [] }
    const comparison: ProfileComparison = comparisons.get(key) ?? { profile, check, ...none }
    comparisons.set(key, comparison)
    comparison.addresses++
    if (answer === 'contradiction') comparison.contradictions.push(address)
    else comparison[answer]++
  }
  for (const address of addresses) {
    const full = profiles.full.validate(address)
    const small = profiles.console.validate(address)
    const guard = profiles.guard.validate(address)
    const suggested = profiles.full.suggest(address)?.address
    note('console', 'syntax', exact(messageOf(small), messageOf(full)), address)
    note('console', 'suggestion', exact(profiles.console.suggest(address)?.address, suggested), address)
    if (small.ok && full.ok)
      for (const [ask, answer] of consoleChecks(small, full)) note('console', ask, answer, address)
    note('guard', 'syntax', exact(guard.ok ? '' : guard.message, messageOf(full)), address)
    note('guard', 'suggestion', suggestionAnswer(profiles.guard.suggest(address)?.address, suggested), address)
    if (guard.ok && full.ok) for (const [ask, answer] of guardChecks(guard, full)) note('guard', ask, answer, address)
  }
  return [...comparisons.values()].sort((one, other) => one.profile.localeCompare(other.profile))
}

/** A domain that the filter matches as disposable counts as known, so it is not corrected. */
const suggestionAnswer = (small: string | undefined, full: string | undefined): Answer =>
  small === undefined && full !== undefined ? 'unknown' : exact(small, full)

const messageOf = (verdict: Verdict) => (verdict.ok ? '' : verdict.error.message)

export function renderComparisons(comparisons: readonly ProfileComparison[]): string {
  const rows = comparisons.map((comparison) => {
    const { profile, check, addresses, same, unknown, probably, contradictions } = comparison
    return [
      profile,
      check,
      addresses,
      ...[same, unknown, probably].map((part) => percent(part, addresses)),
      contradictions.length,
    ]
  })
  const header = ['profile', 'question', 'addresses', 'as the full one', 'unknown', 'probably', 'contradictions']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Counts the domains that are not disposable in the full profile but match the filter. */
export function falsePositives(
  { full, guard }: Omit<Profiles, 'console'>,
  domains: readonly string[],
): { addresses: number; found: number } {
  const others = domains
    .map((domain) => `jane.doe@${domain}`)
    .filter((address) => !isDisposable(full.validate(address)))
  const found = others.filter((address) => {
    const verdict = guard.validate(address)
    return verdict.ok && verdict.disposable === 'probably'
  })
  return { addresses: others.length, found: found.length }
}

const isDisposable = (verdict: Verdict) => verdict.ok && isFlagged(verdict, flag.IS_DISPOSABLE)
