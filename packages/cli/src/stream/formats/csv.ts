// CSV: the results come first, so that a record with too few or too many fields does not shift them; its own bytes are
// unchanged.
import { type FlatColumn, type FlatRow, unreadableRow } from '@mailsift/clean/flat-row'
import { createScanner } from '@mailsift/csv/scan'
import { putRange, type Source, type Target, textOf } from '../batch-text.ts'
import { type Format, type FormatParts, faultOfWidth, noCell } from './format.ts'

const COMMA = 0x2c
const QUOTE = 0x22
const CR = 0x0d

export function createCsv({ settings, results, rowOf }: FormatParts): Format {
  const { resultsOnly, width } = settings
  const column = settings.column as number
  let cell: string | undefined
  let fields = 0
  let records = 0
  let isIntact = true
  const scanner = createScanner(
    { delimiter: COMMA, column, offset: 0, recordMaxBytes: Number.POSITIVE_INFINITY },
    {
      cell(text) {
        cell ??= text
      },
      record(_end, count, intact) {
        records++
        fields = count
        isIntact = intact
      },
    },
  )

  function write(target: Target, row: FlatRow, source: Source, start: number, end: number): void {
    target.text += cellsOf(results, row)
    if (!resultsOnly) {
      target.text += ','
      putRange(target, source, start, end)
    }
    target.text += '\n'
  }

  function scan({ bytes }: Source, start: number, end: number): void {
    cell = undefined
    fields = records = 0
    isIntact = true
    scanner.push(bytes.subarray(start, end))
    scanner.finish()
  }

  /** Without quotes and carriage returns, only commas matter. */
  function scanPlain(source: Source, start: number, end: number): void {
    const { bytes } = source
    fields = 1
    records = 1
    isIntact = true
    let from = start
    let to = column === 0 ? end : -1
    for (let at = start; at < end; at++) {
      if (bytes[at] !== COMMA) continue
      if (fields === column) {
        from = at + 1
        to = end
      } else if (fields === column + 1) to = at
      fields++
    }
    cell = to < 0 ? undefined : textOf(source, from, to)
  }

  return {
    write(target, source, start, end) {
      if (isPlain(source.bytes, start, end)) scanPlain(source, start, end)
      else scan(source, start, end)
      let row: FlatRow
      if (records > 1) row = unreadableRow('This row has a carriage return outside quotes.')
      else if (width > 0 && fields !== width) row = unreadableRow(faultOfWidth(fields, width))
      else if (!isIntact) row = unreadableRow('This row has text after a closing quote.')
      else if (cell === undefined) row = unreadableRow(noCell(column))
      else row = rowOf(cell, source, start, end)
      write(target, row, source, start, end)
    },
    refuse(target, fault, source, start, end) {
      write(target, unreadableRow(fault), source, start, end)
    },
  }
}

function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === QUOTE || bytes[at] === CR) return false
  return true
}

function cellsOf(results: readonly FlatColumn[], row: FlatRow): string {
  let cells = ''
  for (let at = 0; at < results.length; at++) {
    const value = results[at]!.of(row)
    if (at > 0) cells += ','
    if (value !== null) cells += typeof value === 'string' ? quoted(value) : String(value)
  }
  // Most readers skip an empty line, so it would not be a record.
  return cells === '' ? '""' : cells
}

export const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The cells of a header. */
export function readCsvHeader(bytes: Buffer): string[] {
  const names: string[] = []
  const scanner = createScanner(
    { delimiter: COMMA, column: -1, offset: 0, recordMaxBytes: Number.POSITIVE_INFINITY },
    { cell: (text) => names.push(text), record() {} },
  )
  scanner.push(bytes)
  scanner.finish()
  return names.length === 0 ? [''] : names
}
