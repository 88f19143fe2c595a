// A custom export: which rows, which columns in which order, for programs or for Excel.
import { createOutput, lastBytes, OUTPUT_FLUSH_BYTES, takeBytes } from '@mailsift/csv/write'
import { BOMS } from '@mailsift/intake/text'
import type { AnswerHeader } from './answer-csv.ts'
import type { AnswerRow } from './answers.ts'
import { type ExcelSeparator, excelCell } from './excel.ts'
import { createLineWriter, type Segment, toUtf8 } from './lines.ts'
import type { Status } from './status.ts'

/** An input column by its position, or one of ours by its name. */
export type ExportColumn = { theirs: number } | { ours: string }

export type ExportChoice = {
  statuses: readonly Status[]
  /** Reasons to exclude, whatever their status. */
  withoutReasons: readonly string[]
  /** Keeps the first of the rows with the same mailbox. */
  isFirstOnly: boolean
  columns: readonly ExportColumn[]
  /** The prefix of the contract's columns. */
  prefix: string
  /** For a spreadsheet program: uses this separator and escapes formulas. Undefined: for programs, with cells unchanged. */
  excelSeparator?: ExcelSeparator | undefined
}

export function isExported({ statuses, withoutReasons, isFirstOnly }: ExportChoice, row: AnswerRow): boolean {
  if (isFirstOnly && row.isDuplicate) return false
  return statuses.includes(row.opinion.status) && !withoutReasons.includes(row.opinion.reason)
}

export async function* composeExport(
  { separator, theirs, answers, lineEnd: end }: AnswerHeader,
  rows: AsyncIterable<AnswerRow[]>,
  choice: ExportChoice,
): AsyncGenerator<Uint8Array, void> {
  const lines = createLineWriter({
    segments: segmentsOf(choice.columns, theirs.length),
    separator: choice.excelSeparator ?? separator,
    cell: choice.excelSeparator && excelCell,
    theirNames: theirs,
    resultPrefix: choice.prefix,
    withDomain: answers.includes('metadata.domain.has_valid_mx_records'),
  })
  const output = createOutput()
  const target = toUtf8(output)
  // Excel needs the byte order mark to read UTF-8.
  if (choice.excelSeparator) yield BOMS['utf-8']
  lines.head(target, { cells: theirs, end })
  for await (const batch of rows) {
    for (const row of batch) {
      if (!isExported(choice, row)) continue
      const { raw, cells, opinion, address, answer } = row
      const whole = cells.length === theirs.length && !choice.excelSeparator ? raw : undefined
      lines.row(
        target,
        { whole, cells, end },
        { opinion, address, note: opinion.evidence ?? '', answer: { cells: answer } },
      )
    }
    if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
  }
  yield lastBytes(output)
}

/** Adjacent columns of one kind are written together; all input columns in order are copied unchanged. */
function segmentsOf(columns: readonly ExportColumn[], width: number): Segment[] {
  const runs: ({ theirs: number[] } | { ours: string[] })[] = []
  for (const column of columns) {
    const last = runs.at(-1)
    if ('theirs' in column) {
      if (last && 'theirs' in last) last.theirs.push(column.theirs)
      else runs.push({ theirs: [column.theirs] })
    } else if (last && 'ours' in last) last.ours.push(column.ours)
    else runs.push({ ours: [column.ours] })
  }
  return runs.map((run) => {
    if ('ours' in run) return { ours: run.ours.join(',') }
    const isAll = run.theirs.length === width && run.theirs.every((at, index) => at === index)
    return isAll ? { theirs: 'all' } : run
  })
}
