// Parses CSV bytes (RFC 4180) in pieces of any size, without keeping them:
//
//                        ┌───────── delimiter ─────────┐
//                        ▼                             │
//   BETWEEN ─────► FIELD_START ───────────────────► UNQUOTED ─── line end ──► BETWEEN
//   (line ends)          │ "                           ▲
//                        ▼          "                  │ anything else
//                     QUOTED ────────────► AFTER_QUOTE ┘
//                        ▲─────────────────────┘ "
//
// A record extends from its first byte to the first byte of the next one, so line ends and blank lines belong to the
// record before them and no byte of the file is lost. A blank line is not a record: files with \r\r\n line ends
// or extra trailing newlines are full of them.
import { allocate, type Bytes, concatBytes, copyOf, textOf } from '#bytes'
import { CsvStructureError } from './structure-error.ts'

export type ScanOptions = {
  delimiter: number
  /** The only field to read; -1 for all of them. */
  column: number
  /** The file offset of the first byte. */
  offset: number
  recordMaxBytes: number
}

export type ScanSink = {
  cell(text: string): void
  /** `intact` is false if text follows a closing quote; readers disagree on the meaning of such a field. */
  record(end: number, fields: number, intact: boolean, line: number): void
}

export type Scanner = {
  push(bytes: Bytes): void
  finish(): void
  /** The current one-based line of the scanner. */
  line(): number
}

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22

const BETWEEN = 0
const FIELD_START = 1
const UNQUOTED = 2
const QUOTED = 3
const AFTER_QUOTE = 4

export function createScanner(options: ScanOptions, sink: ScanSink): Scanner {
  const { delimiter, column, recordMaxBytes } = options
  let { offset } = options
  const endsField = new Uint8Array(256)
  endsField[delimiter] = endsField[LF] = endsField[CR] = 1

  let state = BETWEEN
  let line = 1
  let afterCr = false
  let started = false
  let recordStart = 0
  let recordLine = 1
  let quoteLine = 1
  let fields = 0
  let intact = true
  let fieldIntact = true
  let cellStart = 0
  /** Parts of the requested cell from earlier pieces. */
  let cellParts: Bytes[] = []

  function push(bytes: Bytes): void {
    const length = bytes.length
    let at = 0
    cellStart = 0
    while (at < length) {
      const byte = bytes[at]!
      switch (state) {
        case BETWEEN:
          if (byte === LF || byte === CR) {
            countLine(byte)
            at++
            break
          }
          if (started) sink.record(offset + at, fields, intact, recordLine)
          started = true
          recordStart = offset + at
          recordLine = line
          fields = 0
          intact = true
          state = FIELD_START
          break
        case FIELD_START:
          cellStart = at
          fieldIntact = true
          if (byte === QUOTE) {
            quoteLine = line
            state = QUOTED
            at++
          } else {
            state = UNQUOTED
          }
          break
        case UNQUOTED:
          while (at < length && endsField[bytes[at]!] === 0) at++
          if (at === length) break
          endField(bytes, at)
          if (bytes[at] === delimiter) {
            state = FIELD_START
            at++
          } else {
            checkLength(offset + at)
            afterCr = false
            state = BETWEEN
          }
          break
        case QUOTED:
          while (at < length && bytes[at] !== QUOTE) {
            const inside = bytes[at++]!
            if (inside === LF || inside === CR) countLine(inside)
            else afterCr = false
          }
          if (at === length) break
          afterCr = false
          state = AFTER_QUOTE
          at++
          break
        case AFTER_QUOTE:
          if (byte === QUOTE) {
            state = QUOTED
            at++
            break
          }
          if (endsField[byte] === 0) intact = fieldIntact = false
          state = UNQUOTED
          break
      }
    }
    if (state !== BETWEEN) {
      checkLength(offset + length)
      if (state !== FIELD_START && wanted()) cellParts.push(copyOf(bytes.subarray(cellStart)))
    }
    offset += length
  }

  function finish(): void {
    if (state === QUOTED) {
      throw new CsvStructureError('unterminated_quote', quoteLine, 'the quote opened here is never closed.')
    }
    cellStart = 0
    if (state !== BETWEEN) endField(allocate(0), 0)
    state = BETWEEN
    if (started) sink.record(offset, fields, intact, recordLine)
    started = false
  }

  function wanted(): boolean {
    return column === fields || column === -1
  }

  function endField(bytes: Bytes, end: number): void {
    if (wanted()) sink.cell(cellText(bytes, end))
    fields++
  }

  function cellText(bytes: Bytes, end: number): string {
    let text: string
    if (cellParts.length === 0) {
      text = textOf(bytes, cellStart, end)
    } else {
      cellParts.push(bytes.subarray(0, end))
      const whole = concatBytes(cellParts)
      text = textOf(whole, 0, whole.length)
      cellParts = []
    }
    if (!fieldIntact || text.charCodeAt(0) !== QUOTE) return text
    return text.slice(1, -1).replaceAll('""', '"')
  }

  /** \r\n, \n and \r each end one line. */
  function countLine(byte: number): void {
    if (byte === CR || !afterCr) line++
    afterCr = byte === CR
  }

  function checkLength(end: number): void {
    if (end - recordStart <= recordMaxBytes) return
    const quote = state === QUOTED ? ` The quote opened in line ${quoteLine} may be missing its end.` : ''
    const limit = `${recordMaxBytes / 2 ** 20} MiB`
    throw new CsvStructureError('record_too_long', recordLine, `the record that starts here is over ${limit}.${quote}`)
  }

  return { push, finish, line: () => line }
}
