// Splits a stream of bytes into batches of whole records, wherever its pieces end. Keeps at most one record and one
// piece.
//
// A record that cannot be read becomes a batch with a fault, and reading continues after it:
// - A line over the limit is skipped to its end.
// - A quote that is not closed within the limit is treated as a stray one: its line is the record, and the next line is
// read as usual.
import { usageError } from '../exit.ts'
import { csvRecordEnd, INCOMPLETE, lineEnd, type RecordEnd, readSize, rowBinaryEnd, TOO_LARGE } from './record-end.ts'
import { type Batch, type StreamFormat, TOO_LONG } from './settings.ts'

export type SplitOptions = {
  format: StreamFormat
  recordMaxBytes: number
  isNullable: boolean
  /** Whether the first record is a header, which becomes its own batch. */
  hasHeader: boolean
  /** Whether a line with the number of its records precedes each chunk (ClickHouse: send_chunk_header). */
  hasChunkHeaders: boolean
}

export type Splitter = { push(piece: Uint8Array): Batch[]; finish(): Batch[] }

const LF = 0x0a
const QUOTE = 0x22
const BOM = Buffer.from('\ufeff')
const STRAY_QUOTE = 'The quote that this record opens is never closed.'
const NOTHING = Buffer.alloc(0)
/** The most digits of a count of records. */
const CHUNK_HEADER_MAX_BYTES = 20

export function createSplitter(options: SplitOptions): Splitter {
  const { format, recordMaxBytes, isNullable, hasChunkHeaders } = options
  const isText = format !== 'rowbinary'
  const endOf: RecordEnd = format === 'csv' ? csvRecordEnd : isText ? lineEnd : rowBinaryEnd(isNullable)
  let pieces: Buffer[] = []
  let heldBytes = 0
  let atStart = isText
  /** Records until the next chunk header. */
  let left = hasChunkHeaders ? 0 : options.hasHeader ? 1 : Number.POSITIVE_INFINITY
  /** Remaining bytes to skip of a RowBinary record over the limit, or of a line. */
  let skipBytes = 0
  let skipsLine = false
  let records = 0

  function push(piece: Uint8Array): Batch[] {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    pieces.push(bytes)
    heldBytes += bytes.length
    // A line that continues needs no further check.
    if (isText && !hasChunkHeaders && !atStart && heldBytes <= recordMaxBytes && !bytes.includes(LF)) return []
    return cut(takeHeld(), false)
  }

  function takeHeld(): Buffer {
    const held = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    pieces = []
    heldBytes = 0
    return held
  }

  function hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    pieces.push(bytes)
    heldBytes += bytes.length
  }

  function cut(held: Buffer, isEnd: boolean): Batch[] {
    const batches: Batch[] = []
    let at = 0
    if (atStart) {
      if (held.length < BOM.length && !isEnd) {
        hold(held)
        return []
      }
      atStart = false
      if (held.subarray(0, BOM.length).equals(BOM)) at = BOM.length
    }
    while (at < held.length) {
      if (skipsLine || skipBytes > 0) {
        at = skip(held, at)
        continue
      }
      if (left === 0) {
        const next = readChunkHeader(held, at)
        if (next === INCOMPLETE) break
        at = next
        continue
      }
      const end = wholeRecords(held, at)
      if (end > at) batches.push({ bytes: held.subarray(at, end) })
      at = end
      if (at === held.length || left === 0) continue
      const next = endOf(held, at, recordMaxBytes)
      if (next === TOO_LARGE) at = refuse(held, at, batches)
      else if (!isEnd) break
      else at = finishRecord(held, at, batches)
    }
    hold(held.subarray(at))
    return batches
  }

  function skip(held: Buffer, at: number): number {
    if (skipsLine) {
      const end = held.indexOf(LF, at)
      skipsLine = end < 0
      return skipsLine ? held.length : end + 1
    }
    const skipped = Math.min(skipBytes, held.length - at)
    skipBytes -= skipped
    return at + skipped
  }

  function readChunkHeader(held: Buffer, at: number): number {
    const end = held.indexOf(LF, at)
    if (end < 0 && held.length - at <= CHUNK_HEADER_MAX_BYTES) return INCOMPLETE
    const line = held.toString('latin1', at, end < 0 ? at + CHUNK_HEADER_MAX_BYTES : end)
    if (!/^\d{1,15}\r?$/.test(line))
      throw usageError(`Expected the number of records of a chunk after record ${records}. Remove --chunk-header?`)
    left = Number.parseInt(line, 10)
    return end + 1
  }

  function count(found: number): void {
    records += found
    left -= found
    if (left === 0 && !hasChunkHeaders) left = Number.POSITIVE_INFINITY
  }

  /** The end of the last whole record from here on; with counted records, at most the last expected one. */
  function wholeRecords(held: Buffer, from: number): number {
    if (isText && left === Number.POSITIVE_INFINITY && (format !== 'csv' || held.indexOf(QUOTE, from) < 0))
      return Math.max(from, held.lastIndexOf(LF) + 1)
    let at = from
    while (at < held.length) {
      const end = endOf(held, at, recordMaxBytes)
      if (end < 0) break
      at = end
      const isHeader = left === 1
      count(1)
      if (isHeader) break
    }
    return at
  }

  function refuse(held: Buffer, at: number, batches: Batch[]): number {
    count(1)
    if (!isText) {
      // ClickHouse sends the type of the column, whatever type the function declares.
      if (isNullable && held[at]! > 1)
        throw usageError(`Record ${records} is a String. Call the function with CAST(email, 'Nullable(String)').`)
      const size = readSize(held, isNullable ? at + 1 : at)!
      if (!Number.isSafeInteger(size.length))
        throw usageError(`Record ${records} has no valid length. The input is not RowBinary.`)
      skipBytes = size.length
      batches.push({ bytes: NOTHING, fault: TOO_LONG(recordMaxBytes) })
      return size.start
    }
    const lineEnd = held.indexOf(LF, at)
    if (lineEnd >= 0 && lineEnd - at <= recordMaxBytes) {
      batches.push({ bytes: held.subarray(at, lineEnd + 1), fault: STRAY_QUOTE })
      return lineEnd + 1
    }
    skipsLine = true
    batches.push({ bytes: NOTHING, fault: TOO_LONG(recordMaxBytes) })
    return at
  }

  /** The last record of the stream, without a line end. */
  function finishRecord(held: Buffer, at: number, batches: Batch[]): number {
    if (!isText) throw usageError(`The input ends in the middle of record ${records + 1}.`)
    count(1)
    const rest = held.subarray(at)
    // At a line end, only an open quote makes a CSV record incomplete.
    const isOpen = format === 'csv' && csvRecordEnd(Buffer.concat([rest, Buffer.of(LF)]), 0, rest.length + 1) < 0
    if (!isOpen) {
      batches.push({ bytes: rest })
      return held.length
    }
    const end = held.indexOf(LF, at)
    const next = end < 0 ? held.length : end + 1
    batches.push({ bytes: held.subarray(at, next), fault: STRAY_QUOTE })
    return next
  }

  return {
    push,
    finish() {
      const batches = cut(takeHeld(), true)
      if (skipBytes > 0) throw usageError(`The input ends in the middle of record ${records}.`)
      if (pieces.length > 0 || (hasChunkHeaders && left > 0))
        throw usageError(`The input ends in the middle of a chunk, after record ${records}.`)
      return batches
    },
  }
}
