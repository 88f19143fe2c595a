// A list as a person has it → its rows and the addresses in them. Nothing is sent.
import { readCell } from '@mailsift/intake/cells'
import { type AddressColumn, chooseColumns, nameColumns } from '@mailsift/intake/columns'
import { fromBlob, type List, openList as openHere } from '@mailsift/intake/list'
import { ListError } from '@mailsift/intake/list-error'
import { createShiftFinder } from '@mailsift/intake/shifted'
import { type CsvSource, openSource } from '../csv-source.ts'

/** A path or file: URL (Node, Deno, Bun), a File or Blob, or a stream, which is held in memory. */
export type ListSource = CsvSource

export type OpenListOptions = {
  /** Which columns hold the addresses: names in any case, `#3` for a position, `all`. Default: detected. */
  columns?: string | readonly string[] | undefined
  /** The sheet of an Excel file. Default: the first that holds addresses. */
  sheet?: string | undefined
  /** Whether addresses are read out of cells that hold more than one address. Default true. */
  repair?: boolean | undefined
  signal?: AbortSignal | undefined
}

export type ListRow = {
  /** Where the row begins in the file, from 1. */
  line: number
  /** By the names of the list; empty where the row has fewer. */
  cells: string[]
  /** Empty where the row holds none. A row with several comes once for each. */
  address: string
  /** The cell as it stands, where the address had to be read out of it. */
  repairedFrom: string | undefined
  /** The field that it is in, from 1, where a row with a field too few or too many has it beside its column. */
  foundIn: number | undefined
}

export type OpenedList = Pick<List, 'format' | 'separator' | 'hasHeader' | 'names'> & {
  /** The name of the file, where it has one. */
  filename: string | undefined
  sheet: string | undefined
  /** The columns in which addresses are looked for. */
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
