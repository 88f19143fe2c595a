// A group's CSV: the customer's file, byte for byte, with the result columns inserted after the columns of the header.
// The columns of the export never shift: missing separators are added to a record that is too short, and extra fields
// follow the result. For any other file, removing the result columns restores the uploaded bytes.
import { type Bytes, bytesOf } from '#bytes'
import { type Answer, type AnswerColumns, writeAnswer } from './columns.ts'
import { copyRecords } from './copy-records.ts'
import { type CsvOutput, writeByte, writeBytes, writeCell } from './write.ts'

type GroupLayout = {
  headerEnd: number
  resultPrefix: string
  columns: AnswerColumns
}
/** The result of one record and, like CsvRecord, the end of the record. */
export type AnsweredRecord = Answer & { end: number }

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const BOM_BYTES = 3
/** Errors of a record, not of its address: it may have a different number of fields than the header. */
const RECORD_ERRORS = ['malformed_row', 'job_failed']
const RECORD_ERROR_CELLS = RECORD_ERRORS.map((code) => bytesOf(code))

/** `original` is the uploaded file; `batches` are the results of all of its records, in order. */
export function exportGroup(
  { headerEnd, resultPrefix, columns }: GroupLayout,
  original: AsyncIterable<Uint8Array>,
  batches: AsyncIterable<readonly AnsweredRecord[]> | Iterable<readonly AnsweredRecord[]>,
): AsyncGenerator<Bytes, void> {
  const header = { end: headerEnd }
  let width = 0
  async function* withHeader(): AsyncGenerator<readonly (AnsweredRecord | typeof header)[]> {
    yield [header]
    yield* batches
  }
  return copyRecords(original, withHeader(), (output, bytes, start, end, record) => {
    let contentEnd = end
    while (contentEnd > start && isLineEnd(bytes[contentEnd - 1]!)) contentEnd--
    if (record === header) {
      width = fieldsOf(bytes, headerStart(bytes, start), contentEnd, columns.delimiter, 0).fields
      writeBytes(output, bytes, start, contentEnd)
      writeNames(output, columns, resultPrefix)
      writeBytes(output, bytes, contentEnd, end)
      return
    }
    const answer = record as AnsweredRecord
    let answerAt = contentEnd
    if (mayBeRagged(answer)) {
      const { fields, wantedEnd } = fieldsOf(bytes, start, contentEnd, columns.delimiter, width)
      answerAt = wantedEnd
      writeBytes(output, bytes, start, answerAt)
      for (let missing = width - fields; missing > 0; missing--) writeByte(output, columns.delimiter)
    } else {
      writeBytes(output, bytes, start, answerAt)
    }
    writeAnswer(output, columns, answer)
    writeBytes(output, bytes, answerAt, end)
  })
}

function mayBeRagged(answer: Answer): boolean {
  if (!('cells' in answer)) return RECORD_ERRORS.includes(answer.error?.code ?? '')
  const { bytes, start, end } = answer.cells
  return RECORD_ERROR_CELLS.some((code) => {
    const codeEnd = start + 1 + code.length
    return codeEnd <= end && code.every((byte, index) => bytes[start + 1 + index] === byte)
  })
}

/** The number of fields in [start, end), and the end of the one-based field; `end` if there is none. */
function fieldsOf(
  bytes: Bytes,
  start: number,
  end: number,
  delimiter: number,
  wanted: number,
): { fields: number; wantedEnd: number } {
  let fields = 1
  let wantedEnd = end
  let isFieldStart = true
  let isQuoted = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (isQuoted) {
      if (byte !== QUOTE) continue
      if (bytes[at + 1] === QUOTE && at + 1 < end) at++
      else isQuoted = false
    } else if (byte === delimiter) {
      if (fields === wanted) wantedEnd = at
      fields++
      isFieldStart = true
      continue
    } else if (isFieldStart && byte === QUOTE) {
      isQuoted = true
    }
    isFieldStart = false
  }
  return { fields, wantedEnd }
}

/** The position after a byte order mark and blank lines. */
function headerStart(bytes: Bytes, start: number): number {
  let at = start + (bytes[start] === 0xef ? BOM_BYTES : 0)
  while (isLineEnd(bytes[at]!)) at++
  return at
}

function isLineEnd(byte: number): boolean {
  return byte === LF || byte === CR
}

function writeNames(output: CsvOutput, { delimiter, names }: AnswerColumns, prefix: string): void {
  for (const name of names) {
    writeByte(output, delimiter)
    writeCell(output, prefix + name)
  }
}
