/**
 * How well words are known as names: a map from words to 8 bits that needs a single read of memory, because every address
 * looks up several words. The words themselves are not in it. Layout (little endian; `build/name-table.ts`
 * writes it):
 *
 *   u32 number of slots (a power of two) · u32 number of entries
 *   u32[] slots: 0 if free, else 24 bits that distinguish words, and their weights in the low 8 bits
 *
 * Place and check together hold all 32 bits of a word's hash and 11 bits from its letters, so a word that is not in the
 * table passes for one that is about once in five million times. It then gets a weight as a name, and nothing else.
 */
import { type HashedText, hashOf } from '../text/hashed-text.ts'

export type NameTable = { readonly entries: number; readonly slots: Uint32Array }

export const NAME_TABLE_HEADER_BYTES = 8

export function openNameTable(section: Uint8Array): NameTable {
  const { buffer, byteOffset } = section
  const [slotCount, entries] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number]
  return { entries, slots: new Uint32Array(buffer, byteOffset + NAME_TABLE_HEADER_BYTES, slotCount) }
}

/** The weights of the word in [start, end) of the text, or -1. */
export function findWeights(table: NameTable, text: HashedText, start: number, end: number): number {
  const { slots } = table
  const mask = slots.length - 1
  const hash = hashOf(text, start, end)
  const wanted = checkOf(hash, text.bytes, start, end)
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const held = slots[slot]!
    if (held === 0) return -1
    if (held >>> 8 === wanted) return held & 0xff
  }
}

/** The upper 13 bits of the hash, which choose no slot, and 11 bits of the first, middle and last letter. Never 0. */
export function checkOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
  const letters = (bytes[start]! << 6) ^ (bytes[(start + end) >>> 1]! << 3) ^ bytes[end - 1]!
  return ((hash >>> 19) << 11) | (letters & 0x7ff) || 1
}
