// Files to save, made in the worker: as CSV, as a workbook, or as a zip with one file per status.
import type { ExcelSeparator } from '@mailsift/clean/excel'
import { exportHere, separatorHere } from '@mailsift/clean/export-here'
import type { Status } from '@mailsift/clean/status'
import { fromBlob, openList } from '@mailsift/intake/list'
import { loadEngine } from './engine.ts'
import { type FileFormat, inFormat } from './formats.ts'
import { type ListChoice, selectionOf } from './list.ts'

export type FileChoice = {
  format: FileFormat
  rows: readonly Status[] | 'removed'
  excelSeparator: ExcelSeparator
  /** The base name of the files in a zip, without an extension. */
  name: string
}

/** The list with the verdicts made in this browser. */
export async function saveHere(file: File, choice: ListChoice, { format, rows, excelSeparator, name }: FileChoice) {
  const engine = await loadEngine()
  const open = () => openList(fromBlob(file), choice.reading)
  const selection = selectionOf(engine, choice)
  const given = format === 'excel' ? excelSeparator : undefined
  const csvOf = (of: FileChoice['rows']) =>
    exportHere(engine, open, selection, choice.policy, { rows: of, excelSeparator: given })
  const files = (rows === 'removed' ? [] : rows).map((status) => ({
    name: `${name}.${status}.csv`,
    bytes: () => csvOf([status]),
  }))
  const parts: BlobPart[] = []
  for await (const piece of await inFormat(format, () => csvOf(rows), separatorHere(await open(), given), files))
    parts.push(piece.slice() as BlobPart)
  return new Blob(parts)
}
