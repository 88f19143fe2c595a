// Tab-separated text as PostgreSQL (COPY) and ClickHouse (TabSeparated) write it: \N is NULL, and
// \t, \n, \r and \\ are escaped. Every line is a record, including an empty one.
import { type FlatColumn, type FlatRow, unreadableRow } from '@mailsift/clean/flat-row'
import { putRange, type Source, type Target, textOf } from '../batch-text.ts'
import { type Format, type FormatParts, faultOfWidth, noCell } from './format.ts'

const TAB = 0x09
const NULL_CELL = '\\N'
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' }
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export function createTsv({ settings, results, rowOf }: FormatParts): Format {
  const { resultsOnly, width } = settings
  const column = settings.column as number

  function write(target: Target, row: FlatRow, source: Source, start: number, end: number): void {
    target.text += cellsOf(results, row)
    if (!resultsOnly) {
      target.text += '\t'
      putRange(target, source, start, end)
    }
    target.text += '\n'
  }

  function rowOfRecord(source: Source, start: number, end: number): FlatRow {
    const { bytes } = source
    let fields = 1
    let from = start
    let to = column === 0 ? end : -1
    for (let at = start; at < end; at++) {
      if (bytes[at] !== TAB) continue
      if (fields === column) {
        from = at + 1
        to = end
      } else if (fields === column + 1) to = at
      fields++
    }
    if (width > 0 && fields !== width) return unreadableRow(faultOfWidth(fields, width))
    if (to < 0) return unreadableRow(noCell(column))
    const cell = textOf(source, from, to)
    return rowOf(cell === NULL_CELL ? null : unescapeTsv(cell), source, from, to)
  }

  return {
    write(target, source, start, end) {
      write(target, rowOfRecord(source, start, end), source, start, end)
    },
    refuse(target, fault, source, start, end) {
      write(target, unreadableRow(fault), source, start, end)
    },
  }
}

function cellsOf(results: readonly FlatColumn[], row: FlatRow): string {
  let cells = ''
  for (let at = 0; at < results.length; at++) {
    const value = results[at]!.of(row)
    if (at > 0) cells += '\t'
    if (value === null) cells += NULL_CELL
    else cells += typeof value === 'string' ? escaped(value) : String(value)
  }
  return cells
}

const escaped = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (letter) => ESCAPES[letter]!) : text

function unescapeTsv(cell: string): string {
  return cell.includes('\\') ? cell.replaceAll(/\\(.)/gs, (_, letter: string) => LETTERS[letter] ?? letter) : cell
}

export const readTsvHeader = (bytes: Buffer) => bytes.toString().split('\t').map(unescapeTsv)
