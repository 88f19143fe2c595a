// Writes the filters that src/filter.ts reads.
import { FILTER_HEADER_BYTES, fingerprintOf, PARTS, placeOf } from '../src/data/filter.ts'
import { createHashedText, hashOf, setAscii } from '../src/text/hashed-text.ts'

/** With this load factor nearly every seed works. */
const ROOM = 1.23
const MOST_SEEDS = 1000

export function writeFilter(strings: Iterable<string>): Uint8Array {
  const text = createHashedText()
  const all = Array.from(strings, (string) => hashOf(setAscii(text, string), 0, string.length))
  // The filter cannot distinguish two strings with the same hash.
  const hashes = [...new Set(all)].sort((one, other) => one - other)
  const part = Math.ceil((hashes.length * ROOM) / PARTS) + 11
  for (let trial = 0; trial < MOST_SEEDS; trial++) {
    const seed = trial * (PARTS + 1)
    const order = peel(hashes, seed, part)
    if (order === undefined) continue
    const section = new Uint8Array(FILTER_HEADER_BYTES + PARTS * part)
    new Uint32Array(section.buffer, 0, 2).set([seed, part])
    fill(section.subarray(FILTER_HEADER_BYTES), order, seed, part)
    return section
  }
  throw new Error('No seed makes a filter of these strings.')
}

type Peeled = { readonly hash: number; readonly place: number }

/** Orders the hashes so that each has a slot that no earlier one uses; undefined if the seed gives no such order. */
function peel(hashes: readonly number[], seed: number, part: number): Peeled[] | undefined {
  const count = new Uint16Array(PARTS * part)
  const joined = new Uint32Array(PARTS * part)
  const alone: number[] = []
  const toggle = (hash: number, by: number) => {
    for (let which = 0; which < PARTS; which++) {
      const place = placeOf(hash, seed, part, which)
      count[place]! += by
      joined[place]! ^= hash
      if (by < 0 && count[place] === 1) alone.push(place)
    }
  }
  for (const hash of hashes) toggle(hash, 1)
  for (let place = 0; place < count.length; place++) if (count[place] === 1) alone.push(place)
  const order: Peeled[] = []
  for (let place = alone.pop(); place !== undefined; place = alone.pop()) {
    if (count[place] !== 1) continue
    const hash = joined[place]!
    order.push({ hash, place })
    toggle(hash, -1)
  }
  return order.length === hashes.length ? order.reverse() : undefined
}

function fill(fingerprints: Uint8Array, order: readonly Peeled[], seed: number, part: number): void {
  for (const { hash, place } of order) {
    let fingerprint = fingerprintOf(hash, seed)
    for (let which = 0; which < PARTS; which++) fingerprint ^= fingerprints[placeOf(hash, seed, part, which)]!
    fingerprints[place]! ^= fingerprint
  }
}
