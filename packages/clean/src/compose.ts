// An export as its reader wants it: which rows, which columns in which order, for programs or for Excel.
import { type CsvOutput, createOutput, lastBytes, OUTPUT_FLUSH_BYTES, takeBytes, writeAscii } from '@mailsift/csv/write'
import { BOMS } from '@mailsift/intake/text'
import type { AnswerHeader, AnswerRow } from './answers.ts'
import { csvCell } from './layout.ts'
import { createOurColumns, type OurColumns } from './our-columns.ts'
import { writeRaw } from './raw.ts'
import type { Status } from './status.ts'

/** One of theirs by its position, or one of ours by its name. */
export type ExportColumn = { theirs: number } | { ours: string }

export type ExportChoice = {
  statuses: readonly Status[]
  /** Reasons that are left out, whatever their status. */
  withoutReasons: readonly string[]
  /** Of rows that reach one mailbox, the first. */
  isFirstOnly: boolean
  columns: readonly ExportColumn[]
  /** Before the names of the contract's columns. */
  prefix: string
  /** Excel needs a mark to read UTF-8. */
  forExcel: boolean
}

export function isExported({ statuses, withoutReasons, isFirstOnly }: ExportChoice, row: AnswerRow): boolean {
  if (isFirstOnly && row.isDuplicate) return false
  return statuses.includes(row.opinion.status) && !withoutReasons.includes(row.opinion.reason)
}

type Segment = { theirs: number[] } | { ours: OurColumns }

export async function* composeExport(
  header: AnswerHeader,
  rows: AsyncIterable<AnswerRow[]>,
  choice: ExportChoice,
): AsyncGenerator<Uint8Array, void> {
  const { separator, theirs, lineEnd } = header
  const segments = segmentsOf(header, choice)
  const isAllFirst = startsWithAll(choice.columns, theirs.length)
  const output = createOutput()
  if (choice.forExcel) writeRaw(output, new TextDecoder('utf-8', { ignoreBOM: true }).decode(BOMS['utf-8']))
  writeLine(output, (segment) => {
    if ('ours' in segment) writeAscii(output, segment.ours.names.map((name) => separator + name).join(''))
    else for (const at of segment.theirs) writeRaw(output, separator + csvCell(theirs[at]!, separator))
  })
  for await (const batch of rows) {
    for (const row of batch) if (isExported(choice, row)) writeRow(row)
    if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
  }
  yield lastBytes(output)

  function writeRow(row: AnswerRow): void {
    const { raw, cells, opinion, address, answer } = row
    const isExact = isAllFirst && cells.length === theirs.length
    writeLine(output, (segment, index) => {
      if ('ours' in segment) segment.ours.write(output, { opinion, address, note: '', answer: { cells: answer } })
      // All of theirs in their order stand as they were sent, letter by letter.
      else if (isExact && index === 0) writeRaw(output, separator + raw)
      else for (const at of segment.theirs) writeRaw(output, separator + csvCell(cells[at] ?? '', separator))
    })
  }

  /** Every cell is written behind a separator; the first one goes again. */
  function writeLine(line: CsvOutput, write: (segment: Segment, index: number) => void): void {
    const start = line.length
    segments.forEach(write)
    line.bytes.copyWithin(start, start + 1, line.length)
    line.length = Math.max(start, line.length - 1)
    writeRaw(line, lineEnd)
  }
}

/** Neighbours of one kind are written together. */
function segmentsOf({ separator, theirs, answers }: AnswerHeader, { columns, prefix }: ExportChoice): Segment[] {
  const withDomain = answers.includes('metadata.domain.has_valid_mx_records')
  const segments: ({ theirs: number[] } | { names: string[] })[] = []
  for (const column of columns) {
    const last = segments.at(-1)
    if ('theirs' in column) {
      if (last && 'theirs' in last) last.theirs.push(column.theirs)
      else segments.push({ theirs: [column.theirs] })
    } else if (last && 'names' in last) last.names.push(column.ours)
    else segments.push({ names: [column.ours] })
  }
  return segments.map((segment): Segment => {
    if ('theirs' in segment) return segment
    const wanted = segment.names.join(',')
    return { ours: createOurColumns({ wanted, separator, theirNames: theirs, resultPrefix: prefix, withDomain }) }
  })
}

function startsWithAll(columns: readonly ExportColumn[], count: number): boolean {
  return (
    columns.slice(0, count).every((column, at) => 'theirs' in column && column.theirs === at) &&
    columns.length >= count &&
    !('theirs' in (columns[count] ?? {}))
  )
}
