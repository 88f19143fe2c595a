// The end of a record in each format: the same for the splitter, which sees a part of the stream, and for the writer of
// a batch.

/** More bytes are needed to find the end. */
export const INCOMPLETE = -1
/** The record exceeds the limit. */
export const TOO_LARGE = -2

export type RecordEnd = (bytes: Buffer, start: number, maxBytes: number) => number

const LF = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c

export const lineEnd: RecordEnd = (bytes, start, maxBytes) => {
  const at = bytes.indexOf(LF, start)
  if (at < 0) return bytes.length - start > maxBytes ? TOO_LARGE : INCOMPLETE
  return at - start > maxBytes ? TOO_LARGE : at + 1
}

/** RFC 4180: a line end inside quotes is part of the cell. A quote opens a cell only at its start. */
export const csvRecordEnd: RecordEnd = (bytes, start, maxBytes) => {
  const limit = Math.min(bytes.length, start + maxBytes + 1)
  let at = start
  let atCellStart = true
  while (at < limit) {
    const byte = bytes[at]!
    if (byte === LF) return at + 1
    if (atCellStart && byte === QUOTE) {
      at = quotedEnd(bytes, at + 1, limit)
      atCellStart = false
    } else {
      atCellStart = byte === COMMA
      at++
    }
  }
  return limit - start > maxBytes ? TOO_LARGE : INCOMPLETE
}

/** The position after the closing quote; beyond the limit if there is none. */
function quotedEnd(bytes: Buffer, from: number, limit: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(QUOTE, at)
    if (at < 0 || at >= limit) return limit
    if (bytes[at + 1] !== QUOTE) return at + 1
  }
}

/** A varint: seven bits per byte, lowest first. */
export type Sized = { length: number; start: number }

/** Undefined if the length itself is incomplete. */
export function readSize(bytes: Buffer, at: number): Sized | undefined {
  let length = 0
  for (let shift = 0; shift < 10; shift++) {
    const byte = bytes[at + shift]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 2 ** (7 * shift)
    if (byte < 0x80) return { length, start: at + shift + 1 }
  }
  return { length: Number.POSITIVE_INFINITY, start: at + 10 }
}

/** One String, or Nullable(String), which starts with a byte that is 1 for NULL. */
export const rowBinaryEnd =
  (isNullable: boolean): RecordEnd =>
  (bytes, start, maxBytes) => {
    if (start >= bytes.length) return INCOMPLETE
    if (isNullable && bytes[start] === 1) return start + 1
    if (isNullable && bytes[start] !== 0) return TOO_LARGE
    const size = readSize(bytes, isNullable ? start + 1 : start)
    if (!size) return INCOMPLETE
    if (size.length > maxBytes) return TOO_LARGE
    const end = size.start + size.length
    return end <= bytes.length ? end : INCOMPLETE
  }
