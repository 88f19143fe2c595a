// The lines of a cleaned list: the row with the checked address, our columns, and a note of every change.
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import { type Entry, isRepaired, isTooLongToRepeat } from './entries.ts'
import { type ExcelSeparator, excelCell } from './excel.ts'
import { layOut, type OutputSeparator } from './layout.ts'
import { createLineWriter, type LineTarget } from './lines.ts'
import type { Opinion } from './opinion.ts'
import type { Answer } from './our-columns.ts'
import { originalNames, placeAddress } from './place-address.ts'

export type CleanedLines = {
  separator: OutputSeparator
  head(target: LineTarget): void
  row(target: LineTarget, entry: Entry, opinion: Opinion, answer: Answer): void
  /** Removed rows, unchanged, and the reason. */
  removedHead(target: LineTarget): void
  removed(target: LineTarget, entry: Entry, why: NonNullable<Entry['dropped']>): void
}

export type CleanedOptions = {
  columns: readonly number[]
  /** `short`, `all`, or comma-separated names. */
  ours: string
  withDomain: boolean
  excelSeparator?: ExcelSeparator | undefined
}

export function createCleanedLines(list: List, options: CleanedOptions): CleanedLines {
  const { columns, ours, withDomain, excelSeparator } = options
  const layout = layOut(list, excelSeparator)
  const lines = createLineWriter({
    segments: [{ theirs: 'all' }, { ours }],
    separator: layout.separator,
    cell: excelSeparator && excelCell,
    theirNames: list.names,
    originalNames: originalNames(list.names, columns),
    resultPrefix: chooseResultPrefix(list.names),
    withDomain,
  })
  let written: Record | undefined
  const removedName = list.names.includes('removed') ? 'mailsift.removed' : 'removed'
  const appended = ({ whole, end }: { whole: string; end: string }, cell: string) =>
    `${whole}${layout.separator}${cell}${end}`
  return {
    separator: layout.separator,
    head: (target) => lines.head(target, layout.head),
    removedHead: (target) => target.text(appended(layout.head, removedName)),
    removed: (target, { record }, why) => target.text(appended(layout.row(record, true), why)),
    row(target, entry, opinion, answer) {
      const { record, address, ordinal, count } = entry
      const isRepeated = record === written && isTooLongToRepeat(entry)
      written = record
      const { changes, originals } = placeAddress(columns, entry)
      const theirs = layout.row(record, ordinal >= count, changes, isRepeated)
      const note = [noteOf(list, entry), opinion.evidence].filter(Boolean).join('; ')
      lines.row(target, theirs, { opinion, address, note, originals: isRepeated ? [] : originals, answer })
    },
  }
}

const QUOTED_MAX_CHARACTERS = 200
const shortened = (cell: string) =>
  cell.length > QUOTED_MAX_CHARACTERS ? `${cell.slice(0, QUOTED_MAX_CHARACTERS).toWellFormed()}…` : cell

/** The changes made to read the row; empty for nearly all. */
function noteOf(list: List, entry: Entry): string {
  const { record, repairedFrom, correctedFrom, foundIn, ordinal, count } = entry
  const hasOtherWidth = isRagged(list, entry)
  if (!isRepaired(entry) && correctedFrom === undefined && !hasOtherWidth && count <= 1) return ''
  const notes = [
    repairedFrom !== undefined && `repaired from ${shortened(repairedFrom)}`,
    correctedFrom !== undefined && `corrected from ${shortened(correctedFrom)}`,
    foundIn !== undefined && `found in field ${foundIn}`,
    hasOtherWidth &&
      `This row has ${record.fields} ${record.fields === 1 ? 'field' : 'fields'}; the header has ${list.names.length}.`,
    count > 1 && `address ${ordinal} of ${count} in this row`,
  ]
  return notes.filter(Boolean).join('; ')
}

/** Whether the row has more or fewer fields than the header. */
export const isRagged = (list: List, { record }: Pick<Entry, 'record'>) =>
  list.separator !== '' && list.hasHeader && list.format === 'text' && record.fields !== list.names.length
