import { registryStateOfAnswer } from '@mailsift/clean/answer-csv'
import { type CleanedLines, type CleanedOptions, createCleanedLines, isRagged } from '@mailsift/clean/cleaned-lines'
import { type Entry, isRepaired } from '@mailsift/clean/entries'
import { knownReasons, withEvidence } from '@mailsift/clean/evidence'
import { type LineTarget, toUtf8 } from '@mailsift/clean/lines'
import { createOpinions, type Opinion } from '@mailsift/clean/opinion'
import { type Answer, UnknownColumn } from '@mailsift/clean/our-columns'
import { createOutput, lastBytes } from '@mailsift/csv/write'
import type { Policy } from '@mailsift/engine/policy'
import type { List } from '@mailsift/intake/list'
import { createRecordReader, type Record } from '@mailsift/intake/records'
import type { KnownMailbox } from '@mailsift/sdk'
import type { AddressAnswer } from '@mailsift/sdk/lists'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import type { LocalEngine } from '../local-engine.ts'
import { isParquetName, isStdout, isWorkbookName } from '../output.ts'
import type { Progress } from '../progress.ts'
import type { Input } from './input.ts'
import { type CleanValues, readExcelSeparator, readOnly } from './options.ts'
import { type OutputOptions, openOutputs } from './outputs.ts'
import { ROW_COLUMN, runDuckDb } from './parquet.ts'
import { countOpinion, countRagged, type Tally } from './summary.ts'

export const isSent = ({ dropped, verdict }: Entry) => dropped === undefined && verdict.ok

export type Answers = AsyncGenerator<AddressAnswer, void> | undefined
type Rows = {
  engine: LocalEngine
  input: Input
  list: List
  policy: Policy
  columns: readonly number[]
  entries: AsyncIterable<Entry[]>
  answers: Answers
  known?: ReadonlyMap<string, KnownMailbox> | undefined
  tally: Tally
  progress: Progress
}

export async function writeRows(
  context: Context,
  values: CleanValues,
  { engine, input, list, policy, columns, entries, answers, known, tally, progress }: Rows,
): Promise<void> {
  const isWorkbook = isWorkbookName(values.output)
  const isParquet = isParquetName(values.output)
  const excelSeparator = values.for === 'excel' && !isWorkbook ? readExcelSeparator(context, values) : undefined
  // The `sep=` line tells programs how to split a CSV; a sheet has columns. A Parquet file has rows alone.
  const withoutSeparator = isWorkbook ? list.preamble.replace(/^sep=.(?:\r\n|\n|\r)/i, '') : list.preamble
  const preamble = isParquet ? '' : withoutSeparator
  const lines = createLines(
    { ...list, preamble },
    {
      columns,
      ours: values.columns ?? 'all',
      withDomain: values.domain,
      excelSeparator,
    },
  )
  const opinions = createOpinions(engine, policy)
  const reasons = new Map(knownReasons(known?.values() ?? []))
  const only = readOnly(values.only)
  const isOriginal = values.encoding === 'original'
  const written = {
    // Encodings that are only supported for reading are refused together with --encoding original.
    encoding: isOriginal ? (list.encoding as OutputOptions['encoding']) : () => 'utf-8' as const,
    hasBom: excelSeparator !== undefined || list.hasBom,
    workbook: { separator: lines.separator, headerAt: recordsIn(preamble, lines.separator).length },
  }
  let fieldsMax = list.names.length
  const source = input.isParquet && list.names.includes(ROW_COLUMN) ? input.operand : undefined
  const toParquet =
    (writeHead: (target: LineTarget) => void, mayChange: boolean) => async (csv: string, output: string) => {
      const [head] = recordsIn(textOf(writeHead), lines.separator)
      const names = head!.cells.map((name) => name ?? '')
      const changed = mayChange ? columns.map((column) => list.names[column]!) : []
      await runDuckDb(context, {
        to: 'parquet',
        csv,
        output,
        separator: lines.separator,
        names,
        results: names.length - list.names.length,
        extra: fieldsMax - list.names.length,
        source: source === undefined ? undefined : { path: source, changed },
      })
    }
  const outputs = await openOutputs(context, {
    ...written,
    target: values.output,
    isSplit: values['split-by'] === 'status',
    toParquet: toParquet(lines.head, true),
  })
  const removed =
    values.removed === undefined
      ? undefined
      : await openOutputs(context, {
          ...written,
          target: values.removed,
          isSplit: false,
          toParquet: toParquet(lines.removedHead, false),
        })
  // Rows printed to the terminal are progress enough.
  const isShown = context.stdout.isTTY && isStdout(values.output)
  if (isShown) progress.clear()
  try {
    outputs.appendToAll((target) => lines.head(target))
    removed?.appendToAll((target) => lines.removedHead(target))
    for await (const batch of entries) {
      for (const entry of batch) {
        const { record, address, verdict, ordinal } = entry
        fieldsMax = Math.max(fieldsMax, record.fields)
        if (ordinal === 1) {
          tally.rows++
          if (isRagged(list, entry)) countRagged(tally, record.line)
        }
        if (address) tally.addresses++
        if (entry.isDuplicate) tally.duplicates++
        if (entry.dropped) {
          tally.removed[entry.dropped]++
          const { dropped } = entry
          await removed?.append('safe', (target) => lines.removed(target, entry, dropped))
          continue
        }
        if (isRepaired(entry)) tally.repaired++
        if (entry.correctedFrom !== undefined) tally.corrected++
        let answer: Answer
        let opinion: Opinion
        if (answers && isSent(entry)) {
          const there = await nextAnswer(answers, address)
          answer = there
          opinion = opinions.ofAnswer(address, verdict, there.errorCode, there.flags)
          if (registryStateOfAnswer(there.flags) === 'not_looked_up') tally.notLookedUp++
        } else {
          answer = { id: verdict.ok ? crypto.randomUUID() : '', verdict }
          opinion = opinions.ofVerdict(address, verdict)
        }
        opinion = withEvidence(opinion, reasons.get(address))
        countOpinion(tally, opinion)
        if (only && !only.has(opinion.status)) continue
        tally.written++
        const full = outputs.append(opinion.status, (target) => lines.row(target, entry, opinion, answer))
        if (full) await full
      }
      if (!isShown) progress.update('Cleaning', tally.rows)
      context.signal.throwIfAborted()
    }
    if (answers && !(await answers.next()).done) throw anotherList()
    const tail = isOriginal ? list.tail() : new Uint8Array(0)
    await removed?.finish(tail)
    await outputs.finish(tail)
  } catch (error) {
    await outputs.abandon()
    await removed?.abandon()
    throw error
  }
}

function recordsIn(text: string, separator: CleanedLines['separator']): Record[] {
  const reader = createRecordReader({ separator, columns: 'all', width: 1 })
  return [...reader.push(text), ...reader.end()]
}

function textOf(write: (target: LineTarget) => void): string {
  const output = createOutput()
  write(toUtf8(output))
  return lastBytes(output).toString('utf8')
}

function createLines(list: List, options: CleanedOptions): CleanedLines {
  try {
    return createCleanedLines(list, options)
  } catch (error) {
    if (!(error instanceof UnknownColumn)) throw error
    throw usageError(
      `Invalid --columns: ${error.message}. Use short, all, or column names separated by commas: ${error.known.join(', ')}.`,
    )
  }
}

async function nextAnswer(answers: NonNullable<Answers>, address: string): Promise<AddressAnswer> {
  const { done, value } = await answers.next()
  if (done || value.address !== address) throw anotherList()
  return value
}

const anotherList = () =>
  usageError('The group belongs to another list or to other options. Use --resume with the original list and options.')
