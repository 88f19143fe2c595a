// What intake reads from a file, to compare in Node, in a browser and through the command line. No `node:` imports
// here.
import { type CellAddress, readCell } from '../src/cells.ts'
import { chooseColumns } from '../src/columns.ts'
import { openList, type Source } from '../src/list.ts'
import { createShiftFinder } from '../src/shifted.ts'

export type ReadList =
  | {
      format: 'text' | 'xlsx'
      encoding: string
      separator: string
      hasHeader: boolean
      names: string[]
      /** The columns with addresses; more than one if the user has to choose. */
      columns: string[]
      /** The addresses of each record. */
      rows: string[][]
      /** The first lines of the records. */
      lines: number[]
      repaired: number
    }
  | { error: string }

type FoundAddress = CellAddress & { foundIn?: number }
/** The content of a record, and the addresses found. */
export type ReadRecord = { line: number; cells: (string | undefined)[]; found: FoundAddress[] }
export type ReadWhole = {
  list: ReadList
  /** Before the header. */
  preamble: string
  /** The positions of the columns with addresses. */
  indexes: number[]
  records: ReadRecord[]
}

/** The maximum width of the lists here. */
const ALL = Array.from({ length: 60 }, (_, at) => at)

export async function readList(source: Source): Promise<ReadWhole> {
  try {
    const list = await openList(source)
    const choice = chooseColumns(list.candidates)
    const columns = choice.kind === 'none' ? [] : choice.columns
    const indexes = columns.map(({ index }) => index)
    const records: ReadRecord[] = []
    const findShifted = createShiftFinder(list, indexes, true)
    for await (const batch of list.records(ALL))
      for (const record of batch) {
        const { cells, line, fields } = record
        const shifted = findShifted(record)
        const found = shifted ? [shifted] : indexes.flatMap((at) => readCell(cells[at] ?? '', true))
        records.push({ line, cells: cells.slice(0, fields), found })
      }
    const { format, separator, hasHeader, names, preamble } = list
    const told = {
      format,
      encoding: list.encoding(),
      separator,
      hasHeader,
      names,
      columns: columns.map(({ name }) => name),
      rows: records.map(({ found }) => found.map(({ address }) => address)),
      lines: records.map(({ line }) => line),
      repaired: records
        .flatMap(({ found }) => found)
        .filter(({ repairedFrom, foundIn }) => (repairedFrom ?? foundIn) !== undefined).length,
    }
    return { list: told, preamble, indexes, records }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ListError') throw error
    return { list: { error: error.message }, preamble: '', indexes: [], records: [] }
  }
}
