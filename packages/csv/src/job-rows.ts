// The rows of a job's CSV (§4.5), one for each item, encoded chunk by chunk: the chunks one after the other are the file.
// Rows end as RFC 4180 has it, in \r\n.
import type { AnswerColumns, EncodedAnswers } from './columns.ts'
import { type CsvOutput, createOutput, lastBytes, writeAscii, writeByte, writeText } from './write.ts'

/** Room for a chunk with ordinary rows. What became larger for others is not kept. */
const OUTPUT_BYTES = 512 * 1024

/** Used again and again: fresh memory for every chunk costs the collector more than a copy of what was written. */
let output = createOutput(OUTPUT_BYTES)

/** The items from `firstIndex` on; before the first one of the job comes the header. */
export function encodeJobRows<Row extends { input: string }>(
  columns: AnswerColumns,
  firstIndex: number,
  rows: readonly Row[],
  writeCells: (output: CsvOutput, row: Row, inputAt?: number) => void,
): EncodedAnswers {
  const starts = new Uint32Array(rows.length)
  const ends = new Uint32Array(rows.length)
  output.length = 0
  if (firstIndex === 0) writeHeader(columns)
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
  const bytes = Buffer.from(lastBytes(output))
  if (output.bytes.length > OUTPUT_BYTES) output = createOutput(OUTPUT_BYTES)
  return { bytes, starts, ends }
}

function writeHeader({ names, delimiter }: AnswerColumns): void {
  writeAscii(output, `${['index', 'input', ...names].join(String.fromCharCode(delimiter))}\r\n`)
}
