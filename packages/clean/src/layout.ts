// How a cleaned list is written: their records as they stand, ours between the last column that the header names and
// whatever a row has beyond it. The columns of the output never shift.
import { csvCell } from '@mailsift/intake/csv-cell'
import type { List } from '@mailsift/intake/list'
import { createRecordReader, type Record } from '@mailsift/intake/records'

export type OutputSeparator = ',' | ';' | '\t' | '|'
/** Their part of a line: all of their columns, and what comes behind ours. */
type WholePart = { whole: string; end: string }
export type Layout = {
  separator: OutputSeparator
  /** The first record. */
  head: WholePart
  /** `isLast` of the rows that are made of the record; `alone` is written in place of the record. */
  row(record: Record, isLast: boolean, alone?: string): WholePart
}

export function layOut(list: List): Layout {
  const { preamble, header, names, hasHeader, lineEnd } = list
  const separator: OutputSeparator = list.separator === '' ? ',' : list.separator
  const isPlainList = list.separator === ''
  const width = names.length
  const cell = (text: string) => csvCell(text, separator)
  const headerEnd = contentLength(header)
  const ownHeader = isPlainList ? cell(header.slice(0, headerEnd)) : header.slice(0, headerEnd)
  const head = hasHeader
    ? { whole: preamble + ownHeader, end: header.slice(headerEnd) || lineEnd }
    : { whole: preamble + names.map(cell).join(separator), end: lineEnd }

  function row(record: Record, isLast: boolean, alone?: string): WholePart {
    const { raw, fields, widthEnd, contentEnd } = record
    const end = isLast ? raw.slice(contentEnd) : lineEnd
    if (isPlainList) return { whole: cell(alone ?? raw.slice(0, contentEnd)), end }
    if (alone !== undefined) return { whole: separator.repeat(width - 1), end }
    if (record.isOdd) return written(allCells(raw), end)
    const missing = fields < width ? separator.repeat(width - fields) : ''
    return { whole: raw.slice(0, widthEnd) + missing, end: raw.slice(widthEnd, contentEnd) + end }
  }

  /** Written anew, so that every CSV reader reads the same fields as we do. */
  function written(cells: string[], end: string): WholePart {
    const own = Array.from({ length: width }, (_, at) => cell(cells[at] ?? ''))
    const beyond = cells.slice(width).map((text) => separator + cell(text))
    return { whole: own.join(separator), end: beyond.join('') + end }
  }

  function allCells(raw: string): string[] {
    const reader = createRecordReader({ separator, columns: 'all', width })
    const [record] = [...reader.push(raw), ...reader.end()]
    return record!.cells as string[]
  }

  return { separator, head, row }
}

function contentLength(text: string): number {
  let length = text.length
  while (length > 0 && (text[length - 1] === '\n' || text[length - 1] === '\r')) length--
  return length
}
