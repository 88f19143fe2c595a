/**
 * Writes and reads bytes without platform APIs: the engine also runs without Buffer and TextEncoder.
 *
 * Text is encoded per code unit like UTF-8 (CESU-8), so every JavaScript string round-trips exactly, including lone
 * surrogates and NUL.
 */
import { isAscii } from '../text/ascii.ts'

export type ByteWriter = { bytes: Uint8Array; length: number }

export function createWriter(capacity: number): ByteWriter {
  return { bytes: new Uint8Array(Math.max(capacity, 64)), length: 0 }
}

export function written(writer: ByteWriter): Uint8Array {
  return writer.bytes.subarray(0, writer.length)
}

function reserve(writer: ByteWriter, more: number): void {
  const needed = writer.length + more
  if (needed <= writer.bytes.length) return
  const larger = new Uint8Array(Math.max(needed, writer.bytes.length * 2))
  larger.set(writer.bytes.subarray(0, writer.length))
  writer.bytes = larger
}

export function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  reserve(writer, bytes.length)
  writer.bytes.set(bytes, writer.length)
  writer.length += bytes.length
}

/** A varint: seven bits per byte, lowest first; the high bit means that more follow. */
export function writeNumber(writer: ByteWriter, value: number): void {
  reserve(writer, 5)
  let rest = value
  while (rest > 0x7f) {
    writer.bytes[writer.length++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  writer.bytes[writer.length++] = rest
}

/** Its length in bytes, then its bytes. */
export function writeText(writer: ByteWriter, text: string): void {
  const start = writer.length
  writeNumber(writer, text.length)
  reserve(writer, text.length)
  const { bytes } = writer
  let at = writer.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f) {
      // One byte per character was a wrong guess: start again.
      writer.length = start
      writeTextBeyondAscii(writer, text)
      return
    }
    bytes[at++] = unit
  }
  writer.length = at
}

function writeTextBeyondAscii(writer: ByteWriter, text: string): void {
  let length = 0
  for (let i = 0; i < text.length; i++) length += encodedLength(text.charCodeAt(i))
  writeNumber(writer, length)
  reserve(writer, length)
  const { bytes } = writer
  let at = writer.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit <= 0x7f) bytes[at++] = unit
    else if (unit <= 0x7ff) {
      bytes[at++] = 0xc0 | (unit >>> 6)
      bytes[at++] = 0x80 | (unit & 0x3f)
    } else {
      bytes[at++] = 0xe0 | (unit >>> 12)
      bytes[at++] = 0x80 | ((unit >>> 6) & 0x3f)
      bytes[at++] = 0x80 | (unit & 0x3f)
    }
  }
  writer.length = at
}

function encodedLength(unit: number): number {
  return unit <= 0x7f ? 1 : unit <= 0x7ff ? 2 : 3
}

export type ByteReader = {
  readonly bytes: Uint8Array
  at: number
  /** A range of the bytes from `latin1From` on as a string, one character per byte: short ASCII texts are slices of it. */
  latin1: string
  latin1From: number
}

export function createReader(bytes: Uint8Array): ByteReader {
  return { bytes, at: 0, latin1: '', latin1From: 0 }
}

/** Engines limit the number of arguments in a call. */
const UNITS_PER_CALL = 8192
/** How many bytes after a text are decoded with it. */
const LATIN1_AHEAD = 4096

function textOf(units: Uint8Array | Uint16Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += UNITS_PER_CALL) {
    const part = units.subarray(at, Math.min(end, at + UNITS_PER_CALL))
    text += String.fromCharCode.apply(null, part as unknown as number[])
  }
  return text
}

export function readNumber(reader: ByteReader): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new RangeError('The bytes end in the middle of a number.')
    value |= (byte & 0x7f) << shift
    if (byte <= 0x7f) return value >>> 0
  }
}

export function readBytes(reader: ByteReader, length: number): Uint8Array {
  const start = skipBytes(reader, length)
  return reader.bytes.subarray(start, reader.at)
}

function skipBytes(reader: ByteReader, length: number): number {
  const start = reader.at
  if (start + length > reader.bytes.length) throw new RangeError('The bytes end too early.')
  reader.at = start + length
  return start
}

export function skipText(reader: ByteReader): void {
  skipBytes(reader, readNumber(reader))
}

export function readText(reader: ByteReader): string {
  const start = skipBytes(reader, readNumber(reader))
  const text = readLatin1(reader, start, reader.at)
  return isAscii(text) ? text : decode(reader.bytes, start, reader.at)
}

function readLatin1(reader: ByteReader, start: number, end: number): string {
  const { bytes } = reader
  if (start < reader.latin1From || end > reader.latin1From + reader.latin1.length) {
    reader.latin1From = start
    reader.latin1 = textOf(bytes, start, Math.min(bytes.length, Math.max(end, start + LATIN1_AHEAD)))
  }
  return reader.latin1.slice(start - reader.latin1From, end - reader.latin1From)
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  const units = new Uint16Array(end - start)
  let count = 0
  for (let i = start; i < end; ) {
    const byte = bytes[i]!
    if (byte <= 0x7f) {
      units[count++] = byte
      i += 1
    } else if (byte < 0xe0) {
      units[count++] = ((byte & 0x1f) << 6) | (bytes[i + 1]! & 0x3f)
      i += 2
    } else {
      units[count++] = ((byte & 0x0f) << 12) | ((bytes[i + 1]! & 0x3f) << 6) | (bytes[i + 2]! & 0x3f)
      i += 3
    }
  }
  return textOf(units, 0, count)
}
