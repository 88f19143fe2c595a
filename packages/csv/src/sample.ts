import { DELIMITERS, type Delimiter } from './header.ts'
import { createScanner } from './scan.ts'

/** The names of the columns and the first records, each as its cells. */
export type CsvSample = { names: string[]; rows: string[][] }

const BOM = Buffer.from('\ufeff')

/**
 * Looks at the beginning of a file, to find out what its columns hold. As long as the e-mail column is not known, the
 * delimiter that finds most columns is the likeliest. Undefined when not even the header fits into `head`.
 */
export function sampleCsv(head: Buffer, isWhole: boolean): CsvSample | undefined {
  const text = head.subarray(0, BOM.length).equals(BOM) ? head.subarray(BOM.length) : head
  const [best] = DELIMITERS.map((delimiter) => readRows(text, delimiter, isWhole)).sort(
    (one, other) => (other[0]?.length ?? 0) - (one[0]?.length ?? 0),
  )
  const [names, ...rows] = best!
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
