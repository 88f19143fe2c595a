// Writes cells directly into a buffer: joining strings and encoding them afterwards costs more than making them.
import { allocate, type Bytes, copyBytes, putLatin1, putUtf8 } from '#bytes'
import { neutralize } from './formula.ts'

/** An output buffer and its length. */
export type CsvOutput = { bytes: Bytes; length: number }
export type Cell = string | number | boolean | null | undefined | readonly unknown[]

/** An output of this size should be flushed. */
export const OUTPUT_FLUSH_BYTES = 256 * 1024
const OUTPUT_BYTES = OUTPUT_FLUSH_BYTES + 32 * 1024

/** ASCII characters with a special meaning: 1 at the start of a cell (formulas), 2 anywhere (quotes, line ends). */
const CLOSER_LOOK = new Uint8Array(128)
for (let control = 0; control < 0x20; control++) CLOSER_LOOK[control] = 1
for (const character of ' =+-@\x7f') CLOSER_LOOK[character.charCodeAt(0)] = 1
for (const character of '\t\n\v\f\r",;|') CLOSER_LOOK[character.charCodeAt(0)] = 2

/** From this length on, one pattern match and one copy are faster than checking each character. */
const LONG_CHARACTERS = 24
/** The rule of `CLOSER_LOOK` as a pattern. */
const PLAIN = /^[^\0-\x20=+\-@\x7f",;|\x80-\uffff][^\t-\r",;|\x80-\uffff]*$/

/**
 * V8 has so many string representations that it stops caching the method lookup and repeats it for every character.
 * Taking the method once avoids that.
 */
const { charCodeAt } = String.prototype

export function createOutput(capacity: number = OUTPUT_BYTES): CsvOutput {
  return { bytes: allocate(capacity), length: 0 }
}

/** A view of the written bytes; nothing may be written afterwards. */
export function lastBytes({ bytes, length }: CsvOutput): Bytes {
  return bytes.subarray(0, length)
}

/** Returns the written bytes; the output continues with a new buffer. */
export function takeBytes(output: CsvOutput): Bytes {
  const taken = lastBytes(output)
  output.bytes = allocate(OUTPUT_BYTES)
  output.length = 0
  return taken
}

/** §4.5: an array is one JSON cell, absent values are empty, and numbers stay numbers. */
export function writeCell(output: CsvOutput, cell: Cell): void {
  if (cell === null || cell === undefined) return
  if (typeof cell === 'string') writeText(output, cell)
  else if (typeof cell === 'object') writeText(output, JSON.stringify(cell))
  else writeAscii(output, String(cell))
}

/** ASCII text, unchanged. */
export function writeAscii(output: CsvOutput, text: string): void {
  reserve(output, text.length)
  output.length = putAscii(output.bytes, output.length, text)
}

/** The same, without checking for room. Returns the end position. */
export function putAscii(bytes: Bytes, start: number, text: string): number {
  const count = text.length
  for (let at = 0; at < count; at++) bytes[start + at] = charCodeAt.call(text, at)
  return start + count
}

export function writeByte(output: CsvOutput, byte: number): void {
  reserve(output, 1)
  output.bytes[output.length++] = byte
}

export function writeBytes(output: CsvOutput, bytes: Bytes, start: number, end: number): void {
  reserve(output, end - start)
  output.length += copyBytes(bytes, start, end, output.bytes, output.length)
}

/** Text, neither quoted nor escaped. */
export function writeUtf8(output: CsvOutput, text: string): void {
  // At most three bytes for each UTF-16 unit.
  reserve(output, 3 * text.length)
  output.length += putUtf8(output.bytes, output.length, text)
}

/** A delimiter and the text after it. */
export function writeTextCell(output: CsvOutput, delimiter: number, text: string): void {
  writeByte(output, delimiter)
  writeText(output, text)
}

/** Returns whether the text was written unchanged, one byte per character. */
export function writeText(output: CsvOutput, text: string): boolean {
  const count = text.length
  if (count >= LONG_CHARACTERS) return writeLongText(output, text)
  reserve(output, count)
  const { bytes, length } = output
  for (let at = 0; at < count; at++) {
    const code = charCodeAt.call(text, at)
    if (code > 127 || CLOSER_LOOK[code]! > (at === 0 ? 0 : 1)) {
      writeCarefully(output, text)
      return false
    }
    bytes[length + at] = code
  }
  output.length += count
  return true
}

function writeLongText(output: CsvOutput, text: string): boolean {
  if (!PLAIN.test(text)) {
    writeCarefully(output, text)
    return false
  }
  reserve(output, text.length)
  output.length += putLatin1(output.bytes, output.length, text)
  return true
}

/** Quotes for a comma, a semicolon, a tab and a bar, so that the cell is the same in every dialect. */
function writeCarefully(output: CsvOutput, text: string): void {
  const safe = neutralize(text)
  const cell = /[\t\n\r",;|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  writeUtf8(output, cell)
}

/** Makes room for more bytes. */
export function reserve(output: CsvOutput, more: number): void {
  const needed = output.length + more
  if (needed <= output.bytes.length) return
  const grown = allocate(Math.max(needed, 2 * output.bytes.length))
  copyBytes(output.bytes, 0, output.length, grown, 0)
  output.bytes = grown
}
