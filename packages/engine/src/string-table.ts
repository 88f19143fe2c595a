/**
 * A read-only map from short ASCII strings to 16-bit values, looked up in place: no string is made, nothing is parsed when
 * it is opened. Layout (little endian, every part 4-byte aligned; `build/string-table.ts` writes it):
 *
 *   u32 number of slots (a power of two) · u32 number of entries · u32[] slots · bytes of the entries
 *   slot:  0 if free, else fingerprint (the hash's top 8 bits) << 24 | offset of the entry
 *   entry: u8 length · u16 value · the string's bytes
 */
import { type HashedText, hashOf } from './hashed-text.ts'

export type StringTable = {
  readonly entries: number
  readonly slots: Uint32Array
  readonly blob: Uint8Array
}

export const OFFSET_MASK = 0xffffff
export const ENTRY_HEADER_BYTES = 3
export const TABLE_HEADER_BYTES = 8

export function openStringTable(section: Uint8Array): StringTable {
  const [slotCount, entries] = new Uint32Array(section.buffer, section.byteOffset, 2) as unknown as [number, number]
  const slots = new Uint32Array(section.buffer, section.byteOffset + TABLE_HEADER_BYTES, slotCount)
  return { entries, slots, blob: section.subarray(TABLE_HEADER_BYTES + slotCount * 4) }
}

/** The value of the string in [start, end) of the text, or -1. */
export function findValue(table: StringTable, text: HashedText, start: number, end: number): number {
  const { slots, blob } = table
  const mask = slots.length - 1
  const hash = hashOf(text, start, end)
  const fingerprint = hash >>> 24
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const held = slots[slot]!
    if (held === 0) return -1
    if (held >>> 24 !== fingerprint) continue
    const entry = held & OFFSET_MASK
    if (blob[entry] === end - start && sameBytes(blob, entry + ENTRY_HEADER_BYTES, text.bytes, start, end)) {
      return blob[entry + 1]! | (blob[entry + 2]! << 8)
    }
  }
}

function sameBytes(blob: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (blob[at + i - start] !== bytes[i]) return false
  return true
}
