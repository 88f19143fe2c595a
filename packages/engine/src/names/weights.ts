/** How well each word is known as a given name and as a family name, from 0 to 15 each. */
import { findWeights, type NameTable } from '../data/name-table.ts'
import type { Profile } from '../data/sections.ts'
import type { StartIndex } from '../data/start-index.ts'
import { MOST_WORDS, type Words } from '../local-part/words.ts'

export type NameData = {
  readonly profile: Profile
  readonly names: NameTable
  readonly nameStarts: StartIndex
  /** Empty in all profiles except the full one. */
  readonly rareNames: NameTable
  /** See `letter-model.ts`. */
  readonly model: Uint8Array
}

/** A table value: the weight as a given name in the low four bits, as a family name in the next four. */
export const MOST_WEIGHT = 15
export const packWeights = (given: number, family: number): number => given | (family << 4)
export const givenOf = (weights: number): number => (weights < 0 ? 0 : weights & 15)
export const familyOf = (weights: number): number => (weights < 0 ? 0 : (weights >>> 4) & 15)

/** Names with at least this weight are in the smaller table. */
export const WELL_KNOWN = 9
/** Set in the weights of a word from the larger table. */
const RARE = 1 << 8
/** The highest weight of a rare name, either way. */
export const RARE_GIVEN = packWeights(WELL_KNOWN - 1, 0)
export const RARE_FAMILY = packWeights(0, WELL_KNOWN - 1)

/** Rare names do not count: whether an address looks random must not depend on the profile. */
export const isWellKnown = (weights: number): boolean => weights >= 0 && weights < RARE

/** By word: its table value, with RARE set for a rare name; -1 for a word that is not known as a name. */
export type NameWeights = Readonly<Int16Array>

/** The weights of a role: vocabulary words are as well known as names. */
export const ALL_WELL_KNOWN: NameWeights = new Int16Array(MOST_WORDS)

export function createWeightBuffer(): Int16Array {
  return new Int16Array(MOST_WORDS)
}

export function weighWords(data: NameData, words: Words, buffer: Int16Array): NameWeights {
  const { count, starts, ends, letters } = words
  // Names of other scripts are not in the data, so Latin words beside them prove nothing.
  if (words.otherLetters > 0) return buffer.fill(-1, 0, count)
  // A single word needs more weight than a rare name has, so this skips their table, the largest of all.
  if (count === 1) buffer[0] = findWeights(data.names, letters, 0, ends[0]!)
  else for (let i = 0; i < count; i++) buffer[i] = weigh(data, words, starts[i]!, ends[i]!)
  return buffer
}

function weigh({ names, rareNames }: NameData, { letters }: Words, start: number, end: number): number {
  // A single letter is an initial, which no table contains.
  if (end - start === 1) return -1
  const weights = findWeights(names, letters, start, end)
  if (weights >= 0) return weights
  const rare = findWeights(rareNames, letters, start, end)
  return rare < 0 ? -1 : rare | RARE
}
