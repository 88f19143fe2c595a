import { printable } from './printable.ts'

export type Cell = string | number | boolean | null | undefined

/** Columns under their names, as wide as their widest cell on a terminal; numbers stand right. The names come first. */
export async function table(names: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string[]> {
  // It reads the tables of emoji and graphemes when it is loaded: a fifth of the time that a command needs to start.
  const { default: stringWidth } = await import('string-width')
  const lines = [names, ...rows.map((row) => row.map(shown))]
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column]!))))
  const isNumber = names.map((_, column) => typeof rows[0]?.[column] === 'number')
  return lines.map((cells) =>
    cells
      .map((cell, column) => {
        const filling = ' '.repeat(widths[column]! - stringWidth(cell))
        return isNumber[column] ? filling + cell : cell + filling
      })
      .join('  ')
      .trimEnd(),
  )
}

/** One thing, a line for each of its fields. */
export function fields(of: Record<string, Cell>): string[] {
  const width = Math.max(...Object.keys(of).map((name) => name.length))
  return Object.entries(of).map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`)
}

/** 12,345. Not by the locale's tables, which take megabytes. */
export function formatCount(count: number): string {
  const digits = String(count)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return typeof cell === 'number' ? formatCount(cell) : printable(cell)
}
