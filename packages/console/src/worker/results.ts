// The answers of the service to one list, as the page has fetched them: counted, shown and exported from here.
import type { AnswerHeader } from '@mailsift/clean/answer-csv'
import { type AnswerRow, openAnswers } from '@mailsift/clean/answers'
import { composeExport, type ExportChoice, isExported } from '@mailsift/clean/compose'
import type { Policy } from '@mailsift/engine'
import { fromBlob } from '@mailsift/intake/list'
import { createRecordReader } from '@mailsift/intake/records'
import { loadEngine } from './engine.ts'
import { type FileFormat, inFormat } from './formats.ts'
import type { Count } from './list.ts'

export type ResultSource = {
  id: string
  /** The service's own CSV, whole. */
  csv: Blob
  /** Prefix of the answer's columns; empty for a job. */
  prefix: string
  emailColumn: string
}

type ResultRow = {
  index: number
  cells: string[]
  address: string
  status: Count['status']
  reason: string
  suggestion: string
}

/** `duplicates` counts rows that reach a mailbox of an earlier row. */
export type ResultCount = Count & { duplicates: number }

export type Results = {
  rows: number
  counts: ResultCount[]
  duplicates: number
  theirs: string[]
  answers: string[]
  /** A few sample rows for each reason. */
  samples: ResultRow[]
}

export type Preview = { names: string[]; rows: string[][] }

const SAMPLES_PER_REASON = 25
const PREVIEW_ROWS = 10

/** `columns` are the answer's columns to export; none are needed to count. */
async function open(source: ResultSource, policy: Policy, columns: ExportChoice['columns'] = []) {
  const answers = columns.flatMap((column) => ('ours' in column ? [column.ours] : []))
  return openAnswers(await loadEngine(), fromBlob(source.csv).read(), { ...source, policy, answers })
}

export async function readResults(source: ResultSource, policy: Policy): Promise<Results> {
  const { header, rows } = await open(source, policy)
  const counts = new Map<string, ResultCount>()
  const samples: ResultRow[] = []
  const sum = { rows: 0, duplicates: 0 }
  for await (const batch of rows)
    for (const row of batch) {
      const { status, reason, suggestion } = row.opinion
      const key = `${status} ${reason}`
      const count = counts.get(key) ?? { status, reason, count: 0, duplicates: 0 }
      counts.set(key, count)
      if (count.count++ < SAMPLES_PER_REASON)
        samples.push({ index: sum.rows, cells: textOf(row), address: row.address, status, reason, suggestion })
      sum.rows++
      if (row.isDuplicate) {
        sum.duplicates++
        count.duplicates++
      }
    }
  return { ...sum, counts: [...counts.values()], theirs: header.theirs, answers: header.answers, samples }
}

const textOf = ({ cells }: AnswerRow) => cells.map((cell) => cell ?? '')

/** The first rows of an export: the rest is not read for it. */
export async function previewExport(source: ResultSource, policy: Policy, choice: ExportChoice): Promise<Preview> {
  const { header, rows } = await open(source, policy, choice.columns)
  const first: AnswerRow[] = []
  for await (const batch of rows) {
    first.push(...batch.filter((row) => isExported(choice, row)))
    if (first.length >= PREVIEW_ROWS) break
  }
  const lines = await shownAs(header, first.slice(0, PREVIEW_ROWS), choice)
  return { names: lines[0] ?? [], rows: lines.slice(1) }
}

/** As another program reads it. */
async function shownAs(header: AnswerHeader, rows: AnswerRow[], choice: ExportChoice): Promise<string[][]> {
  async function* once() {
    yield rows
  }
  const separator = choice.excelSeparator ?? header.separator
  const reader = createRecordReader({ separator, columns: 'all', width: choice.columns.length })
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of composeExport(header, once(), choice)) text += decoder.decode(piece)
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells.map((cell) => cell ?? ''))
}

/** Into the file that was chosen for it, where the browser lets a page write to one; otherwise as a Blob to save. */
export async function makeExport(
  source: ResultSource,
  policy: Policy,
  choice: ExportChoice,
  file: FileSystemFileHandle | undefined,
  format: FileFormat,
  name: string,
): Promise<Blob | undefined> {
  const pieces = await piecesOf(source, policy, choice, format, name)
  if (!file) {
    const parts: BlobPart[] = []
    for await (const piece of pieces) parts.push(piece.slice() as BlobPart)
    return new Blob(parts)
  }
  const writable = await file.createWritable()
  try {
    for await (const piece of pieces) await writable.write(piece.slice() as BufferSource)
    await writable.close()
  } catch (error) {
    await writable.abort()
    throw error
  }
  return undefined
}

async function piecesOf(
  source: ResultSource,
  policy: Policy,
  choice: ExportChoice,
  format: FileFormat,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  async function* csvOf(statuses: ExportChoice['statuses']) {
    const { header, rows } = await open(source, policy, choice.columns)
    yield* composeExport(header, rows, { ...choice, statuses })
  }
  const { header } = await open(source, policy)
  const files = choice.statuses.map((status) => ({ name: `${name}.${status}.csv`, bytes: () => csvOf([status]) }))
  return inFormat(format, () => csvOf(choice.statuses), header.separator, files)
}
