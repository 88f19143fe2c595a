// The service's results for one list, as fetched by the page: counted, shown and exported here.
import type { AnswerHeader } from '@mailsift/clean/answer-csv'
import { type AnswerFile, type AnswerRow, openAnswers, RETRIED_ROW } from '@mailsift/clean/answers'
import { composeExport, type ExportChoice, isExported } from '@mailsift/clean/compose'
import type { Known } from '@mailsift/clean/evidence'
import { STATUSES } from '@mailsift/clean/status'
import { CSV_RECORDS_MAX_COUNT } from '@mailsift/contract/limits'
import type { Policy } from '@mailsift/engine'
import { csvCell } from '@mailsift/intake/csv-cell'
import { fromBlob } from '@mailsift/intake/list'
import { createRecordReader } from '@mailsift/intake/records'
import { loadEngine } from './engine.ts'
import { type FileFormat, inFormat } from './formats.ts'
import type { Count, RowFilter } from './list.ts'
import { isRetryable, RETRIED_EMAIL } from './retryable.ts'
import { createRowStore, type RowStore, type StoredRow } from './row-store.ts'

/** A complete CSV of the service. */
export type ResultFile = {
  csv: Blob
  /** Prefix of the result columns; empty for a job. */
  prefix: string
}

export type ResultSource = {
  /** Identifies the list and what is read of it: another source has another id. */
  id: string
  /** The parts of the list, in order. */
  files: readonly ResultFile[]
  /** Retried rows, by round. */
  retries: readonly (readonly ResultFile[])[]
  emailColumn: string
  /** Reasons that only the account knows, once looked up. */
  known?: Known
}

export type ResultRow = StoredRow & { index: number; status: Count['status']; reason: string }
export type ResultRows = { total: number; start: number; rows: ResultRow[] }
/** The rows that a page shows: those with a status or reason that contain a text. */
export type ResultView = { filter: RowFilter; search: string }

/** `duplicates` counts rows with the same mailbox as an earlier row. */
export type ResultCount = Count & { duplicates: number }

export type Results = {
  rows: number
  counts: ResultCount[]
  duplicates: number
  theirs: string[]
  answers: string[]
  /** Rows with a domain check but without a registry lookup. */
  unregistered: number
}

export type Preview = { names: string[]; rows: string[][] }

const PREVIEW_ROWS = 10
/** Any policy will do if no row is excluded. */
const PLAIN: Policy = { preset: 'marketing' }

/** `columns` are the result columns to export; counting needs none. */
async function open(source: ResultSource, policy: Policy, columns: ExportChoice['columns'] = []) {
  const answers = columns.flatMap((column) => ('ours' in column ? [column.ours] : []))
  const opened = ({ csv, prefix }: ResultFile): AnswerFile => ({ bytes: fromBlob(csv).read(), prefix })
  const [first, ...others] = source.files.map(opened)
  const retries = source.retries.map((files) => files.map(opened))
  return openAnswers(await loadEngine(), [first!, ...others], {
    emailColumn: source.emailColumn,
    policy,
    answers,
    retries,
    known: source.known,
  })
}

type Read = { results: Results; store: RowStore; shown?: { key: string; positions: number[] } }
/** The last read or currently loading rows: a page shows one result at a time. */
let last: { key: string; read: Promise<Read> } | undefined

export const readResults = async (source: ResultSource, policy: Policy): Promise<Results> =>
  (await readOnce(source, policy)).results

/** Calls for the same result share one read. Another result replaces it at once, so that memory holds only one. */
function readOnce(source: ResultSource, policy: Policy): Promise<Read> {
  const key = JSON.stringify([source.id, policy])
  if (last?.key === key) return last.read
  const own = { key, read: readAll(source, policy) }
  own.read.catch(() => {
    if (last === own) last = undefined
  })
  last = own
  return own.read
}

async function readAll(source: ResultSource, policy: Policy): Promise<Read> {
  const store = createRowStore()
  return { results: await count(source, policy, store), store }
}

/** Only the counts, for a list that is not shown. */
export const countResults = (source: ResultSource, policy: Policy): Promise<Results> => count(source, policy)

async function count(source: ResultSource, policy: Policy, store?: RowStore): Promise<Results> {
  const { header, rows } = await open(source, policy)
  const counts: ResultCount[] = []
  const codeOf = new Map<string, number>()
  const sum = { rows: 0, duplicates: 0, unregistered: 0 }
  for await (const batch of rows)
    for (const row of batch) {
      const { status, reason, suggestion, evidence = '' } = row.opinion
      const key = `${status} ${reason}`
      const code = codeOf.get(key) ?? counts.push({ status, reason, count: 0, duplicates: 0 }) - 1
      codeOf.set(key, code)
      const isUnregistered = row.registry === 'not_looked_up'
      store?.add({ address: row.address, suggestion, isUnregistered, evidence, cells: textOf(row) }, code)
      const own = counts[code]!
      own.count++
      sum.rows++
      if (isUnregistered) sum.unregistered++
      if (!row.isDuplicate) continue
      sum.duplicates++
      own.duplicates++
    }
  return { ...sum, counts, theirs: header.theirs, answers: header.answers }
}

/** Rows to show, from those already read; the data of a previous worker is lost. */
export async function resultRows(
  source: ResultSource,
  policy: Policy,
  view: ResultView,
  start: number,
  count: number,
): Promise<ResultRows> {
  const own = await readOnce(source, policy)
  const { store, results } = own
  const positions = positionsOf(own, view)
  const total = positions?.length ?? results.rows
  const from = Math.min(start, Math.max(0, total - count))
  const end = Math.min(from + count, total)
  const wanted = positions ? positions.slice(from, end) : Array.from({ length: end - from }, (_, at) => from + at)
  const rows = store.read(wanted).map((row, at) => {
    const { status, reason } = results.counts[store.codes[wanted[at]!]!]!
    return { ...row, index: wanted[at]!, status, reason }
  })
  return { total, start: from, rows }
}

/** Distinct addresses in batches, to look up what the account knows about them. Undefined after the last row. */
export async function resultAddresses(
  source: ResultSource,
  policy: Policy,
  start: number,
  count: number,
): Promise<string[] | undefined> {
  const { store } = await readOnce(source, policy)
  const end = Math.min(start + count, store.codes.length)
  if (start >= end) return undefined
  const rows = store.read(Array.from({ length: end - start }, (_, at) => start + at))
  return [...new Set(rows.map(({ address }) => address))].filter(
    (address) => address.includes('@') && address.length <= ADDRESS_MAX_CHARACTERS,
  )
}

/** Longer texts are not addresses, and the service refuses to look them up. */
const ADDRESS_MAX_CHARACTERS = 400

/** The rows without a result, as files to send again: only their positions and addresses. */
export async function retryParts(source: ResultSource, policy: Policy): Promise<{ csv: Blob; count: number }[]> {
  const { store, results } = await readOnce(source, policy)
  const isRetried = results.counts.map(isRetryable)
  const positions = store.codes.flatMap((code, at) => (isRetried[code] ? [at] : []))
  const parts: { csv: Blob; count: number }[] = []
  for (let start = 0; start < positions.length; start += CSV_RECORDS_MAX_COUNT) {
    const own = positions.slice(start, start + CSV_RECORDS_MAX_COUNT)
    const lines = store.read(own).map(({ address }, at) => `${own[at]},${csvCell(address, ',;|\t')}\n`)
    parts.push({
      csv: new Blob([`${RETRIED_ROW},${RETRIED_EMAIL}\n`, ...lines], { type: 'text/csv' }),
      count: own.length,
    })
  }
  return parts
}

/** Undefined for all rows. */
function positionsOf(own: Read, { filter, search }: ResultView): number[] | undefined {
  const text = search.trim()
  if (!filter && text === '') return undefined
  const key = JSON.stringify([filter, text])
  if (own.shown?.key === key) return own.shown.positions
  const { store, results } = own
  const isWanted = results.counts.map(
    ({ status, reason }) =>
      !filter || (status === filter.status && (filter.reason === undefined || reason === filter.reason)),
  )
  const found = text === '' ? store.codes.map((_, at) => at) : store.search(text)
  const positions = found.filter((at) => isWanted[store.codes[at]!])
  own.shown = { key, positions }
  return positions
}

const textOf = ({ cells }: AnswerRow) => cells.map((cell) => cell ?? '')

/** The first rows of an export, without reading the rest. */
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

/** As another program would read it. */
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

/** Writes to the chosen file if the browser supports it; otherwise returns a Blob to save. */
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

/** The service's CSV for the whole list: all parts, with the latest result of each row. */
export async function joinAnswers(source: ResultSource): Promise<Blob> {
  const { header } = await open(source, PLAIN)
  const columns = [...header.theirs.map((_, theirs) => ({ theirs })), ...header.answers.map((ours) => ({ ours }))]
  const { prefix } = source.files[0]!
  const choice = { statuses: STATUSES, withoutReasons: [], isFirstOnly: false, columns, prefix }
  return (await makeExport(source, PLAIN, choice, undefined, 'csv', ''))!
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
