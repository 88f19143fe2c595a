/**
 * A read-only map from short ASCII strings to 16-bit values, looked up in place: no string is made, nothing is parsed when
 * it is opened. Layout (little endian; `build/string-table.ts` writes it):
 *
 *   u32 number of slots (a power of two) · u32 number of entries
 *   u32[] offset of each slot's entry
 *   u8[]  fingerprint of each slot: 0 if it is free, else the top 8 bits of its string's hash, but never 0
 *   entries: u8 length · u16 value · the string's bytes
 *
 * Most questions are answered "no" by the fingerprints alone, which are few enough to stay in the processor's cache.
 */
import { type HashedText, hashOf } from './hashed-text.ts'

export type StringTable = {
  readonly entries: number
  readonly offsets: Uint32Array
  readonly fingerprints: Uint8Array
  readonly blob: Uint8Array
}

export const ENTRY_HEADER_BYTES = 3
export const TABLE_HEADER_BYTES = 8

export function openStringTable(section: Uint8Array): StringTable {
  const { buffer, byteOffset } = section
  const [slots, entries] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number]
  const fingerprintsAt = TABLE_HEADER_BYTES + slots * 4
  return {
    entries,
    offsets: new Uint32Array(buffer, byteOffset + TABLE_HEADER_BYTES, slots),
    fingerprints: section.subarray(fingerprintsAt, fingerprintsAt + slots),
    blob: section.subarray(fingerprintsAt + slots),
  }
}

export function fingerprintOf(hash: number): number {
  return hash >>> 24 || 1
}

/** The value of the string in [start, end) of the text, or -1. */
export function findValue(table: StringTable, text: HashedText, start: number, end: number): number {
  const { fingerprints } = table
  const mask = fingerprints.length - 1
  const hash = hashOf(text, start, end)
  const wanted = fingerprintOf(hash)
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const fingerprint = fingerprints[slot]!
    if (fingerprint === 0) return -1
    if (fingerprint !== wanted) continue
    const { blob } = table
    const entry = table.offsets[slot]!
    if (blob[entry] === end - start && sameBytes(blob, entry + ENTRY_HEADER_BYTES, text.bytes, start, end)) {
      return blob[entry + 1]! | (blob[entry + 2]! << 8)
    }
  }
}

function sameBytes(blob: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (blob[at + i - start] !== bytes[i]) return false
  return true
}
