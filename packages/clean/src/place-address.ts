// Puts the checked address into the selected column, wherever in the row it was found.
import type { Entry } from './entries.ts'

export type Placed = {
  /** New texts of columns, by position; undefined if the row already shows the address. */
  changes: ReadonlyMap<number, string> | undefined
  /** The previous texts of the selected columns, for the columns `original_…`; empty if a column did not change. */
  originals: readonly string[]
}

/** The first selected column shows the address. The others are emptied: their addresses have their own rows. */
export function placeAddress(
  columns: readonly number[],
  { record, address }: Pick<Entry, 'record' | 'address'>,
): Placed {
  const [cell = ''] = record.cells
  if (address === '' || (columns.length === 1 && cell === address)) return UNCHANGED
  const changes = new Map<number, string>()
  const originals = columns.map((column, at) => {
    const before = record.cells[at] ?? ''
    const shown = at === 0 ? address : ''
    if (before === shown) return ''
    changes.set(column, shown)
    return before
  })
  return changes.size > 0 ? { changes, originals } : UNCHANGED
}

const UNCHANGED: Placed = { changes: undefined, originals: [] }

/** The names of the columns with the previous texts; columns with the same name get a number. */
export function originalNames(names: readonly string[], columns: readonly number[]): string[] {
  const isTwice = (column: number) => names.filter((name) => name === names[column]).length > 1
  return columns.map((column) => `original_${names[column]}${isTwice(column) ? ` #${column + 1}` : ''}`)
}
