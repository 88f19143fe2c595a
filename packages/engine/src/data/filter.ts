/**
 * A set of strings in ten bits each: it never misses one of its own, and takes about one other in 256 for its own. An xor filter
 * (Graf and Lemire, 2019). Layout (little endian; `build/filter.ts` writes it):
 *
 *   u32 seed · u32 number of places in each of three parts · u8[] fingerprints of the three parts
 */
import { type HashedText, hashOf } from '../text/hashed-text.ts'

export type Filter = { readonly seed: number; readonly part: number; readonly fingerprints: Uint8Array }

export const FILTER_HEADER_BYTES = 8
export const PARTS = 3

export function openFilter(section: Uint8Array): Filter {
  const [seed, part] = new Uint32Array(section.buffer, section.byteOffset, 2) as unknown as [number, number]
  return { seed, part, fingerprints: section.subarray(FILTER_HEADER_BYTES) }
}

/** Whether the string in [start, end) of the text is one of the set, or looks like one. */
export function mayContain(filter: Filter, text: HashedText, start: number, end: number): boolean {
  const { seed, part, fingerprints } = filter
  const hash = hashOf(text, start, end)
  let found = 0
  for (let which = 0; which < PARTS; which++) found ^= fingerprints[placeOf(hash, seed, part, which)]!
  return found === fingerprintOf(hash, seed)
}

/** Where a string has its place in one of the parts. */
export function placeOf(hash: number, seed: number, part: number, which: number): number {
  return which * part + (mix(hash, seed + which + 1) % part)
}

export function fingerprintOf(hash: number, seed: number): number {
  return mix(hash, seed) & 0xff
}

function mix(hash: number, salt: number): number {
  let mixed = Math.imul(hash ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
