// A group's CSV: the customer's own file, byte for byte, with the answer's columns appended to each record. The cells go
// in before the record's line end, so taking the appended columns away gives back the very file that was uploaded.
import { type Answer, type AnswerColumns, writeAnswer } from './columns.ts'
import {
  type CsvOutput,
  createOutput,
  OUTPUT_FLUSH_BYTES,
  takeBytes,
  writeByte,
  writeBytes,
  writeCell,
} from './write.ts'

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
export async function* exportGroup(
  { headerEnd, resultPrefix, columns }: GroupLayout,
  original: AsyncIterable<Uint8Array>,
  batches: AsyncIterable<readonly AnsweredRecord[]> | Iterable<readonly AnsweredRecord[]>,
): AsyncGenerator<Buffer, void> {
  const output = createOutput()
  const source = original[Symbol.asyncIterator]()
  try {
    let window = await fill(source, Buffer.alloc(0), headerEnd)
    let start = 0
    let end = headerEnd
    /** Where in the file the window begins. */
    let base = 0
    appendTo(output, window, start, end, () => writeNames(output, columns, resultPrefix))
    for await (const batch of batches) {
      for (const record of batch) {
        start = end
        end = record.end - base
        if (end > window.length) {
          window = await fill(source, window.subarray(start), end - start)
          base += start
          end -= start
          start = 0
        }
        appendTo(output, window, start, end, () => writeAnswer(output, columns, record))
        if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
      }
    }
  } finally {
    await source.return?.()
  }
  yield takeBytes(output)
}

function appendTo(output: CsvOutput, window: Buffer, start: number, end: number, append: () => void): void {
  let contentEnd = end
  while (contentEnd > start && isLineEnd(window[contentEnd - 1]!)) contentEnd--
  writeBytes(output, window, start, contentEnd)
  append()
  writeBytes(output, window, contentEnd, end)
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

/** Reads on until the window holds `length` bytes. */
async function fill(source: AsyncIterator<Uint8Array>, window: Buffer, length: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [window]
  for (let held = window.length; held < length; ) {
    const { done, value } = await source.next()
    if (done) throw new Error('The original file ends before its last record.')
    pieces.push(value)
    held += value.length
  }
  return Buffer.concat(pieces)
}
