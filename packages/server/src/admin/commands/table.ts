import { type Cell, table as layOut } from '@mailsift/command/table'

export { fields as record } from '@mailsift/command/table'

/** Columns under their names. */
export async function table(rows: readonly Record<string, Cell>[], whenEmpty: string): Promise<string[]> {
  const [first] = rows
  if (!first) return [whenEmpty]
  const names = Object.keys(first)
  return layOut(
    names.map((name) => name.toUpperCase()),
    rows.map((row) => names.map((name) => row[name])),
  )
}
