/** A set of texts, stored as 64-bit hashes: a hundred million of them take far less memory than strings. */
export type KeyTable = {
  /** The number of the text, counted from 0 in order of first appearance. */
  add(text: string): number
  has(text: string): boolean
  size(): number
}

const EMPTY = -1

export function createKeyTable(): KeyTable {
  let capacity = 1 << 12
  let slots = new Int32Array(capacity).fill(EMPTY)
  let low = new Uint32Array(capacity >> 1)
  let high = new Uint32Array(capacity >> 1)
  let count = 0
  let hashLow = 0
  let hashHigh = 0

  function hash(text: string): void {
    let first = 0xdeadbeef
    let second = 0x41c6ce57
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      first = Math.imul(first ^ code, 0x9e3779b1)
      second = Math.imul(second ^ code, 0x5f356495)
    }
    first = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
    second = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
    hashLow = first >>> 0
    hashHigh = second >>> 0
  }

  /** The slot of the hash, or the free slot where it belongs. */
  function find(): number {
    let at = hashLow & (capacity - 1)
    for (;;) {
      const number = slots[at]!
      if (number === EMPTY || (low[number] === hashLow && high[number] === hashHigh)) return at
      at = (at + 1) & (capacity - 1)
    }
  }

  function grow(): void {
    capacity *= 2
    slots = new Int32Array(capacity).fill(EMPTY)
    const [formerLow, formerHigh] = [low, high]
    low = new Uint32Array(capacity >> 1)
    high = new Uint32Array(capacity >> 1)
    low.set(formerLow)
    high.set(formerHigh)
    for (let number = 0; number < count; number++) {
      hashLow = low[number]!
      hashHigh = high[number]!
      slots[find()] = number
    }
  }

  return {
    add(text) {
      if (count === low.length) grow()
      hash(text)
      const at = find()
      const known = slots[at]!
      if (known !== EMPTY) return known
      low[count] = hashLow
      high[count] = hashHigh
      slots[at] = count
      return count++
    },
    has(text) {
      hash(text)
      return slots[find()] !== EMPTY
    },
    size: () => count,
  }
}
