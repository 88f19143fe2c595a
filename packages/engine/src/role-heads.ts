/** Words that head a compound and make it a role, unless the whole is a known name: `besucherservice`, `visitorcenter`. */
import type { HashedText } from './hashed-text.ts'

/** By their last two letters, so that nearly every other word is told by one look. */
export type RoleHeads = readonly (readonly Uint8Array[] | undefined)[]

/** What stands before the head: less is a part of another word. */
const SHORTEST_START = 3

export function openRoleHeads(words: readonly string[]): RoleHeads {
  const heads: Uint8Array[][] = new Array(1024)
  for (const word of words) {
    const bytes = Uint8Array.from(word, (letter) => letter.charCodeAt(0))
    const slot = slotOf(bytes, bytes.length)
    heads[slot] = [...(heads[slot] ?? []), bytes]
  }
  return heads
}

function slotOf(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 2]! & 31) << 5) | (bytes[end - 1]! & 31)
}

/** Whether the first `end` letters are a compound with such a head. */
export function endsInRoleHead(heads: RoleHeads, { bytes }: HashedText, end: number): boolean {
  return heads[slotOf(bytes, end)]?.some((head) => isTail(bytes, end, head)) ?? false
}

function isTail(bytes: Uint8Array, end: number, head: Uint8Array): boolean {
  const start = end - head.length
  if (start < SHORTEST_START) return false
  for (let i = 0; i < head.length; i++) if (bytes[start + i] !== head[i]) return false
  return true
}
