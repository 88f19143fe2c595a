import { DELIMITERS, type Delimiter } from './header.ts'
import { createScanner } from './scan.ts'

/** The names of the columns and the first records, each as its cells. */
export type CsvSample = { names: string[]; rows: string[][] }

const BOM = Buffer.from('\ufeff')

/**
 * Looks at the beginning of a file, to find out what its columns hold. The delimiter is chosen as `readHeader` does: the
 * one that finds the column, if one is meant, or else most columns. Undefined when not even the header fits into `head`.
 */
export function sampleCsv(head: Buffer, isWhole: boolean, column?: string): CsvSample | undefined {
  const text = head.subarray(0, BOM.length).equals(BOM) ? head.subarray(BOM.length) : head
  const readings = DELIMITERS.map((delimiter) => readRows(text, delimiter, isWhole))
  const [names, ...rows] =
    readings.find(([names]) => column !== undefined && names?.includes(column)) ??
    readings.reduce((best, next) => ((next[0]?.length ?? 0) > (best[0]?.length ?? 0) ? next : best))
  return names && { names, rows }
}

function readRows(text: Buffer, delimiter: Delimiter, isWhole: boolean): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  const scanner = createScanner(
    { delimiter: delimiter.charCodeAt(0), column: -1, offset: 0, recordMaxBytes: Number.POSITIVE_INFINITY },
    {
      cell: (text) => cells.push(text),
      record() {
        rows.push(cells)
        cells = []
      },
    },
  )
  try {
    scanner.push(text)
    if (isWhole) scanner.finish()
  } catch {
    // A quote that is never closed: the records before it are sample enough.
  }
  return rows
}
