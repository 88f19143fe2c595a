// The inputs of a chunk, kept exactly as they were sent: PostgreSQL's text cannot hold NUL, and UTF-8 cannot hold a lone
// surrogate, both of which JSON can. Each string is its length and kind, then its bytes; all of it compressed.
import { zstdDecompressSync } from 'node:zlib'
import { compress } from './compress.ts'
import { readVarint, VARINT_MAX_BYTES, writeVarint } from './varint.ts'

export type Input = {
  readonly text: string
  /** A CSV record that cannot be read as its header promises; `text` is what could be read of its address. */
  readonly malformed: boolean
}

/** Low two bits of a string's first number; the rest is its length in bytes. */
const UTF8 = 0
const UTF16 = 1
const UTF8_MALFORMED = 2
const KINDS = 4

export function packInputs(inputs: readonly Input[]): Buffer {
  return compress(encodeInputs(inputs))
}

/** Not compressed yet. Two chunks one after the other are as one chunk with the inputs of both. */
export function encodeInputs(inputs: readonly Input[]): Buffer {
  let capacity = 0
  for (const { text } of inputs) capacity += VARINT_MAX_BYTES + 3 * text.length
  const bytes = Buffer.allocUnsafe(capacity)
  let at = 0
  for (const { text, malformed } of inputs) {
    const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
    const kind = encoding === 'utf16le' ? UTF16 : malformed ? UTF8_MALFORMED : UTF8
    at = writeVarint(bytes, at, Buffer.byteLength(text, encoding) * KINDS + kind)
    at += bytes.write(text, at, encoding)
  }
  return bytes.subarray(0, at)
}

export function unpackInputs(packed: Uint8Array): Input[] {
  const bytes = zstdDecompressSync(packed)
  const reader = { bytes, at: 0 }
  const inputs: Input[] = []
  while (reader.at < bytes.length) {
    const number = readVarint(reader)
    const kind = number % KINDS
    const start = reader.at
    reader.at += Math.floor(number / KINDS)
    const text = bytes.toString(kind === UTF16 ? 'utf16le' : 'utf8', start, reader.at)
    inputs.push({ text, malformed: kind === UTF8_MALFORMED })
  }
  return inputs
}
