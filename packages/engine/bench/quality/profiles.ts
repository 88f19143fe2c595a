/**
 * What each profile of the data tells, held against the full one. A smaller profile may say less: `unknown`, `probably`, no name. It
 * may never say something else; what it does say wrongly is a contradiction.
 */
import type { Engine } from '../../src/engine.ts'
import type { GuardAccepted, GuardEngine } from '../../src/guard.ts'
import { render } from '../../src/render/render.ts'
import * as flag from '../../src/verdict/flags.ts'
import { type Accepted, isFlagged, type Verdict } from '../../src/verdict/verdict.ts'
import { percent } from './score.ts'

export type Profiles = { readonly full: Engine; readonly console: Engine; readonly guard: GuardEngine }

export type Telling = {
  readonly profile: 'console' | 'guard'
  readonly question: string
  asked: number
  /** The answer of the full profile. */
  same: number
  unknown: number
  probably: number
  /** Addresses on which it says something else. */
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
const orUnknown = (said: boolean | 'unknown', is: boolean): Answer => (said === 'unknown' ? said : exact(said, is))

/** Every question that the guard answers. */
function* guardAnswers(said: GuardAccepted, full: Accepted): Generator<[string, Answer]> {
  const is = (question: keyof typeof FLAGS) => isFlagged(full, FLAGS[question])
  yield ['is_disposable', said.disposable === 'probably' ? 'probably' : exact(false, is('is_disposable'))]
  yield ['is_no_reply', exact(said.noReply, is('is_no_reply'))]
  yield ['is_role_based', orUnknown(said.role, is('is_role_based'))]
  yield ['has_irregular_pattern', said.irregular]
  yield ['has_uncommon_unicode', orUnknown(said.unicode, is('has_uncommon_unicode'))]
  yield ['safe_to_send', orUnknown(said.safeToSend, is('safe_to_send'))]
  // A domain that the filter takes for a disposable one counts as known.
  const isTaken = said.disposable === 'probably' && !said.typo
  yield ['typo of a domain', isTaken ? 'unknown' : exact(said.typo, is('typo of a domain'))]
  yield ['not issued', exact(said.notIssued, is('not issued'))]
  yield ['no such place', exact(said.dead, isFlagged(full, DEAD))]
}

function* consoleAnswers(said: Accepted, full: Accepted): Generator<[string, Answer]> {
  for (const [question, bit] of Object.entries(FLAGS))
    yield [question, exact(isFlagged(said, bit), isFlagged(full, bit))]
  yield ['no such place', exact(isFlagged(said, DEAD), isFlagged(full, DEAD))]
  yield ['all other fields of a result', exact(shown(said), shown(full))]
  const named = (verdict: Accepted) => `${verdict.firstName}|${verdict.lastName}`
  const isShorter = (one: string, whole: string) => one === '' || one === whole
  const isPart = isShorter(said.firstName, full.firstName) && isShorter(said.lastName, full.lastName)
  yield ['names', named(said) === named(full) ? 'same' : isPart ? 'unknown' : 'contradiction']
}

const shown = (verdict: Accepted) => JSON.stringify({ ...render(verdict, ''), first_name: '', last_name: '' })

export function compareProfiles(profiles: Profiles, addresses: readonly string[]): Telling[] {
  const tellings = new Map<string, Telling>()
  const note = (profile: Telling['profile'], question: string, answer: Answer, address: string) => {
    const key = `${profile} ${question}`
    const none = { asked: 0, same: 0, unknown: 0, probably: 0, contradictions: [] }
    const telling: Telling = tellings.get(key) ?? { profile, question, ...none }
    tellings.set(key, telling)
    telling.asked++
    if (answer === 'contradiction') telling.contradictions.push(address)
    else telling[answer]++
  }
  for (const address of addresses) {
    const full = profiles.full.validate(address)
    const small = profiles.console.validate(address)
    const guard = profiles.guard.validate(address)
    const suggested = profiles.full.suggest(address)?.address
    note('console', 'syntax', exact(messageOf(small), messageOf(full)), address)
    note('console', 'suggestion', exact(profiles.console.suggest(address)?.address, suggested), address)
    if (small.ok && full.ok)
      for (const [ask, answer] of consoleAnswers(small, full)) note('console', ask, answer, address)
    note('guard', 'syntax', exact(guard.ok ? '' : guard.message, messageOf(full)), address)
    note('guard', 'suggestion', suggestionAnswer(profiles.guard.suggest(address)?.address, suggested), address)
    if (guard.ok && full.ok) for (const [ask, answer] of guardAnswers(guard, full)) note('guard', ask, answer, address)
  }
  return [...tellings.values()].sort((one, other) => one.profile.localeCompare(other.profile))
}

/** A domain that the filter takes for a disposable one counts as known, and is not corrected. */
const suggestionAnswer = (said: string | undefined, full: string | undefined): Answer =>
  said === undefined && full !== undefined ? 'unknown' : exact(said, full)

const messageOf = (verdict: Verdict) => (verdict.ok ? '' : verdict.error.message)

export function renderTellings(tellings: readonly Telling[]): string {
  const rows = tellings.map((telling) => {
    const { profile, question, asked, same, unknown, probably, contradictions } = telling
    return [
      profile,
      question,
      asked,
      ...[same, unknown, probably].map((part) => percent(part, asked)),
      contradictions.length,
    ]
  })
  const header = ['profile', 'question', 'addresses', 'as the full one', 'unknown', 'probably', 'contradictions']
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Of domains that the full profile does not call disposable: how many the filter takes for one. */
export function falsePositives(
  { full, guard }: Omit<Profiles, 'console'>,
  domains: readonly string[],
): { asked: number; found: number } {
  const others = domains
    .map((domain) => `jane.doe@${domain}`)
    .filter((address) => !isDisposable(full.validate(address)))
  const found = others.filter((address) => {
    const verdict = guard.validate(address)
    return verdict.ok && verdict.disposable === 'probably'
  })
  return { asked: others.length, found: found.length }
}

const isDisposable = (verdict: Verdict) => verdict.ok && isFlagged(verdict, flag.IS_DISPOSABLE)
