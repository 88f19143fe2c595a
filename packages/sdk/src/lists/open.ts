// A messy list → its rows and their addresses. Nothing is sent.
import { readCell } from '@mailsift/intake/cells'
import { type AddressColumn, chooseColumns, nameColumns } from '@mailsift/intake/columns'
import { fromBlob, type List, openList as openHere } from '@mailsift/intake/list'
import { ListError } from '@mailsift/intake/list-error'
import { createShiftFinder } from '@mailsift/intake/shifted'
import { type CsvSource, openSource } from '../csv-source.ts'

/** A path or file: URL (Node, Deno, Bun), a File or Blob, or a stream, which is buffered in memory. */
export type ListSource = CsvSource

export type OpenListOptions = {
  /** The columns with addresses: case-insensitive names, `#3` for a position, `all`. Default: detected. */
  columns?: string | readonly string[] | undefined
  /** The sheet of an Excel file. Default: the first with addresses. */
  sheet?: string | undefined
  /** Whether addresses are extracted from cells that contain other text. Default true. */
  repair?: boolean | undefined
  signal?: AbortSignal | undefined
}

export type ListRow = {
  /** The one-based line where the row starts in the file. */
  line: number
  /** By the names of the list; empty where the row has fewer. */
  cells: string[]
  /** Empty if the row contains none. A row with several occurs once for each. */
  address: string
  /** The original cell, if the address had to be extracted from it. */
  repairedFrom: string | undefined
  /** The one-based field that contains it, if a row with a field too few or too many has it next to its column. */
  foundIn: number | undefined
}

export type OpenedList = Pick<List, 'format' | 'separator' | 'hasHeader' | 'names'> & {
  /** The name of the file, if it has one. */
  filename: string | undefined
  sheet: string | undefined
  /** The columns that are searched for addresses. */
  columns: string[]
  /** Every row from the beginning; may be called again. */
  rows(): AsyncGenerator<ListRow, void>
}

export async function openList(source: ListSource, options: OpenListOptions = {}): Promise<OpenedList> {
  const { sheet, repair = true, signal } = options
  const { blob, name } = await openSource(source, signal)
  const open = () => openHere(fromBlob(blob), { sheet })
  const list = await open()
  const columns = columnsOf(list, options.columns)
  const indexes = columns.map(({ index }) => index)
  const all = list.names.map((_, at) => at)
  const findShifted = createShiftFinder(list, indexes, repair)
  let unread: List | undefined = list

  async function* rows(): AsyncGenerator<ListRow, void> {
    const opened = unread ?? (await open())
    unread = undefined
    for await (const batch of opened.records(all)) {
      signal?.throwIfAborted()
      for (const record of batch) {
        const { line } = record
        const cells = record.cells.map((cell) => cell ?? '')
        const shifted = findShifted(record)
        const found = shifted ? [shifted] : indexes.flatMap((at) => readCell(cells[at]!, repair))
        if (found.length === 0) yield { line, cells, address: '', repairedFrom: undefined, foundIn: undefined }
        for (const { address, repairedFrom } of found)
          yield { line, cells, address, repairedFrom, foundIn: shifted?.foundIn }
      }
    }
  }

  const { format, separator, hasHeader, names } = list
  return {
    filename: name,
    format,
    separator,
    hasHeader,
    names,
    sheet: list.sheet?.name,
    columns: columns.map((column) => column.name),
    rows,
  }
}

function columnsOf({ names, candidates }: List, wanted: string | readonly string[] | undefined): AddressColumn[] {
  const told = `Columns: ${names.map((name) => `"${name}"`).join(', ')}.`
  if (wanted === undefined) {
    const choice = chooseColumns(candidates)
    if (choice.kind === 'chosen') return choice.columns
    if (choice.kind === 'none') throw new ListError('no_column', `It has no email column. ${told}`)
    const several = choice.columns.map(({ name }) => `"${name}"`).join(', ')
    throw new ListError('several_columns', `It has several columns of addresses: ${several}. Name some, or 'all'.`)
  }
  const found = nameColumns(typeof wanted === 'string' ? [wanted] : wanted, names, candidates)
  if ('found' in found) return found.found
  if ('missing' in found) throw new ListError('no_column', `It has no column "${found.missing}". ${told}`)
  const places = found.at.map((index) => `'#${index + 1}'`).join(' or ')
  throw new ListError('several_columns', `It has several columns "${found.twice}". Name one by its place: ${places}.`)
}
