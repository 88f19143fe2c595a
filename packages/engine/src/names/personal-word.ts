/** Whether letters beside a role are a person's name: `info.smith`, `pkowalski.info`, `contact.pedrolima`. */
import { findWeights } from '../data/name-table.ts'
import type { HashedText } from '../text/hashed-text.ts'
import { familyOf, givenOf, type NameData } from './weights.ts'

/** At these weights a word is a person's name: a given name with many births, a family name in several lists. */
const PERSONAL_GIVEN = 10
const PERSONAL_FAMILY = 12
/** The minimum weight and length of a family name after an initial: many other words end in a shorter one. */
const FAMILY_BEHIND_INITIAL = 11
const SHORTEST_BEHIND_INITIAL = 5
/** The minimum length of each of two joined names: shorter ones occur inside words (`charleston`). */
const SHORTEST_GLUED = 4
const GLUED_FAMILY = 9

/** Rare names do not count: smaller profiles lack them and must return the same. */
export function isPersonal(data: NameData, letters: HashedText, start: number, end: number): boolean {
  const weights = findWeights(data.names, letters, start, end)
  if (givenOf(weights) >= PERSONAL_GIVEN || familyOf(weights) >= PERSONAL_FAMILY) return true
  if (end - start <= SHORTEST_BEHIND_INITIAL) return false
  if (familyOf(findWeights(data.names, letters, start + 1, end)) >= FAMILY_BEHIND_INITIAL) return true
  return isFullName(data, letters, start, end)
}

/** A given name and a family name, joined in this order. */
export function isFullName({ names }: NameData, letters: HashedText, start: number, end: number): boolean {
  for (let cut = start + SHORTEST_GLUED; cut <= end - SHORTEST_GLUED; cut++) {
    if (givenOf(findWeights(names, letters, start, cut)) < PERSONAL_GIVEN) continue
    if (familyOf(findWeights(names, letters, cut, end)) >= GLUED_FAMILY) return true
  }
  return false
}
