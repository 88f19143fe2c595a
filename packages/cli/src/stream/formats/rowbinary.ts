// ClickHouse's RowBinary: one String or Nullable(String) in; String for texts and Nullable(Bool) for flags out, by
// column.
import { type FlatRow, unreadableRow } from '@mailsift/clean/flat-row'
import { type CsvOutput, reserve, writeByte } from '@mailsift/csv/write'
import { textOf } from '../batch-text.ts'
import { readSize } from '../record-end.ts'
import type { Format, FormatParts } from './format.ts'

export function createRowBinary({ settings: { isNullable }, results, rowOf }: FormatParts): Format {
  function write(output: CsvOutput, row: FlatRow): void {
    for (const result of results) {
      const value = result.of(row)
      if (typeof value === 'string') writeString(output, value)
      else {
        writeByte(output, value === null ? 1 : 0)
        if (value !== null) writeByte(output, value ? 1 : 0)
      }
    }
  }

  return {
    write({ output }, source, start, end) {
      if (isNullable && source.bytes[start] === 1) return write(output, rowOf(null, source, start, end))
      const { start: from } = readSize(source.bytes, isNullable ? start + 1 : start)!
      write(output, rowOf(textOf(source, from, end), source, from, end))
    },
    refuse({ output }, fault) {
      write(output, unreadableRow(fault))
    },
  }
}

/** Nearly all texts are ASCII and short enough for a one-byte length. */
function writeString(output: CsvOutput, text: string): void {
  const most = 3 * text.length + 5
  reserve(output, most)
  if (text.length < 0x80) {
    const written = output.bytes.write(text, output.length + 1)
    if (written < 0x80) {
      output.bytes[output.length] = written
      output.length += 1 + written
      return
    }
  }
  const encoded = Buffer.from(text)
  let rest = encoded.length
  while (rest > 0x7f) {
    output.bytes[output.length++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  output.bytes[output.length++] = rest
  output.length += encoded.copy(output.bytes, output.length)
}
