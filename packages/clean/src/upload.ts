// Converts a list to the format that the service accepts: UTF-8, one header, the same number of fields in every row,
// and the address to check in one column. A file in this format is sent unchanged; otherwise it is rewritten, and the
// previous text of a changed cell gets its own column.
import { createOutput, OUTPUT_FLUSH_BYTES, takeBytes } from '@mailsift/csv/write'
import type { Engine } from '@mailsift/engine'
import { csvCell } from '@mailsift/intake/csv-cell'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import { isTooLongToRepeat, readEntries, type Selection } from './entries.ts'
import { originalNames, placeAddress } from './place-address.ts'
import { writeRaw } from './raw.ts'

/** Properties of a list that has been read to its end. */
export type ListTraits = {
  /** The number of fields in its widest row. */
  widest: number
  /** Whether a row has fewer fields than the header. */
  isShort: boolean
  hasOddQuotes: boolean
  /** Whether an email cell differs from the address to check. */
  isChanged: boolean
  /** Whether a row was removed. */
  isReduced: boolean
  /** Whether it exceeds the limit of one submission. */
  isLong: boolean
}

export type UploadPlan = {
  /** Whether the file can be sent unchanged. */
  isAsIs: boolean
  emailColumn: string
  /** A separate column for the address, if the name of the chosen one is not unique. */
  addsAddress: boolean
  /** Columns for the previous texts of changed cells. */
  originalNames: string[]
}

const SEPARATORS: readonly string[] = [',', ';', '\t']

export function planUpload(list: List, columns: readonly number[], traits: ListTraits): UploadPlan {
  const [column] = columns
  const name = list.names[column!] ?? ''
  const isNamed = name !== '' && list.names.filter((each) => each === name).length === 1
  const addsAddress = !isNamed
  const isAsIs =
    !addsAddress &&
    !traits.isChanged &&
    !traits.isReduced &&
    list.format === 'text' &&
    list.encoding() === 'utf-8' &&
    list.tail().length === 0 &&
    list.hasHeader &&
    list.preamble === '' &&
    SEPARATORS.includes(list.separator) &&
    traits.widest <= list.names.length &&
    !traits.isShort &&
    !traits.hasOddQuotes &&
    !traits.isLong
  return {
    isAsIs,
    addsAddress,
    emailColumn: addsAddress ? freeName(list.names) : name,
    originalNames: traits.isChanged ? freeNames(originalNames(list.names, columns), list.names) : [],
  }
}

/** Limits of one submission. */
export type UploadLimits = { rows: number; bytes: number }

/**
 * The rows of the list, one for each address, as one or more files that the service accepts. `open` reads the list from
 * its beginning.
 */
export async function* writeUploads(
  engine: Pick<Engine, 'validate'>,
  open: () => Promise<List>,
  selection: Selection,
  { widest }: ListTraits,
  { addsAddress, emailColumn, originalNames: added }: UploadPlan,
  limits: UploadLimits,
): AsyncGenerator<{ csv: Blob; count: number }, void> {
  const list = await open()
  const separator = SEPARATORS.includes(list.separator) ? list.separator : ','
  const width = Math.max(widest, list.names.length)
  const names = Array.from({ length: width }, (_, at) => list.names[at] ?? `Column ${at + 1}`)
  const lineOf = (cells: readonly string[]) => `${cells.map((text) => csvCell(text, separator)).join(separator)}\n`
  const header = lineOf([...names, ...added, ...(addsAddress ? [emailColumn] : [])])
  const all = Array.from({ length: width }, (_, at) => at)
  const output = createOutput()
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let count = 0
  function keep(): void {
    bytes += output.length
    pieces.push(takeBytes(output) as Uint8Array<ArrayBuffer>)
  }
  function take(): { csv: Blob; count: number } {
    keep()
    const part = { csv: new Blob(pieces, { type: 'text/csv' }), count }
    pieces = []
    bytes = 0
    count = 0
    return part
  }
  for await (const batch of rowsOf(engine, list, open, selection, all)) {
    for (const { cells, originals, address } of batch) {
      const line = lineOf([...cells, ...added.map((_, at) => originals[at] ?? ''), ...(addsAddress ? [address] : [])])
      // A character has at most three bytes.
      const isFull = count === limits.rows || bytes + output.length + 3 * line.length > limits.bytes
      if (isFull && count > 0) yield take()
      if (count === 0) writeRaw(output, header)
      writeRaw(output, line)
      count++
      if (output.length >= OUTPUT_FLUSH_BYTES) keep()
    }
  }
  if (count > 0) yield take()
}

type Row = { cells: string[]; originals: readonly string[]; address: string }

/** Addresses are read from the selected columns; all other columns are kept. */
async function* rowsOf(
  engine: Pick<Engine, 'validate'>,
  list: List,
  open: () => Promise<List>,
  selection: Selection,
  all: readonly number[],
): AsyncGenerator<Row[], void> {
  const { columns } = selection
  const read = [...columns, ...all.filter((at) => !columns.includes(at))]
  const place = all.map((at) => read.indexOf(at))
  const cellsOf = ({ cells }: Record) => place.map((at) => cells[at] ?? '')
  const asRead: List = { ...list, records: () => list.records(read) }
  let written: Record | undefined
  for await (const batch of readEntries(engine, asRead, selection, open))
    yield batch.flatMap((entry): Row[] => {
      if (entry.dropped) return []
      const { record, address } = entry
      const isRepeated = record === written && isTooLongToRepeat(entry)
      written = record
      const { changes, originals } = placeAddress(columns, entry)
      const cells = isRepeated ? all.map(() => '') : cellsOf(record)
      for (const [at, text] of changes ?? []) cells[at] = text
      return [{ cells, originals: isRepeated ? [] : originals, address }]
    })
}

function freeNames(wanted: readonly string[], names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.trim().toLowerCase()))
  return wanted.map((name) => (taken.has(name.toLowerCase()) ? `mailsift.${name}` : name))
}

function freeName(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.trim().toLowerCase()))
  let name = 'found address'
  for (let number = 2; taken.has(name); number++) name = `found address ${number}`
  return name
}
