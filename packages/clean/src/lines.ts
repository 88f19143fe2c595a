// A line of a cleaned list: input columns and ours in the chosen order. Every cleaned list is written here.
import type { CsvOutput } from '@mailsift/csv/write'
import { csvCell } from '@mailsift/intake/csv-cell'
import { createOurColumns, type OurColumns, type OurOptions, type OurRow } from './our-columns.ts'
import { writeRaw } from './raw.ts'

/** Adjacent columns of one kind: the input's by position, or ours by `wanted` of `createOurColumns`. */
export type Segment = { theirs: 'all' | readonly number[] } | { ours: string }

/** The input's part of a line. */
export type TheirPart = {
  /** All of its columns, unchanged. */
  whole?: string | undefined
  /** If `whole` is missing, or not all columns are included. */
  cells?: readonly (string | undefined)[]
  /** The line end, preceded by the fields without a header name. */
  end: string
}

/** Receives a line piece by piece: unchanged text, and our cells. */
export type LineTarget = {
  text(text: string): void
  cells(columns: OurColumns, row: OurRow): void
}

export type LineWriter = {
  head(target: LineTarget, names: TheirPart): void
  row(target: LineTarget, theirs: TheirPart, ours: OurRow): void
}

type LineOptions = Omit<OurOptions, 'wanted' | 'isFirst' | 'cell'> & {
  segments: readonly Segment[]
  /** How to write an input cell or a name. Default: quoted if necessary. */
  cell?: OurOptions['cell'] | undefined
}

export function createLineWriter({ segments, ...given }: LineOptions): LineWriter {
  const { separator, theirNames, cell = (text: string) => csvCell(text, separator) } = given
  const options = { ...given, cell }
  type Part = { theirs: 'all' | readonly number[]; before: string } | { ours: OurColumns }
  const parts = segments.map((segment, index): Part => {
    const isFirst = index === 0
    if ('theirs' in segment) return { ...segment, before: isFirst ? '' : separator }
    return { ours: createOurColumns({ ...options, wanted: segment.ours, isFirst }) }
  })
  const all = theirNames.map((_, at) => at)

  function theirText(chosen: 'all' | readonly number[], { whole, cells }: TheirPart): string {
    if (chosen === 'all' && whole !== undefined) return whole
    return (chosen === 'all' ? all : chosen).map((at) => cell(cells?.[at] ?? '')).join(separator)
  }

  return {
    head(target, names) {
      for (const part of parts)
        target.text('ours' in part ? part.ours.head : part.before + theirText(part.theirs, names))
      target.text(names.end)
    },
    row(target, theirs, ours) {
      for (const part of parts) {
        if ('ours' in part) target.cells(part.ours, ours)
        else target.text(part.before + theirText(part.theirs, theirs))
      }
      target.text(theirs.end)
    },
  }
}

/** Writes a line as UTF-8. */
export function toUtf8(output: CsvOutput): LineTarget {
  return { text: (text) => writeRaw(output, text), cells: (columns, row) => columns.write(output, row) }
}
