// Writes the tables that src/string-table.ts reads.
import { createHashedText, hashOf, setAscii } from '../src/hashed-text.ts'
import { ENTRY_HEADER_BYTES, fingerprintOf, TABLE_HEADER_BYTES } from '../src/string-table.ts'

/**
 * Entries are written in the order of their strings, so that equal maps give equal bytes. More slots for each entry make a
 * table faster and larger.
 */
export function writeStringTable(map: ReadonlyMap<string, number>, slotsPerEntry = 1.5): Uint8Array {
  const keys = [...map.keys()].sort()
  let slotCount = 4
  while (slotCount < keys.length * slotsPerEntry) slotCount *= 2
  const fingerprintsAt = TABLE_HEADER_BYTES + slotCount * 4
  const blobAt = fingerprintsAt + slotCount
  const section = new Uint8Array(blobAt + keys.reduce((sum, key) => sum + ENTRY_HEADER_BYTES + key.length, 0))
  new Uint32Array(section.buffer, 0, 2).set([slotCount, keys.length])
  const offsets = new Uint32Array(section.buffer, TABLE_HEADER_BYTES, slotCount)
  const fingerprints = section.subarray(fingerprintsAt, blobAt)
  const blob = section.subarray(blobAt)
  const text = createHashedText()
  let offset = 0
  for (const key of keys) {
    const value = map.get(key)!
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Error(`"${key}" cannot stand in a table.`)
    if (value < 0 || value > 0xffff) throw new Error(`The value ${value} of "${key}" does not fit 16 bits.`)
    blob.set([key.length, value & 0xff, value >>> 8], offset)
    for (let i = 0; i < key.length; i++) blob[offset + ENTRY_HEADER_BYTES + i] = key.charCodeAt(i)
    const hash = hashOf(setAscii(text, key), 0, key.length)
    let slot = hash & (slotCount - 1)
    while (fingerprints[slot] !== 0) slot = (slot + 1) & (slotCount - 1)
    fingerprints[slot] = fingerprintOf(hash)
    offsets[slot] = offset
    offset += ENTRY_HEADER_BYTES + key.length
  }
  return section
}
