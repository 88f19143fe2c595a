// Writes the tables that src/string-table.ts reads.

import {
  ENDINGS,
  ENTRY_HEADER_BYTES,
  FIRST_END,
  place,
  slotCountFor,
  TABLE_HEADER_BYTES,
} from '../src/data/string-table.ts'
import { createHashedText, hashOf, setAscii } from '../src/text/hashed-text.ts'

/**
 * Entries are sorted by string, so that equal maps give equal bytes. More slots per entry make a table faster and
 * larger.
 */
export function writeStringTable(map: ReadonlyMap<string, number>, slotsPerEntry?: number): Uint8Array {
  const entries = sortedEntries(map)
  const slotCount = slotCountFor(entries.length, slotsPerEntry)
  const fingerprintsAt = TABLE_HEADER_BYTES + slotCount * 4
  const blobAt = fingerprintsAt + slotCount
  const section = new Uint8Array(blobAt + entries.reduce((sum, [key]) => sum + ENTRY_HEADER_BYTES + key.length, 0))
  new Uint32Array(section.buffer, 0, 2).set([slotCount, entries.length])
  const offsets = new Uint32Array(section.buffer, TABLE_HEADER_BYTES, slotCount)
  const fingerprints = section.subarray(fingerprintsAt, blobAt)
  const blob = section.subarray(blobAt)
  const text = createHashedText()
  let offset = 0
  for (const [key, value] of entries) {
    blob.set([key.length, value & 0xff, value >>> 8], offset)
    for (let i = 0; i < key.length; i++) blob[offset + ENTRY_HEADER_BYTES + i] = key.charCodeAt(i)
    place(offsets, fingerprints, hashOf(setAscii(text, key), 0, key.length), offset)
    offset += ENTRY_HEADER_BYTES + key.length
  }
  return section
}

/** The compact layout for files sent over a network. */
export function writeSortedTable(map: ReadonlyMap<string, number>): Uint8Array {
  const entries = sortedEntries(map)
  const header = new Uint8Array(new Uint32Array([0, entries.length]).buffer)
  const lows = Uint8Array.from(entries, ([, value]) => value & 0xff)
  const highs = Uint8Array.from(entries, ([, value]) => value >>> 8)
  const strings = Buffer.from(entries.map(([key]) => withoutEnding(key)).join(''), 'ascii')
  return new Uint8Array(Buffer.concat([header, lows, highs, strings]))
}

function withoutEnding(key: string): string {
  const index = Math.max(
    0,
    ENDINGS.findLastIndex((ending) => ending !== '' && key.endsWith(ending)),
  )
  return key.slice(0, key.length - ENDINGS[index]!.length) + String.fromCharCode(FIRST_END + index)
}

function sortedEntries(map: ReadonlyMap<string, number>): [string, number][] {
  const entries = [...map].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [key, value] of entries) {
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Error(`"${key}" cannot be in a table.`)
    if (value < 0 || value > 0xffff) throw new Error(`The value ${value} of "${key}" does not fit 16 bits.`)
  }
  return entries
}
