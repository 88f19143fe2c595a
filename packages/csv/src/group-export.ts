// A group's CSV: the customer's own file, byte for byte, with the answer's columns appended to each record. The cells go
// in before the record's line end, so taking the appended columns away gives back the very file that was uploaded.
import { type Answer, type AnswerColumns, writeAnswer } from './columns.ts'
import { copyRecords } from './copy-records.ts'
import { type CsvOutput, writeByte, writeBytes, writeCell } from './write.ts'

export type GroupLayout = {
  headerEnd: number
  resultPrefix: string
  columns: AnswerColumns
}
/** The answer to one record and, as in CsvRecord, where the record ends. */
export type AnsweredRecord = Answer & { end: number }

const LF = 0x0a
const CR = 0x0d

/** `original` is the uploaded file; `batches` are the answers to all of its records, in order. */
export function exportGroup(
  layout: GroupLayout,
  original: AsyncIterable<Uint8Array>,
  batches: AsyncIterable<readonly AnsweredRecord[]> | Iterable<readonly AnsweredRecord[]>,
): AsyncGenerator<Buffer, void> {
  return appendCells(layout, original, batches, (output, record) => writeAnswer(output, layout.columns, record))
}

/** The same for answers that are found when it is their turn to be written, so that none has to be kept. */
export function appendCells<R extends { end: number }>(
  { headerEnd, resultPrefix, columns }: GroupLayout,
  original: AsyncIterable<Uint8Array>,
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
  writeCells: (output: CsvOutput, record: R) => void,
): AsyncGenerator<Buffer, void> {
  const header = { end: headerEnd }
  async function* withHeader(): AsyncGenerator<readonly (R | typeof header)[]> {
    yield [header]
    yield* batches
  }
  return copyRecords(original, withHeader(), (output, bytes, start, end, record) => {
    let contentEnd = end
    while (contentEnd > start && isLineEnd(bytes[contentEnd - 1]!)) contentEnd--
    writeBytes(output, bytes, start, contentEnd)
    if (record === header) writeNames(output, columns, resultPrefix)
    else writeCells(output, record as R)
    writeBytes(output, bytes, contentEnd, end)
  })
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
