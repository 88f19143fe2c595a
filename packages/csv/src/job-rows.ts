// The rows of a job's CSV (§4.5), one for each item, encoded chunk by chunk: the chunks one after the other are the file.
// Rows end as RFC 4180 has it, in \r\n.
import type { AnswerColumns, EncodedAnswers } from './columns.ts'
import { type CsvOutput, createOutput, lastBytes, writeAscii, writeByte, writeText } from './write.ts'

/** Most rows without domain checks are shorter; longer ones make themselves more room. */
const ROW_BYTES = 400
const HEADER_BYTES = 2_048

/** The items from `firstIndex` on; before the first one of the job comes the header. */
export function encodeJobRows<Row extends { input: string }>(
  columns: AnswerColumns,
  firstIndex: number,
  rows: readonly Row[],
  writeCells: (output: CsvOutput, row: Row, inputAt?: number) => void,
): EncodedAnswers {
  const output = createOutput(HEADER_BYTES + ROW_BYTES * rows.length)
  const starts = new Uint32Array(rows.length)
  const ends = new Uint32Array(rows.length)
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
  return { bytes: lastBytes(output), starts, ends }
}

function writeHeader(output: CsvOutput, { names, delimiter }: AnswerColumns): void {
  writeAscii(output, `${['index', 'input', ...names].join(String.fromCharCode(delimiter))}\r\n`)
}
