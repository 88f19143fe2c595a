// Cleans one list: reads its addresses, validates them here or with the service, and writes its rows.
import { basename, resolve } from 'node:path'
import { type Entry, readEntries, readKeys, type Selection } from '@mailsift/clean/entries'
import type { KeyTable } from '@mailsift/clean/keys'
import { createOpinions } from '@mailsift/clean/opinion'
import { printable } from '@mailsift/command/printable'
import { fromBlob, type List, type ListOptions, openList } from '@mailsift/intake/list'
import { ListError } from '@mailsift/intake/list-error'
import type { Group, KnownMailbox, Mailsift } from '@mailsift/sdk'
import { readAnswers } from '@mailsift/sdk/lists'
import { type Context, tell } from '../context.ts'
import { usageError } from '../exit.ts'
import { type LocalEngine, loadLocalEngine } from '../local-engine.ts'
import { checkOutput, checkStdout, isParquetName, statsOf } from '../output.ts'
import type { Progress } from '../progress.ts'
import { connectUnlessLocal } from '../service.ts'
import { chooseAddressColumns, listOf } from './column.ts'
import { type Input, openInput } from './input.ts'
import { lookUpKnown } from './known.ts'
import { type CleanValues, PARQUET_AS_CSV, readListOptions } from './options.ts'
import { targetsOf } from './outputs.ts'
import { findDuckDb } from './parquet.ts'
import { showGroup } from './remote.ts'
import { readRules } from './rules.ts'
import { type Done, type ListFacts, newTally, summarize } from './summary.ts'
import { validateRemotely } from './validate-remotely.ts'
import { type Answers, isSent, writeRows } from './write-rows.ts'
/** Also for assistants, which get the summary instead of the printed lines. */
export async function cleanList(
  context: Context,
  values: CleanValues,
  operand: string,
  progress: Progress,
): Promise<Done> {
  const isReadAgain = !values.local || !values['no-dedupe']
  const mailsift = values.local ? undefined : await connectUnlessLocal(context, values)
  const compared = [...values.except, ...values['only-in']]
  const inputs = await Promise.all(
    [operand, ...compared].map(async (name) => ({ name, stats: await statsOf(name === '-' ? context.stdin : name) })),
  )
  const targets = targetsOf(values.output, values['split-by'] === 'status')
  const report = values.report === undefined ? [] : [values.report]
  const removed = values.removed === undefined ? [] : [values.removed]
  for (const target of [...targets, ...removed]) await checkOutput(target, values.force, inputs, { isList: true })
  for (const target of report) await checkOutput(target, values.force, inputs)
  await checkStdout(context, inputs)
  const files = [...targets, ...removed, ...report].map((name) => resolve(name))
  if (new Set(files).size < files.length)
    throw usageError('One file cannot be both the list and the report or the removed rows. Use different names.')
  const isParquetOut = [...targets, ...removed].some(isParquetName)
  // Before anything is billed.
  if (isParquetOut || [operand, ...compared].some(isParquetName)) findDuckDb()
  const isNumbered = isParquetName(operand) && isParquetOut
  if (isNumbered && ![...targets, ...removed].every(isParquetName))
    throw usageError('Of a Parquet file, write the list and the removed rows both as .parquet, or neither.')
  // On a terminal, the user already sees the list while typing it.
  if (operand !== '-' || !context.stdin.isTTY) progress.update(readingOf(operand === '-' ? 'stdin' : basename(operand)))
  const input = await openInput(context, operand, isReadAgain, isNumbered)
  try {
    return await cleanInput(context, values, input, mailsift, progress)
  } finally {
    await input.close()
  }
}

async function cleanInput(
  context: Context,
  values: CleanValues,
  input: Input,
  mailsift: Mailsift | undefined,
  progress: Progress,
): Promise<Done> {
  const engine = await loadLocalEngine()
  const open = () => openNamed(input.name, input, readListOptions(values, input.isParquet))
  const list = await open()
  progress.clear()
  noteList(context, input.name, list)
  const columns = await chooseAddressColumns(context, input.name, list, values.column)
  const chosen: Selection = {
    columns: columns.map(({ index }) => index),
    repair: !values['no-repair'],
    dedupe: !values['no-dedupe'],
    newestBy: newestColumn(input.name, list, values['newest-by']),
    except: await compareWith(context, engine, values.except, progress),
    onlyIn: await compareWith(context, engine, values['only-in'], progress),
  }
  const policy = once(() => readRules(mailsift, values, context.signal))
  const corrected = once(async (): Promise<Selection> => {
    if (!values['fix-typos']) return chosen
    const opinions = createOpinions(engine, await policy())
    return { ...chosen, correct: (address, verdict) => opinions.ofVerdict(address, verdict).suggestion }
  })
  const known = once(async () => {
    if (!mailsift) return undefined
    const entries = readEntries(engine, await open(), await corrected(), open)
    const isRequired = values['except-suppressed'] ?? false
    return lookUpKnown(
      mailsift,
      sendable(entries, () => undefined),
      { signal: context.signal, isRequired },
    )
  })
  const selection = once(async () =>
    values['except-suppressed'] ? withoutSuppressed(engine, await corrected(), await known()) : corrected(),
  )
  progress.update(readingOf(input.name))
  const groups: Group[] = []
  const tally = newTally()
  const write = async (answers: Answers) => {
    const selected = await selection()
    await writeRows(context, values, {
      engine,
      input,
      list,
      policy: await policy(),
      columns: selected.columns,
      entries: readEntries(engine, list, selected, open),
      answers,
      known: await known(),
      tally,
      progress,
    })
  }
  async function* addresses() {
    const entries = readEntries(engine, await open(), await selection(), open)
    yield* sendable(entries, (rows) => progress.update(readingOf(input.name), rows))
  }
  if (!mailsift) await write(undefined)
  else {
    const deps = { mailsift, progress, signal: context.signal }
    await validateRemotely(context, values, input, deps, {
      addresses: addresses(),
      prepare: () => Promise.all([policy(), known()]),
      write: (ids) =>
        write(
          readAnswers(mailsift, ids, {
            signal: context.signal,
            onProgress: (group, place) => showGroup(progress, group, place),
            onGroup: (group) => groups.push(group),
          }),
        ),
    })
  }
  const facts: ListFacts = {
    name: input.name,
    format: input.isParquet ? 'parquet' : list.format,
    encoding: list.encoding(),
    separator: list.separator,
    sheet: list.sheet?.name,
    header: list.hasHeader,
    columns: columns.map(({ name }) => name),
  }
  return { summary: summarize(tally, facts), groups }
}

async function openNamed(name: string, source: Input, options?: ListOptions): Promise<List> {
  try {
    return await openList(source, options)
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    throw usageError(`Cannot read ${name}. ${error.message}`, `Cannot read ${name}. ${error.withoutContent}`)
  }
}

/** Prints how the list was read. */
function noteList(context: Context, name: string, { format, sheet, hasHeader, preamble, separator }: List): void {
  if (format === 'xlsx' && !/\.xls[xm]$/i.test(name))
    tell(context, `${printable(name)} is an Excel file with another extension. Reading it as Excel.`)
  if (sheet && sheet.others.length > 0)
    tell(
      context,
      `Reading the sheet "${printable(sheet.name)}". To read another, use --sheet: ${sheet.others.map(printable).join(', ')}.`,
    )
  if (!hasHeader && separator !== '') tell(context, 'No header found. Columns are named Column 1, Column 2, …')
  if (preamble.trim() && !/^sep=.\s*$/i.test(preamble)) tell(context, 'Lines above the header are kept.')
}

function newestColumn(file: string, { names }: List, wanted: string | undefined): number | undefined {
  if (wanted === undefined) return undefined
  const at = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (at < 0) throw usageError(`${file} has no column "${wanted}". ${listOf(names)}`)
  return at
}

/** All addresses of other lists, from every column that may contain addresses. */
async function compareWith(
  context: Context,
  engine: LocalEngine,
  files: readonly string[],
  progress: Progress,
): Promise<KeyTable | undefined> {
  let keys: KeyTable | undefined
  for (const file of files) {
    progress.update(readingOf(basename(file)))
    const input = await openInput(context, file, false)
    try {
      const list = await openNamed(input.name, input, input.isParquet ? PARQUET_AS_CSV : undefined)
      const columns = list.candidates.filter(({ share }) => share > 0).map(({ index }) => index)
      keys = await readKeys(engine, list, columns, keys)
    } finally {
      await input.close()
    }
  }
  return keys
}

/** Makes something on first use. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function withoutSuppressed(
  engine: LocalEngine,
  selection: Selection,
  known: ReadonlyMap<string, KnownMailbox> = new Map(),
): Promise<Selection> {
  const listed = [...known.values()].filter(({ suppressed }) => suppressed !== null).map(({ email }) => email)
  if (listed.length === 0) return selection
  const list = await openList(fromBlob(new Blob([`${listed.join('\n')}\n`])), { separator: '', hasHeader: false })
  return { ...selection, except: await readKeys(engine, list, [0], selection.except) }
}

/** Entries to send to the service: without those left out and those that are malformed anyway. */
async function* sendable(
  entries: AsyncIterable<Entry[]>,
  onRows: (rows: number) => void,
): AsyncGenerator<string, void> {
  let rows = 0
  for await (const batch of entries) {
    for (const entry of batch) {
      if (entry.ordinal === 1) rows++
      if (isSent(entry)) yield entry.address
    }
    onRows(rows)
  }
}

const readingOf = (name: string) => `Reading ${printable(name)}`
