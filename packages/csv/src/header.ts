import type { Bytes } from '#bytes'
import { createScanner, type ScanOptions } from './scan.ts'
import { CsvStructureError } from './structure-error.ts'

export type Delimiter = ',' | ';' | '\t'

export type CsvHeader = {
  delimiter: Delimiter
  names: string[]
  emailColumn: number
}

/** In order of preference if the header line fits several. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']
/** Most headers are far shorter; only this much is read again for each delimiter. */
const PIECE_BYTES = 4096

export type HeaderOptions = Pick<ScanOptions, 'offset' | 'recordMaxBytes'> & { emailColumn: string }
type Reading = { delimiter: Delimiter; names: string[] } | { delimiter: Delimiter; names: undefined; error: unknown }

/**
 * Parses the first record of `head`, the beginning of the file, once for each delimiter. The one that finds the email
 * column is right; if none does, the one with the most columns is the likeliest.
 */
export function readHeader(head: Bytes, { emailColumn, ...options }: HeaderOptions): CsvHeader {
  const readings = DELIMITERS.map((delimiter) => readNames(head, delimiter, options))
  const best =
    readings.find(({ names }) => names?.includes(emailColumn)) ??
    readings.reduce((best, next) => ((next.names?.length ?? 0) > (best.names?.length ?? 0) ? next : best))
  if (!best.names) throw best.error
  if (best.names.length === 0) throw new CsvStructureError('no_header', 1, 'the file has no header line.')
  return { ...best, emailColumn: findColumn(best.names, emailColumn) }
}

function readNames(head: Bytes, delimiter: Delimiter, options: Omit<HeaderOptions, 'emailColumn'>): Reading {
  const names: string[] = []
  let done = false
  const scanner = createScanner(
    { delimiter: delimiter.charCodeAt(0), column: -1, ...options },
    {
      cell(text) {
        if (!done) names.push(text)
      },
      record() {
        done = true
      },
    },
  )
  try {
    for (let at = 0; at < head.length && !done; at += PIECE_BYTES) scanner.push(head.subarray(at, at + PIECE_BYTES))
    if (!done) scanner.finish()
    return { delimiter, names }
  } catch (error) {
    return { delimiter, names: undefined, error }
  }
}

function findColumn(names: string[], wanted: string): number {
  const column = names.indexOf(wanted)
  if (column < 0) {
    const similar = names.findIndex((name) => simplify(name) === simplify(wanted))
    const hint = similar < 0 ? '' : ` Column ${similar + 1} differs only in case, spaces or invisible characters.`
    throw new CsvStructureError('email_column_missing', 1, `no column has the name given as email_column.${hint}`)
  }
  const second = names.indexOf(wanted, column + 1)
  if (second >= 0) {
    const both = `columns ${column + 1} and ${second + 1}`
    throw new CsvStructureError('email_column_ambiguous', 1, `${both} both have the name given as email_column.`)
  }
  return column
}

function simplify(name: string): string {
  return name.replaceAll(/[\s\u200b\ufeff]/g, '').toLowerCase()
}
