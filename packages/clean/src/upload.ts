// A list as the service takes it: UTF-8, one header, as many fields in every row, and one address in one column. What is like
// this already is sent as it is; everything else is rewritten, each letter of its cells kept.
import { createOutput, OUTPUT_FLUSH_BYTES, takeBytes } from '@mailsift/csv/write'
import { csvCell } from '@mailsift/intake/csv-cell'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import { isTooLongToRepeat, readEntries } from './entries.ts'
import { writeRaw } from './raw.ts'

/** Traits of a list that has been read to its end. */
export type ListTraits = {
  /** The fields of its widest row. */
  widest: number
  /** Whether a row has fewer fields than the header. */
  isShort: boolean
  hasOddQuotes: boolean
  /** Whether a cell holds more than an address, or a row holds several. */
  isRepaired: boolean
  /** Whether it is more than one submission may hold. */
  isLong: boolean
}

export type UploadPlan = {
  /** Whether the file can be sent as it is. */
  isAsIs: boolean
  emailColumn: string
  /** A separate column for the address, if no existing column has one address in each row. */
  addsAddress: boolean
}

const SEPARATORS: readonly string[] = [',', ';', '\t']

export function planUpload(list: List, columns: readonly number[], traits: ListTraits): UploadPlan {
  const [column] = columns
  const name = list.names[column!] ?? ''
  const isNamed = name !== '' && list.names.filter((each) => each === name).length === 1
  const addsAddress = columns.length !== 1 || traits.isRepaired || !isNamed
  const isAsIs =
    !addsAddress &&
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
  return { isAsIs, addsAddress, emailColumn: addsAddress ? freeName(list.names) : name }
}

/** Limits of one submission. */
export type UploadLimits = { rows: number; bytes: number }

/** The rows of the list, one for each address, as files that the service takes: as many as they need. */
export async function* writeUploads(
  list: List,
  columns: readonly number[],
  { widest }: ListTraits,
  { addsAddress, emailColumn }: UploadPlan,
  limits: UploadLimits,
): AsyncGenerator<{ csv: Blob; count: number }, void> {
  const separator = SEPARATORS.includes(list.separator) ? list.separator : ','
  const width = Math.max(widest, list.names.length)
  const names = Array.from({ length: width }, (_, at) => list.names[at] ?? `Column ${at + 1}`)
  const lineOf = (cells: readonly string[]) => `${cells.map((text) => csvCell(text, separator)).join(separator)}\n`
  const header = lineOf(addsAddress ? [...names, emailColumn] : names)
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
  for await (const batch of entriesOf(list, columns, all)) {
    for (const { cells, address } of batch) {
      const line = lineOf(addsAddress ? [...cells, address] : cells)
      // A letter is three bytes at most.
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

type Row = { cells: string[]; address: string }

/** Addresses are looked for in the chosen columns; all others come along. */
async function* entriesOf(list: List, columns: readonly number[], all: readonly number[]): AsyncGenerator<Row[], void> {
  const others = all.filter((at) => !columns.includes(at))
  const read = [...columns, ...others]
  const place = all.map((at) => read.indexOf(at))
  const cellsOf = ({ cells }: Record) => place.map((at) => cells[at] ?? '')
  const asRead: List = { ...list, records: () => list.records(read) }
  // Addresses are only found here; they are validated elsewhere.
  const engine = { validate: () => ({ ok: false, error: { code: '', message: '' } }) as const }
  const selection = { columns, repair: true, dedupe: false }
  const cellsOfRepeated = (address: string) => (list.separator === '' ? [address] : all.map(() => ''))
  let written: Record | undefined
  for await (const batch of readEntries(engine, asRead, selection, async () => list))
    yield batch.map((entry) => {
      const { record, address } = entry
      const isRepeated = record === written && isTooLongToRepeat(entry)
      written = record
      return { cells: isRepeated ? cellsOfRepeated(address) : cellsOf(record), address }
    })
}

function freeName(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.trim().toLowerCase()))
  let name = 'found address'
  for (let number = 2; taken.has(name); number++) name = `found address ${number}`
  return name
}
