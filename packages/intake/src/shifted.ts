// A row with one field too few or too many: the fields after the gap are shifted, including the address. It is used
// only if there is exactly one candidate.
import { holdsAddress } from './address-like.ts'
import { type CellAddress, readCell } from './cells.ts'
import { isAddressColumn } from './columns.ts'
import type { List } from './list.ts'
import { createRecordReader, type Record } from './records.ts'

type ShiftedAddress = CellAddress & {
  /** The one-based field that contains it. */
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
  // Another column may be meant if there are several. A sheet has explicit cell positions, and a plain list has
  // one field.
  const isUnambiguous = column !== undefined && others.length === 0 && format === 'text' && separator !== ''
  if (!repair || !isUnambiguous) return () => undefined
  const ofOthers = new Set(candidates.filter(isAddressColumn).map(({ index }) => index))
  ofOthers.delete(column)

  return (record) => {
    const { raw, fields } = record
    if (fields === width) return undefined
    const reader = createRecordReader({ separator, columns: 'all', width })
    const [{ cells } = record] = [...reader.push(raw), ...reader.end()]
    if (holdsAddress(cells[column] ?? '')) return undefined
    // Fields can have shifted by as many columns as the row is too short or too long.
    const [first, last] = fields < width ? [column + fields - width, column - 1] : [column + 1, column + fields - width]
    const places: number[] = []
    for (let at = Math.max(0, first); at <= last; at++) if (holdsAddress(cells[at] ?? '')) places.push(at)
    const [place, ...further] = places
    // In a column of other addresses it is in its own place, so it is not the shifted one.
    if (place === undefined || further.length > 0 || ofOthers.has(place)) return undefined
    const [address, ...more] = readCell(cells[place]!, true)
    return address && more.length === 0 ? { ...address, foundIn: place + 1 } : undefined
  }
}
