// The chosen list: read, validated and prepared here, before anything leaves the machine.
import { type Entry, isRepaired, readEntries, type Selection } from '@mailsift/clean/entries'
import { createOpinions } from '@mailsift/clean/opinion'
import { placeAddress } from '@mailsift/clean/place-address'
import type { Status } from '@mailsift/clean/status'
import { type ListTraits, planUpload, writeUploads } from '@mailsift/clean/upload'
import { CSV_RECORDS_MAX_COUNT, UPLOAD_MAX_BYTES } from '@mailsift/contract/limits'
import type { Engine, Policy } from '@mailsift/engine'
import { chooseColumns } from '@mailsift/intake/columns'
import { generatedName } from '@mailsift/intake/dialect'
import type { Encoding } from '@mailsift/intake/encodings'
import { fromBlob, type ListOptions, openList } from '@mailsift/intake/list'
import { workerProblems } from '../texts/worker.ts'
import { loadEngine } from './engine.ts'
import { fingerprintOf } from './fingerprint.ts'

type Candidate = { index: number; name: string; share: number }

/** The detected format of the list. */
export type ListView = {
  format: 'text' | 'xlsx'
  separator: string
  hasHeader: boolean
  preambleLines: number
  names: string[]
  sheet: { name: string; others: string[] } | undefined
  /** The columns to choose from: those that may contain addresses, or if there are none, those with any content. */
  offered: Candidate[]
  isFound: boolean
  /** The columns used by default. */
  chosen: number[]
  sample: string[][]
}

export type ListChoice = {
  /** Overrides of how the file is read. */
  reading: ListOptions
  columns: number[]
  policy: Policy
  dedupe: boolean
  fixTypos: boolean
}
export type Count = { status: Status; reason: string; count: number }
export type LineProblem =
  | { line: number; kind: 'ragged'; fields: number; names: number }
  | { line: number; kind: 'quotes' }

/** The counts of a list, while and after it is read. */
export type Preflight = {
  isDone: boolean
  rows: number
  /** Addresses that the service will validate, one credit each. */
  units: number
  counts: Count[]
  repaired: number
  corrected: number
  suggested: number
  duplicates: number
  /** Rows removed as duplicates. */
  removed: number
  several: number
  problems: LineProblem[]
  problemCount: number
  encoding: Encoding
  isAsIs: boolean
  /** Whether it is split into several files. */
  isLong: boolean
}

export type ListRow = {
  line: number
  address: string
  status: Status
  reason: string
  suggestion: string
  repairedFrom: string
}
/** Rows of one status or one of its reasons, or all. */
export type RowFilter = { status: Status; reason?: string | undefined } | undefined

const SAMPLE_ROWS = 5
const PROBLEMS_MAX = 200
const TELL_EVERY_MS = 100

export async function viewList(file: File, reading: ListOptions): Promise<ListView> {
  const list = await openList(fromBlob(file), reading)
  const choice = chooseColumns(list.candidates)
  const chosen = choice.kind === 'none' ? [] : choice.columns
  const isFound = list.candidates.length > 0
  return {
    format: list.format,
    separator: list.separator,
    hasHeader: list.hasHeader,
    preambleLines: list.preamble.split(/\r\n|[\r\n]/).length - 1,
    names: list.names,
    sheet: list.sheet,
    offered: isFound
      ? list.candidates.map(({ index, name, share }) => ({ index, name, share }))
      : list.names
          .map((name, index) => ({ index, name, share: 0 }))
          .filter(({ index, name }) => name !== generatedName(index) || list.sample.some((row) => row[index])),
    isFound,
    chosen: chosen.map(({ index }) => index),
    sample: list.sample.slice(0, SAMPLE_ROWS).map((row) => row.map((cell) => cell ?? '')),
  }
}

type Validated = {
  file: File
  choice: ListChoice
  traits: ListTraits
  counts: Count[]
  lines: number[]
  addresses: string[]
  /** Indexes into `counts`. */
  codes: number[]
  suggestions: Map<number, string>
  repairs: Map<number, string>
  filtered: Map<string, Uint32Array>
}

/** Which addresses of the list are used, and how. */
export function selectionOf(engine: Pick<Engine, 'validate' | 'suggest'>, choice: ListChoice): Selection {
  const { columns, dedupe, fixTypos, policy } = choice
  const opinions = createOpinions(engine, policy)
  return {
    columns,
    repair: true,
    dedupe,
    correct: fixTypos ? (address, verdict) => opinions.ofVerdict(address, verdict).suggestion : undefined,
  }
}

/** The last validated list: a page shows one at a time. */
let validated: Validated | undefined
/** A later call cancels an earlier one. */
let turn = 0

export async function validateList(
  file: File,
  choice: ListChoice,
  onProgress: (preflight: Preflight) => void,
): Promise<Preflight> {
  const own = ++turn
  const engine = await loadEngine()
  const open = () => openList(fromBlob(file), choice.reading)
  const list = await open()
  const opinions = createOpinions(engine, choice.policy)
  const width = list.names.length
  const isTable = list.separator !== '' && list.hasHeader && list.format === 'text'
  const traits: ListTraits = {
    widest: 0,
    isShort: false,
    hasOddQuotes: false,
    isChanged: false,
    isReduced: false,
    isLong: false,
  }
  const state: Validated = {
    file,
    choice,
    traits,
    counts: [],
    lines: [],
    addresses: [],
    codes: [],
    suggestions: new Map(),
    repairs: new Map(),
    filtered: new Map(),
  }
  const codeOf = new Map<string, number>()
  const tally = {
    rows: 0,
    units: 0,
    repaired: 0,
    corrected: 0,
    suggested: 0,
    duplicates: 0,
    removed: 0,
    several: 0,
    problemCount: 0,
  }
  const problems: LineProblem[] = []
  const preflight = (isDone: boolean): Preflight => ({
    ...tally,
    isDone,
    counts: state.counts.map((count) => ({ ...count })),
    problems,
    encoding: list.encoding(),
    isAsIs: isDone && planUpload(list, choice.columns, traits).isAsIs,
    isLong: traits.isLong,
  })

  function noteRow({ record, count }: Entry): void {
    tally.rows++
    if (count > 1) tally.several++
    traits.widest = Math.max(traits.widest, record.fields)
    if (record.fields < width && list.separator !== '') traits.isShort = true
    if (record.isOdd) traits.hasOddQuotes = true
    const isRagged = isTable && record.fields !== width
    if (!isRagged && !record.isOdd) return
    tally.problemCount++
    if (problems.length >= PROBLEMS_MAX) return
    const { line, fields } = record
    problems.push(isRagged ? { line, kind: 'ragged', fields, names: width } : { line, kind: 'quotes' })
  }

  function noteEntry(entry: Entry): void {
    const { record, address, verdict, repairedFrom, foundIn, isDuplicate, ordinal } = entry
    if (ordinal === 1) noteRow(entry)
    if (isDuplicate) tally.duplicates++
    if (entry.dropped) {
      traits.isReduced = true
      tally.removed++
      return
    }
    if (placeAddress(choice.columns, entry).changes) traits.isChanged = true
    const { status, reason, suggestion } = opinions.ofVerdict(address, verdict)
    const key = `${status} ${reason}`
    let code = codeOf.get(key)
    if (code === undefined) {
      code = state.counts.push({ status, reason, count: 0 }) - 1
      codeOf.set(key, code)
    }
    state.counts[code]!.count++
    const at = state.lines.push(record.line) - 1
    state.addresses.push(address)
    if (at === CSV_RECORDS_MAX_COUNT) traits.isLong = true
    state.codes.push(code)
    if (verdict.ok) tally.units++
    if (entry.correctedFrom !== undefined) {
      tally.corrected++
      state.repairs.set(at, entry.correctedFrom)
    }
    if (suggestion) {
      tally.suggested++
      state.suggestions.set(at, suggestion)
    }
    if (isRepaired(entry)) {
      tally.repaired++
      state.repairs.set(at, repairedFrom ?? `field ${foundIn}`)
    }
  }

  if (own !== turn) return preflight(false)
  validated = state
  traits.isLong = file.size > UPLOAD_MAX_BYTES
  let tellAt = performance.now() + TELL_EVERY_MS
  for await (const batch of readEntries(engine, list, selectionOf(engine, choice), open)) {
    for (const entry of batch) noteEntry(entry)
    if (performance.now() < tellAt) continue
    state.filtered.clear()
    onProgress(preflight(false))
    // Lets other calls of the page run in between.
    await new Promise((resolve) => setTimeout(resolve))
    if (own !== turn) return preflight(false)
    tellAt = performance.now() + TELL_EVERY_MS
  }
  state.filtered.clear()
  return preflight(true)
}

export type RowsPage = { total: number; start: number; rows: ListRow[] }

export function listRows(filter: RowFilter, start: number, count: number): RowsPage {
  if (!validated) return { total: 0, start, rows: [] }
  const { lines, addresses, codes, counts, suggestions, repairs } = validated
  const index = filter && indexOf(validated, filter)
  const total = index ? index.length : lines.length
  const rows: ListRow[] = []
  for (let at = start; at < Math.min(total, start + count); at++) {
    const row = index ? index[at]! : at
    const { status, reason } = counts[codes[row]!]!
    rows.push({
      line: lines[row]!,
      address: addresses[row]!,
      status,
      reason,
      suggestion: suggestions.get(row) ?? '',
      repairedFrom: repairs.get(row) ?? '',
    })
  }
  return { total, start, rows }
}

function indexOf({ filtered, counts, codes }: Validated, { status, reason }: NonNullable<RowFilter>): Uint32Array {
  const key = `${status} ${reason ?? ''}`
  const known = filtered.get(key)
  if (known) return known
  const isWanted = counts.map((count) => count.status === status && (reason ?? count.reason) === count.reason)
  const rows = Uint32Array.from(codes.flatMap((code, row) => (isWanted[code] ? [row] : [])))
  filtered.set(key, rows)
  return rows
}

export type Upload = {
  parts: { csv: Blob; count: number }[]
  emailColumn: string
  /** A hash of the content, to recognize the same file without storing it. */
  fingerprint: string
}

const LIMITS = { rows: CSV_RECORDS_MAX_COUNT, bytes: UPLOAD_MAX_BYTES }

/** The files to upload. */
export async function prepareUpload(file: File, choice: ListChoice): Promise<Upload> {
  if (validated?.file.name !== file.name || validated.file.size !== file.size)
    throw new Error(workerProblems.listChanged)
  const { traits, lines } = validated
  const engine = await loadEngine()
  const reopen = () => openList(fromBlob(file), choice.reading)
  const list = await reopen()
  // The encoding is certain only after the last character.
  for await (const _ of list.records([]));
  const plan = planUpload(list, choice.columns, traits)
  const { emailColumn } = plan
  const fingerprint = await fingerprintOf(file)
  if (plan.isAsIs) return { parts: [{ csv: file, count: lines.length }], emailColumn, fingerprint }
  const parts: Upload['parts'] = []
  for await (const part of writeUploads(engine, reopen, selectionOf(engine, choice), traits, plan, LIMITS))
    parts.push(part)
  return { parts, emailColumn, fingerprint }
}
