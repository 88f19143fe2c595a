type Cell = string | number | boolean | null | undefined

/** Columns under their names, as wide as their widest cell. */
export function table(rows: readonly Record<string, Cell>[], whenEmpty: string): string[] {
  const [first] = rows
  if (!first) return [whenEmpty]
  const names = Object.keys(first)
  const lines = [names.map((name) => name.toUpperCase()), ...rows.map((row) => names.map((name) => shown(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** One thing, a line for each of its fields. */
export function record(fields: Record<string, Cell>): string[] {
  const width = Math.max(...Object.keys(fields).map((name) => name.length))
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`)
}

/** What somebody typed as their name must not steer the terminal of whoever lists it. */
function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell).replaceAll(/[\p{Cc}\p{Cf}]/gu, '�')
}
