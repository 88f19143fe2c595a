/**
 * Words that head a compound and make it a role, and words that begin one, unless the whole is a known name: `besucherservice`,
 * `kundenanfrage`.
 */
import { bytesOf, type HashedText } from './hashed-text.ts'

/** Heads by their last two letters and starts by their first two, so that nearly every other word is told by one look. */
export type RoleParts = { readonly heads: Slots; readonly starts: Slots }
type Slots = readonly (readonly Uint8Array[] | undefined)[]

/** What stands beside the part: less belongs to another word. */
const SHORTEST_REST = 3

export function openRoleParts(heads: readonly string[], starts: readonly string[]): RoleParts {
  return { heads: slotsOf(heads, (bytes) => bytes.length - 2), starts: slotsOf(starts, () => 0) }
}

function slotsOf(words: readonly string[], pairAt: (bytes: Uint8Array) => number): Slots {
  const slots: Uint8Array[][] = new Array(1024)
  for (const word of words) {
    const bytes = bytesOf(word)
    const slot = slotOf(bytes, pairAt(bytes))
    slots[slot] = [...(slots[slot] ?? []), bytes]
  }
  return slots
}

function slotOf(bytes: Uint8Array, pairAt: number): number {
  return ((bytes[pairAt]! & 31) << 5) | (bytes[pairAt + 1]! & 31)
}

/** Whether the first `end` letters are a compound with such a head or start. */
export function isRoleCompound({ heads, starts }: RoleParts, { bytes }: HashedText, end: number): boolean {
  const isHead = (head: Uint8Array) => end - head.length >= SHORTEST_REST && standsAt(bytes, end - head.length, head)
  const isStart = (start: Uint8Array) => end - start.length >= SHORTEST_REST && standsAt(bytes, 0, start)
  return (heads[slotOf(bytes, end - 2)]?.some(isHead) ?? false) || (starts[slotOf(bytes, 0)]?.some(isStart) ?? false)
}

function standsAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false
  return true
}
