/**
 * The lengths of the strings of a table, by their first three letters: a small filter that stays in the processor's first cache
 * and excludes most lookups ("does a term start here?"). Several starts share a slot, so it may match too often, and never
 * too rarely.
 *
 *   u16[8192], by a hash of the three letters: bit n for a length of n + 3, the highest for all longer ones
 */
export type StartIndex = Uint16Array

export const START_SLOTS = 8192
export const START_LETTERS = 3
const HIGHEST_BIT = 15

export function openStartIndex(section: Uint8Array): StartIndex {
  return new Uint16Array(section.buffer, section.byteOffset, START_SLOTS)
}

/** Matches everything: for data without such a filter. */
export const ANY_START: StartIndex = new Uint16Array(START_SLOTS).fill(0xffff)

export function startSlot(bytes: ArrayLike<number>, start: number): number {
  const letters = ((bytes[start]! & 31) << 10) | ((bytes[start + 1]! & 31) << 5) | (bytes[start + 2]! & 31)
  return Math.imul(letters, 0x9e3779b1) >>> 19
}

/** Whether `lengths`, the content of a slot, holds a length of three or more. */
export function hasLength(lengths: number, length: number): boolean {
  return ((lengths >>> lengthBit(length)) & 1) !== 0
}

export function lengthBit(length: number): number {
  return Math.min(length - START_LETTERS, HIGHEST_BIT)
}
