/**
 * Which of two names is the given name. All functions take the weights of the first and the last name of a local part.
 * Most people write the given name first and many names are both, so the reversed order must be clearly better.
 */
import { familyOf, givenOf, RARE_FAMILY, RARE_GIVEN } from './weights.ts'

const REVERSE_MARGIN = 4
const GIVEN_BEHIND = 4
/** The minimum weights for the reversed order: a word in hardly any list of family names is also a given name. */
const FAMILY_REVERSED = 8
const GIVEN_REVERSED = 10
/** How much more the second word must weigh as a given name than the first: `martin.lawson` may be either … */
const CLEARLY_GIVEN = 3
/** … unless the first weighs this much more as a family name. */
const HARDLY_GIVEN = 4
/** `ali.sina`: a first word this well known as a given name probably is one. */
const KNOWN_GIVEN_FIRST = 9
/** How much better the reversed order must be than the normal one: `hossain.razavi` may be either. */
const CLEAR_MARGIN = 9
/** A word with a smaller difference between its two weights is equally likely to be either. */
const EITHER_MARGIN = 2
/** The minimum weight of a given name in first position: with less, it may be the family name. */
const KNOWN_GIVEN = 11
/** The same beside a family name in several lists. */
const KNOWN_GIVEN_BESIDE = 10
const SURE_FAMILY = 11

export function isFamilyFirst(head: number, tail: number): boolean {
  const forward = givenOf(head) + familyOf(tail)
  const backward = familyOf(head) + givenOf(tail)
  return familyOf(head) > givenOf(head) && givenOf(tail) >= GIVEN_BEHIND && backward >= forward + REVERSE_MARGIN
}

/** Whether an unknown word could reverse the order: it may be a rare name that a smaller profile lacks. */
export function mayBeFamilyFirst(head: number, tail: number): boolean {
  return isFamilyFirst(head < 0 ? RARE_FAMILY : head, tail < 0 ? RARE_GIVEN : tail)
}

export function isClearlyReversed(head: number, tail: number): boolean {
  const family = familyOf(head)
  if (givenOf(head) >= KNOWN_GIVEN_FIRST) return false
  if (family + givenOf(tail) < givenOf(head) + familyOf(tail) + CLEAR_MARGIN) return false
  if (family < Math.max(FAMILY_REVERSED, givenOf(head) + EITHER_MARGIN, familyOf(tail) + 1)) return false
  if (family < givenOf(head) + HARDLY_GIVEN && givenOf(head) + CLEARLY_GIVEN > givenOf(tail)) return false
  return givenOf(tail) >= GIVEN_REVERSED || family >= SURE_FAMILY
}

/** `connor.sarah`: two given names, the second better known. Their order says nothing. */
export function isGivenBehind(head: number, tail: number): boolean {
  return givenOf(tail) >= KNOWN_GIVEN && givenOf(tail) > Math.max(givenOf(head), familyOf(tail))
}

export function leastGivenBeside(tail: number): number {
  return familyOf(tail) >= SURE_FAMILY ? KNOWN_GIVEN_BESIDE : KNOWN_GIVEN
}
