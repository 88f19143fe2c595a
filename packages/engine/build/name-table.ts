// Writes the tables that src/name-table.ts reads.

import { checkOf, findWeights, NAME_TABLE_HEADER_BYTES, openNameTable } from '../src/data/name-table.ts'
import { createHashedText, hashOf, setAscii } from '../src/text/hashed-text.ts'

export function writeNameTable(map: ReadonlyMap<string, number>): Uint8Array {
  let slotCount = 4
  while (slotCount < map.size * 1.5) slotCount *= 2
  const section = new Uint8Array(NAME_TABLE_HEADER_BYTES + slotCount * 4)
  new Uint32Array(section.buffer, 0, 2).set([slotCount, map.size])
  const { slots } = openNameTable(section)
  const text = createHashedText()
  for (const word of [...map.keys()].sort()) {
    const hash = hashOf(setAscii(text, word), 0, word.length)
    let slot = hash & (slotCount - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1)
    slots[slot] = (checkOf(hash, text.bytes, 0, word.length) << 8) | map.get(word)!
  }
  for (const [word, weights] of map) {
    const found = findWeights(openNameTable(section), setAscii(text, word), 0, word.length)
    if (found !== weights) throw new Error(`"${word}" cannot be told from another name.`)
  }
  return section
}
