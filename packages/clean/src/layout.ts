// How a cleaned list is written: their records as they stand, ours between the last column that the header names and
// whatever a row has beyond it. The columns of the output never shift.
import type { List } from '@mailsift/intake/list'
import { createRecordReader, type Record } from '@mailsift/intake/records'

export type OutputSeparator = ',' | ';' | '\t' | '|'
export type Layout = {
  separator: OutputSeparator
  /** What comes before our names and behind them, in the first record. */
  head: { before: string; after: string }
  /** What comes before our cells and behind them. `isLast` of the rows that are made of the record. */
  row(record: Record, isLast: boolean): { before: string; after: string }
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
    ? { before: preamble + ownHeader, after: header.slice(headerEnd) || lineEnd }
    : { before: preamble + names.map(cell).join(separator), after: lineEnd }

  function row(record: Record, isLast: boolean): { before: string; after: string } {
    const { raw, fields, widthEnd, contentEnd } = record
    const end = isLast ? raw.slice(contentEnd) : lineEnd
    if (isPlainList) return { before: cell(raw.slice(0, contentEnd)), after: end }
    if (record.isOdd) return written(allCells(raw), end)
    const missing = fields < width ? separator.repeat(width - fields) : ''
    return { before: raw.slice(0, widthEnd) + missing, after: raw.slice(widthEnd, contentEnd) + end }
  }

  /** Written anew, so that everybody reads in it what we have read. */
  function written(cells: string[], end: string): { before: string; after: string } {
    const own = Array.from({ length: width }, (_, at) => cell(cells[at] ?? ''))
    const beyond = cells.slice(width).map((text) => separator + cell(text))
    return { before: own.join(separator), after: beyond.join('') + end }
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

/** Quoted where it must be; their own cells are not escaped. */
export function csvCell(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}
