// The rows of a job's CSV (§4.5), one for each item, encoded by chunk: the concatenated chunks are the file. Rows end
// in \r\n (RFC 4180).
import { copyOf } from '#bytes'
import type { AnswerColumns, EncodedAnswers } from './columns.ts'
import { type CsvOutput, createOutput, lastBytes, writeAscii, writeByte, writeText } from './write.ts'

/** Enough for a chunk of ordinary rows. A buffer that had to grow is not kept. */
const OUTPUT_BYTES = 512 * 1024

/** Encodes the items from `firstIndex` on, preceded by the header for the first one. */
export type JobRowsEncoder<Row> = (firstIndex: number, rows: readonly Row[]) => EncodedAnswers

/** Reuses one buffer for all chunks: allocating one for each costs the garbage collector more than copying the result. */
export function createJobRowsEncoder<Row extends { input: string }>(
  columns: AnswerColumns,
  writeCells: (output: CsvOutput, row: Row, inputAt?: number) => void,
): JobRowsEncoder<Row> {
  let output: CsvOutput | undefined
  return (firstIndex, rows) => {
    output ??= createOutput(OUTPUT_BYTES)
    const encoded = encode(output, columns, firstIndex, rows, writeCells)
    if (output.bytes.length > OUTPUT_BYTES) output = undefined
    return encoded
  }
}

function encode<Row extends { input: string }>(
  output: CsvOutput,
  columns: AnswerColumns,
  firstIndex: number,
  rows: readonly Row[],
  writeCells: (output: CsvOutput, row: Row, inputAt?: number) => void,
): EncodedAnswers {
  const starts = new Uint32Array(rows.length)
  const ends = new Uint32Array(rows.length)
  output.length = 0
  if (firstIndex === 0) writeHeader(output, columns)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    writeAscii(output, String(firstIndex + at))
    writeByte(output, columns.delimiter)
    const inputAt = output.length
    const isPlain = writeText(output, row.input)
    starts[at] = output.length
    writeCells(output, row, isPlain ? inputAt : undefined)
    ends[at] = output.length
    writeAscii(output, '\r\n')
  }
  return { bytes: copyOf(lastBytes(output)), starts, ends }
}

function writeHeader(output: CsvOutput, { names, delimiter }: AnswerColumns): void {
  writeAscii(output, `${['index', 'input', ...names].join(String.fromCharCode(delimiter))}\r\n`)
}
