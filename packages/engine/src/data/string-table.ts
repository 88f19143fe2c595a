/**
 * A read-only map from short ASCII strings to 16-bit values, looked up in place: no string is made. Layout (little endian;
 * `build/string-table.ts` writes it):
 *
 *   u32 number of slots (a power of two) · u32 number of entries
 *   u32[] offset of each slot's entry
 *   u8[]  fingerprint of each slot: 0 if it is free, else the top 8 bits of its string's hash, but never 0
 *   entries: u8 length · u16 value · the string's bytes
 *
 * Most questions are answered "no" by the fingerprints alone, which are few enough to stay in the processor's cache.
 *
 * A table that travels over a network has the other layout, which compresses to a third. Opening it brings it into this one:
 *
 *   u32 0 · u32 number of entries · u8[] low bytes of the values · u8[] high bytes · strings in order, each with a byte that
 *   ends it and says which of the usual endings is left out
 */
import {
  appendByte,
  bytesOf,
  createHashedText,
  type HashedText,
  hashOf,
  sameBytes,
  setAscii,
} from '../text/hashed-text.ts'

export type StringTable = {
  readonly entries: number
  readonly offsets: Uint32Array
  readonly fingerprints: Uint8Array
  readonly blob: Uint8Array
}

export const ENTRY_HEADER_BYTES = 3
export const TABLE_HEADER_BYTES = 8
/** The byte that ends a string is the place of its ending in this list, counted from `FIRST_END`. Strings have no such bytes. */
export const ENDINGS = ['', '.com', '.net', '.xyz', '.org', '.info'] as const
export const FIRST_END = 0x0a
const LAST_END = FIRST_END + ENDINGS.length - 1
/** More of them for each entry make a table faster and larger. */
const SLOTS_PER_ENTRY = 1.5

export function slotCountFor(entries: number, slotsPerEntry = SLOTS_PER_ENTRY): number {
  let count = 4
  while (count < entries * slotsPerEntry) count *= 2
  return count
}

export function openStringTable(section: Uint8Array): StringTable {
  const { buffer, byteOffset } = section
  const [slots, entries] = new Uint32Array(buffer, byteOffset, 2) as unknown as [number, number]
  if (slots === 0) return expand(section.subarray(TABLE_HEADER_BYTES), entries)
  const fingerprintsAt = TABLE_HEADER_BYTES + slots * 4
  return {
    entries,
    offsets: new Uint32Array(buffer, byteOffset + TABLE_HEADER_BYTES, slots),
    fingerprints: section.subarray(fingerprintsAt, fingerprintsAt + slots),
    blob: section.subarray(fingerprintsAt + slots),
  }
}

function expand(content: Uint8Array, entries: number): StringTable {
  const strings = content.subarray(2 * entries)
  const slots = slotCountFor(entries)
  const offsets = new Uint32Array(slots)
  const fingerprints = new Uint8Array(slots)
  const endings = ENDINGS.map(bytesOf)
  const blob = new Uint8Array(expandedLength(strings, endings))
  const text = createHashedText()
  let offset = 0
  let at = 0
  for (let entry = 0; entry < entries; entry++) {
    const start = offset + ENTRY_HEADER_BYTES
    let length = 0
    let byte = strings[at++]!
    for (; byte > LAST_END; byte = strings[at++]!) appendByte(text, length++, byte)
    for (const ending of endings[byte - FIRST_END]!) appendByte(text, length++, ending)
    blob.set(text.bytes.subarray(0, length), start)
    blob[offset] = length
    blob[offset + 1] = content[entry]!
    blob[offset + 2] = content[entries + entry]!
    place(offsets, fingerprints, hashOf(text, 0, length), offset)
    offset = start + length
  }
  return { entries, offsets, fingerprints, blob }
}

/** The byte that ends a string becomes a header and the ending. */
function expandedLength(strings: Uint8Array, endings: readonly Uint8Array[]): number {
  let length = strings.length
  for (const byte of strings) if (byte <= LAST_END) length += ENTRY_HEADER_BYTES - 1 + endings[byte - FIRST_END]!.length
  return length
}

/** Puts an entry into the first free slot from the one that its hash chooses. */
export function place(offsets: Uint32Array, fingerprints: Uint8Array, hash: number, offset: number): void {
  const mask = fingerprints.length - 1
  let slot = hash & mask
  while (fingerprints[slot] !== 0) slot = (slot + 1) & mask
  fingerprints[slot] = fingerprintOf(hash)
  offsets[slot] = offset
}

function fingerprintOf(hash: number): number {
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
    if (blob[entry] === end - start && sameBytes(text.bytes, start, end, blob, entry + ENTRY_HEADER_BYTES)) {
      return blob[entry + 1]! | (blob[entry + 2]! << 8)
    }
  }
}

/** The value of a whole ASCII string, or -1. `buffer` is overwritten. */
export function findString(table: StringTable, buffer: HashedText, ascii: string): number {
  return ascii === '' ? -1 : findValue(table, setAscii(buffer, ascii), 0, ascii.length)
}

/** The value of a domain or of its nearest parent that has one, down to `root`; -1 if none has. `buffer` is overwritten. */
export function findUpwards(table: StringTable, buffer: HashedText, ascii: string, root: string): number {
  setAscii(buffer, ascii)
  const last = ascii.length - root.length
  for (let start = 0; start <= last; start = ascii.indexOf('.', start) + 1) {
    const value = findValue(table, buffer, start, ascii.length)
    if (value >= 0) return value
  }
  return -1
}
