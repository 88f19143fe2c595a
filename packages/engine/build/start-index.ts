// Writes the filters that src/start-index.ts reads.
import { lengthBit, START_LETTERS, START_SLOTS, startSlot } from '../src/data/start-index.ts'

export function writeStartIndex(words: Iterable<string>): Uint8Array {
  const slots = new Uint16Array(START_SLOTS)
  for (const word of words) {
    if (word.length >= START_LETTERS) slots[startSlot(Buffer.from(word), 0)]! |= 1 << lengthBit(word.length)
  }
  return new Uint8Array(slots.buffer)
}
