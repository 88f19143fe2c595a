// The layout of a cleaned list: the input's records unchanged, with our columns between the last column of the header
// and any extra fields of a row. The columns of the output never shift.
import { csvCell } from '@mailsift/intake/csv-cell'
import type { List } from '@mailsift/intake/list'
import { createRecordReader, type Record } from '@mailsift/intake/records'
import { type ExcelSeparator, excelCell } from './excel.ts'

export type OutputSeparator = ',' | ';' | '\t' | '|'
/** The input's part of a line: all of its columns, and the extra fields after ours. */
type WholePart = { whole: string; end: string }
/** New texts of columns, by position. */
type Changes = ReadonlyMap<number, string> | undefined
export type Layout = {
  separator: OutputSeparator
  /** The first record. */
  head: WholePart
  /** `isLast`: the last of the rows made from the record. `isAlone`: without the record's other cells. */
  row(record: Record, isLast: boolean, changes?: Changes, isAlone?: boolean): WholePart
}

/** `excelSeparator`: for a spreadsheet program; every cell is rewritten. */
export function layOut(list: List, excelSeparator?: ExcelSeparator): Layout {
  const { preamble, header, names, hasHeader, lineEnd } = list
  const theirSeparator: OutputSeparator = list.separator === '' ? ',' : list.separator
  const separator = excelSeparator ?? theirSeparator
  const isPlainList = list.separator === ''
  const width = names.length
  const cell = excelSeparator ? excelCell : (text: string) => csvCell(text, separator)
  const headerEnd = contentLength(header)

  function headOf(): WholePart {
    const before = excelSeparator ? cellsOf(preamble.replace(SEP_LINE, '')).map(lineOf).join('') : preamble
    if (!hasHeader) return { whole: before + names.map(cell).join(separator), end: lineEnd }
    const own = header.slice(0, headerEnd)
    const end = header.slice(headerEnd) || lineEnd
    if (isPlainList) return { whole: before + cell(own), end }
    return { whole: before + (excelSeparator ? cellsOf(own).flat().map(cell).join(separator) : own), end }
  }

  function row(record: Record, isLast: boolean, changes?: Changes, isAlone = false): WholePart {
    const { raw, fields, widthEnd, contentEnd } = record
    const end = isLast ? raw.slice(contentEnd) : lineEnd
    if (isPlainList) return { whole: cell(changes?.get(0) ?? raw.slice(0, contentEnd)), end }
    if (isAlone) return written(changed([], changes), end)
    if (excelSeparator || record.isOdd) return written(changed(cellsOf(raw)[0]!, changes), end)
    if (changes) return spliced(raw.slice(0, contentEnd), changes, end)
    const missing = fields < width ? separator.repeat(width - fields) : ''
    return { whole: raw.slice(0, widthEnd) + missing, end: raw.slice(widthEnd, contentEnd) + end }
  }

  const changed = (cells: string[], changes: Changes) => {
    for (const [at, text] of changes ?? []) cells[at] = text
    return cells
  }

  /** The other cells are unchanged, byte for byte. */
  function spliced(content: string, changes: NonNullable<Changes>, end: string): WholePart {
    const reader = createRecordReader({ separator: theirSeparator, columns: 'all', width, isRaw: true })
    const [{ cells } = { cells: [] }] = [...reader.push(content), ...reader.end()]
    for (const [at, text] of changes) cells[at] = cell(text)
    const own = Array.from({ length: width }, (_, at) => cells[at] ?? '')
    const beyond = cells.slice(width).map((text) => separator + (text ?? ''))
    return { whole: own.join(separator), end: beyond.join('') + end }
  }

  /** Rewritten, so that every CSV reader reads the same fields. */
  function written(cells: readonly string[], end: string): WholePart {
    const own = Array.from({ length: width }, (_, at) => cell(cells[at] ?? ''))
    const beyond = cells.slice(width).map((text) => separator + cell(text))
    return { whole: own.join(separator), end: beyond.join('') + end }
  }

  const lineOf = (cells: readonly string[]) => cells.map(cell).join(separator) + lineEnd

  /** The cells of each record. */
  function cellsOf(text: string): string[][] {
    const reader = createRecordReader({ separator: theirSeparator, columns: 'all', width })
    return [...reader.push(text), ...reader.end()].map(({ cells }) => cells as string[])
  }

  return { separator, head: headOf(), row }
}

/** Tells a program how the file is split; the exported file uses another separator. */
const SEP_LINE = /^sep=.(?:\r\n|\n|\r)/i

function contentLength(text: string): number {
  let length = text.length
  while (length > 0 && (text[length - 1] === '\n' || text[length - 1] === '\r')) length--
  return length
}
