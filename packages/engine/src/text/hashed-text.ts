/**
 * Text as bytes with the hashes of all its prefixes, so that the hash of any substring costs one multiplication. That
 * makes it cheap to look up every word, every run of words and every split of a word in a local part.
 *
 * The hash is a polynomial over 32-bit integers. It only chooses the first slot to compare: every hit is compared byte
 * by byte, so a collision costs time but never gives a wrong result.
 */
import { codeAt } from './code-at.ts'

export type HashedText = {
  readonly bytes: Uint8Array
  readonly prefixes: Int32Array
  length: number
}

const BASE = 0x01000193
/** The longest domain has 253 octets; a local part of 64 code points is shorter even when folding doubles a letter. */
const CAPACITY = 256

const POWERS = new Int32Array(CAPACITY + 1)
POWERS[0] = 1
for (let i = 1; i <= CAPACITY; i++) POWERS[i] = Math.imul(POWERS[i - 1]!, BASE)

export function createHashedText(): HashedText {
  return { bytes: new Uint8Array(CAPACITY), prefixes: new Int32Array(CAPACITY + 1), length: 0 }
}

/** The bytes of a text in ASCII. */
export function bytesOf(ascii: string): Uint8Array {
  return Uint8Array.from(ascii, (letter) => letter.charCodeAt(0))
}

/** The hash of a prefix that is one byte longer. */
export function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash, BASE) + byte) | 0
}

/** Writes a byte after the first `length` bytes. */
export function appendByte({ bytes, prefixes }: HashedText, length: number, byte: number): void {
  bytes[length] = byte
  prefixes[length + 1] = extendHash(prefixes[length]!, bytes[length]!)
}

/** Replaces the content by an ASCII string. */
export function setAscii(text: HashedText, ascii: string): HashedText {
  text.length = Math.min(ascii.length, CAPACITY)
  for (let i = 0; i < text.length; i++) appendByte(text, i, codeAt(ascii, i))
  return text
}

/** The hash of the bytes in [start, end), mixed so that any of its bits can choose a slot. */
export function hashOf(text: HashedText, start: number, end: number): number {
  const { prefixes } = text
  let hash = (prefixes[end]! - Math.imul(prefixes[start]!, POWERS[end - start]!)) | 0
  hash = Math.imul(hash ^ (hash >>> 15) ^ (end - start), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Whether the bytes in [start, end) equal those of `others` from `at` on. */
export function sameBytes(bytes: Uint8Array, start: number, end: number, others: Uint8Array, at: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== others[at + i - start]) return false
  return true
}
