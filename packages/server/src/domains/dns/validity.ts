import type { Clock } from '../../platform/clock.ts'
import type { Checked } from '../checked.ts'
import type { DnsAnswer } from './questions.ts'

/** An answer, and the moment (in the clock's milliseconds) until which it is served without a new question. */
export type Kept<T> = { readonly answer: Checked<T>; readonly until: number }

/** A zone with shorter times would be queried for every row of a list. */
const SHORTEST_MS = 60_000
/** A changed record is noticed within this time, whatever its zone promises, */
const LONGEST_FOUND_MS = 10 * 60_000
/** and a domain that was set up just now sooner. */
export const LONGEST_DENIED_MS = 5 * 60_000
/** Long enough that a crowd does not repeat a failing question, short enough that a retry soon gets a new answer. */
export const UNKNOWN_LIFE_MS = 3_000

/** A fact derived from several answers is valid until the first of them expires. */
export type Validity = {
  add<T>(answer: Checked<DnsAnswer<T>>): Checked<DnsAnswer<T>>
  addKept<T>(kept: Kept<T>): Checked<T>
  /** The derived fact with its expiry. A failed query shortens only the facts that are unknown because of it. */
  keep<T>(answer: Checked<T>): Kept<T>
}

export function createValidity(clock: Clock): Validity {
  let end = Number.POSITIVE_INFINITY
  return {
    add(answer) {
      if (answer.known) end = Math.min(end, clock.now() + lifeOf(answer.value))
      return answer
    },
    addKept({ answer, until }) {
      if (answer.known) end = Math.min(end, until)
      return answer
    },
    keep: (answer) => ({ answer, until: answer.known ? end : clock.now() + UNKNOWN_LIFE_MS }),
  }
}

function lifeOf({ records, ttlSeconds }: DnsAnswer<unknown>): number {
  const longest = records.length > 0 ? LONGEST_FOUND_MS : LONGEST_DENIED_MS
  return Math.max(SHORTEST_MS, Math.min(longest, ttlSeconds * 1000))
}
