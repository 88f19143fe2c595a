// A job's CSV (§4.5): one row for each item, in order. Rows end as RFC 4180 has it, in \r\n.
import { type Answer, type AnswerColumns, writeAnswer } from './columns.ts'
import {
  type CsvOutput,
  createOutput,
  lastBytes,
  OUTPUT_FLUSH_BYTES,
  takeBytes,
  writeAscii,
  writeByte,
  writeCell,
} from './write.ts'

export type AnsweredItem = Answer & { index: number; input: string }

export async function* exportJob(
  columns: AnswerColumns,
  batches: AsyncIterable<readonly AnsweredItem[]> | Iterable<readonly AnsweredItem[]>,
  /** About how long it will be, if it is short. */
  expectedBytes?: number,
): AsyncGenerator<Buffer, void> {
  const output = createOutput(expectedBytes)
  writeAscii(output, `${['index', 'input', ...columns.names].join(String.fromCharCode(columns.delimiter))}\r\n`)
  for await (const items of batches) {
    for (const item of items) {
      writeItem(output, columns, item)
      if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
    }
  }
  yield lastBytes(output)
}

function writeItem(output: CsvOutput, columns: AnswerColumns, item: AnsweredItem): void {
  writeCell(output, item.index)
  writeByte(output, columns.delimiter)
  writeCell(output, item.input)
  writeAnswer(output, columns, item)
  writeAscii(output, '\r\n')
}
