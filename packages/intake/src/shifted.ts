// A row with a field too few or too many: what follows the gap is off by a column, the address too. It is taken
// from there where only one cell can be meant.
import { holdsAddress } from './address-like.ts'
import { type CellAddress, readCell } from './cells.ts'
import { isAddressColumn } from './columns.ts'
import type { List } from './list.ts'
import { createRecordReader, type Record } from './records.ts'

type ShiftedAddress = CellAddress & {
  /** The field that it is in, from 1. */
  foundIn: number
}

type ShiftFinder = (record: Record) => ShiftedAddress | undefined

type Table = Pick<List, 'format' | 'separator' | 'names' | 'candidates'>

/** Finds nothing with `repair` off. */
export function createShiftFinder(
  { format, separator, names, candidates }: Table,
  columns: readonly number[],
  repair: boolean,
): ShiftFinder {
  const width = names.length
  const [column, ...others] = columns
  // Another column may be meant where there are several. A sheet says of each cell where it belongs, and a plain list has one field.
  const isTold = column !== undefined && others.length === 0 && format === 'text' && separator !== ''
  if (!repair || !isTold) return () => undefined
  const ofOthers = new Set(candidates.filter(isAddressColumn).map(({ index }) => index))
  ofOthers.delete(column)

  return (record) => {
    const { raw, fields } = record
    if (fields === width) return undefined
    const reader = createRecordReader({ separator, columns: 'all', width })
    const [{ cells } = record] = [...reader.push(raw), ...reader.end()]
    if (holdsAddress(cells[column] ?? '')) return undefined
    // As far as the row is too short or too long, and no further, its fields may have moved.
    const [first, last] = fields < width ? [column + fields - width, column - 1] : [column + 1, column + fields - width]
    const places: number[] = []
    for (let at = Math.max(0, first); at <= last; at++) if (holdsAddress(cells[at] ?? '')) places.push(at)
    const [place, ...further] = places
    // In a column of other addresses it is at its place, and not the one that is looked for.
    if (place === undefined || further.length > 0 || ofOthers.has(place)) return undefined
    const [address, ...more] = readCell(cells[place]!, true)
    return address && more.length === 0 ? { ...address, foundIn: place + 1 } : undefined
  }
}
