import { type Entry, isRepaired, isTooLongToRepeat } from '@mailsift/clean/entries'
import { excelCell } from '@mailsift/clean/excel'
import { layOut } from '@mailsift/clean/layout'
import { createLineWriter, type LineWriter } from '@mailsift/clean/lines'
import { createOpinions, type Opinion } from '@mailsift/clean/opinion'
import { type Answer, UnknownColumn } from '@mailsift/clean/our-columns'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import type { List } from '@mailsift/intake/list'
import type { Record } from '@mailsift/intake/records'
import type { AddressAnswer } from '@mailsift/sdk/lists'
import type { Context } from '../context.ts'
import { usageError } from '../exit.ts'
import type { LocalEngine } from '../local-engine.ts'
import { isStdout } from '../output.ts'
import type { Progress } from '../progress.ts'
import { type CleanValues, readExcelSeparator, readOnly, readPolicy } from './options.ts'
import { openOutputs } from './outputs.ts'
import { counted, countOpinion, countRagged, type Tally } from './summary.ts'

const QUOTED_MAX_CHARACTERS = 200

export const isSent = ({ dropped, verdict }: Entry) => dropped === undefined && verdict.ok

export type Answers = AsyncGenerator<AddressAnswer, void> | undefined
type Rows = {
  engine: LocalEngine
  list: List
  entries: AsyncIterable<Entry[]>
  answers: Answers
  tally: Tally
  progress: Progress
}

export async function writeRows(
  context: Context,
  values: CleanValues,
  { engine, list, entries, answers, tally, progress }: Rows,
): Promise<void> {
  const excelSeparator = values.for === 'excel' ? readExcelSeparator(context, values) : undefined
  const layout = layOut(list, excelSeparator)
  const lines = createLines({
    segments: [{ theirs: 'all' }, { ours: values.columns ?? 'all' }],
    separator: layout.separator,
    cell: excelSeparator && excelCell,
    theirNames: list.names,
    resultPrefix: chooseResultPrefix(list.names),
    withDomain: values.domain,
  })
  const opinions = createOpinions(engine, readPolicy(values))
  const only = readOnly(values.only)
  const isOriginal = values.encoding === 'original'
  const outputs = await openOutputs(context, {
    target: values.output,
    isSplit: values['split-by'] === 'status',
    encoding: isOriginal ? list.encoding : () => 'utf-8',
    hasBom: excelSeparator !== undefined || list.hasBom,
  })
  // Rows on the terminal itself are progress enough.
  const isShown = context.stdout.isTTY && isStdout(values.output)
  if (isShown) progress.clear()
  let written: Record | undefined
  try {
    outputs.appendToAll((target) => lines.head(target, layout.head))
    for await (const batch of entries) {
      for (const entry of batch) {
        const { record, address, verdict, ordinal, count } = entry
        if (ordinal === 1) {
          tally.rows++
          if (isRagged(list, entry)) countRagged(tally, record.line)
        }
        if (address) tally.addresses++
        if (entry.isDuplicate) tally.duplicates++
        if (entry.dropped) {
          tally.removed[entry.dropped]++
          continue
        }
        if (isRepaired(entry)) tally.repaired++
        let answer: Answer
        let opinion: Opinion
        if (answers && isSent(entry)) {
          const there = await nextAnswer(answers, address)
          answer = there
          opinion = opinions.ofAnswer(address, verdict, there.errorCode, there.flags)
        } else {
          answer = { id: verdict.ok ? crypto.randomUUID() : '', verdict }
          opinion = opinions.ofVerdict(address, verdict)
        }
        countOpinion(tally, opinion)
        if (only && !only.has(opinion.status)) continue
        tally.written++
        const isRepeated = record === written && isTooLongToRepeat(entry)
        const theirs = layout.row(record, ordinal >= count, isRepeated ? address : undefined)
        written = record
        const ours = { opinion, address, note: noteOf(list, entry), answer }
        const full = outputs.append(opinion.status, (target) => lines.row(target, theirs, ours))
        if (full) await full
      }
      if (!isShown) progress.update('Cleaning', tally.rows)
      context.signal.throwIfAborted()
    }
    if (answers && !(await answers.next()).done) throw anotherList()
    await outputs.finish(isOriginal ? list.tail() : new Uint8Array(0))
  } catch (error) {
    await outputs.abandon()
    throw error
  }
}

function createLines(options: Parameters<typeof createLineWriter>[0]): LineWriter {
  try {
    return createLineWriter(options)
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

const shortened = (cell: string) =>
  cell.length > QUOTED_MAX_CHARACTERS ? `${cell.slice(0, QUOTED_MAX_CHARACTERS).toWellFormed()}…` : cell

/** The repairs made to read the row; for nearly all, none. */
function noteOf(list: List, entry: Entry): string {
  const { record, repairedFrom, foundIn, ordinal, count } = entry
  const hasOtherWidth = isRagged(list, entry)
  if (!isRepaired(entry) && !hasOtherWidth && count <= 1) return ''
  // A shortcut for the one repair that a whole list may have; the code below makes any of them.
  if (repairedFrom !== undefined && foundIn === undefined && !hasOtherWidth && count <= 1)
    return `repaired from ${shortened(repairedFrom)}`
  const notes = [
    repairedFrom !== undefined && `repaired from ${shortened(repairedFrom)}`,
    foundIn !== undefined && `found in field ${foundIn}`,
    hasOtherWidth && `This row has ${counted(record.fields, 'field')}; the header has ${list.names.length}.`,
    count > 1 && `address ${ordinal} of ${count} in this row`,
  ]
  return notes.filter(Boolean).join('; ')
}

const isRagged = (list: List, { record }: Entry) =>
  list.separator !== '' && list.hasHeader && list.format === 'text' && record.fields !== list.names.length
