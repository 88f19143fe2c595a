/** Words that make a compound a role when they end or start it: `besucherservice`, `kundenanfrage`. */

import { START_LETTERS, START_SLOTS, startSlot } from '../data/start-index.ts'
import { bytesOf, type HashedText, sameBytes } from '../text/hashed-text.ts'

/** Heads by their last three letters and starts by their first three, so that one read excludes nearly every other word. */
export type RoleParts = { readonly heads: Slots; readonly starts: Slots }
type Slots = readonly (readonly Uint8Array[] | undefined)[]

/** The minimum number of letters beside the part: with fewer, it is probably a different word. */
const SHORTEST_REST = 3
const NONE: readonly Uint8Array[] = []

export function openRoleParts(heads: readonly string[], starts: readonly string[]): RoleParts {
  return { heads: slotsOf(heads, (bytes) => bytes.length - START_LETTERS), starts: slotsOf(starts, () => 0) }
}

function slotsOf(words: readonly string[], lettersAt: (bytes: Uint8Array) => number): Slots {
  const slots: Uint8Array[][] = new Array(START_SLOTS)
  for (const word of words) {
    const bytes = bytesOf(word)
    const slot = startSlot(bytes, lettersAt(bytes))
    slots[slot] = [...(slots[slot] ?? []), bytes]
  }
  return slots
}

/**
 * Whether the first `end` letters are a compound that ends or starts with such a word. After a full name it is a
 * person's: `janedoeinfo`.
 */
export function isRoleCompound(
  { heads, starts }: RoleParts,
  { bytes }: HashedText,
  end: number,
  isFullName: (start: number, end: number) => boolean,
): boolean {
  for (const head of heads[startSlot(bytes, end - START_LETTERS)] ?? NONE) {
    const rest = end - head.length
    if (rest >= SHORTEST_REST && sameBytes(bytes, rest, end, head, 0)) return !isFullName(0, rest)
  }
  for (const start of starts[startSlot(bytes, 0)] ?? NONE) {
    if (end - start.length >= SHORTEST_REST && sameBytes(bytes, 0, start.length, start, 0)) return true
  }
  return false
}
