// What is compared: what intake makes of a file, in Node, in a browser and through the command line. No `node:` here.
import { readCell } from '../src/cells.ts'
import { chooseColumns } from '../src/columns.ts'
import { openList, type Source } from '../src/list.ts'

export type ReadList =
  | {
      format: 'text' | 'xlsx'
      encoding: string
      separator: string
      hasHeader: boolean
      names: string[]
      /** The columns of the addresses; more than one where a person has to choose. */
      columns: string[]
      /** The addresses of each record. */
      rows: string[][]
      /** The lines that the records begin in. */
      lines: number[]
      repaired: number
    }
  | { error: string }

export async function readList(source: Source): Promise<ReadList> {
  try {
    const list = await openList(source)
    const choice = chooseColumns(list.candidates)
    const columns = choice.kind === 'none' ? [] : choice.columns
    const rows: string[][] = []
    const lines: number[] = []
    let repaired = 0
    for await (const batch of list.records(columns.map(({ index }) => index)))
      for (const { cells, line } of batch) {
        const found = cells.flatMap((cell) => readCell(cell ?? '', true))
        rows.push(found.map(({ address }) => address))
        lines.push(line)
        repaired += found.filter(({ repairedFrom }) => repairedFrom !== undefined).length
      }
    const { format, separator, hasHeader, names } = list
    return {
      format,
      encoding: list.encoding(),
      separator,
      hasHeader,
      names,
      columns: columns.map(({ name }) => name),
      rows,
      lines,
      repaired,
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ListError') throw error
    return { error: error.message }
  }
}
