import { stat } from 'node:fs/promises'
import { type Entry, readEntries, readKeys, type Selection } from '@mailsift/clean/entries'
import type { KeyTable } from '@mailsift/clean/keys'
import { layOut } from '@mailsift/clean/layout'
import { createOpinions, type Opinion } from '@mailsift/clean/opinion'
import {
  type Answer,
  createOurColumns,
  type OurColumns,
  type OurOptions,
  UnknownColumn,
} from '@mailsift/clean/our-columns'
import { printable } from '@mailsift/command/printable'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import { writeAscii } from '@mailsift/csv/write'
import { type List, openList } from '@mailsift/intake/list'
import { ApiError, ConnectionError, CsvRefusedError, type Group, isApiError, type Mailsift } from '@mailsift/sdk'
import { chooseAddressColumns } from '../clean/column.ts'
import { type Input, openInput } from '../clean/input.ts'
import { CLEAN_OPTIONS, type CleanValues, checkValues, readOnly, resumeLine } from '../clean/options.ts'
import { openOutputs, targetsOf } from '../clean/outputs.ts'
import {
  type RemoteAnswer,
  type RemoteDeps,
  readAnswers,
  spoolAddresses,
  submitParts,
  waitFor,
} from '../clean/remote.ts'
import { siftRows } from '../clean/resumed.ts'
import {
  counted,
  countOpinion,
  type ListFacts,
  newTally,
  type Summary,
  summarize,
  summaryLines,
  type Tally,
} from '../clean/summary.ts'
import { checkId, defineCommand } from '../command.ts'
import { asTyped, type Context, note, print, warn } from '../context.ts'
import { EXIT, type ExitCode, usageError } from '../exit.ts'
import { readFailOn } from '../fail-on.ts'
import { type LocalEngine, loadLocalEngine } from '../local-engine.ts'
import { checkOutput, isStdout, writeOutput } from '../output.ts'
import { type Progress, showProgress } from '../progress.ts'
import { connect } from '../service.ts'

export const clean = defineCommand({
  name: 'clean',
  summary: 'Clean a list: every row comes back with what to do with its address',
  arguments: [
    { name: 'file', optional: true, shown: '<list|->', help: 'CSV, .xlsx or text in any encoding; - is stdin' },
  ],
  description: `Cleans a list: every row comes back as it was, with what was found out about its address in further columns. First of
them are status (safe, risky, unsafe, unknown), reason and suggestion.

The list may have a header or none, any separator, text around its addresses, or several addresses in a row, which then
comes back once for each. Only the addresses are sent to the service; each of them that is one is one billed validation.
With --local nothing is sent, and nothing costs anything. The service goes on when this program ends; --resume takes the
list up again.`,
  options: CLEAN_OPTIONS,
  examples: [
    { line: 'clean contacts.csv -o cleaned.csv', does: 'What to do with every row' },
    {
      line: 'clean contacts.xlsx --dedupe --only safe --for excel -o safe.csv',
      does: 'Only rows worth sending to, for Excel',
    },
    {
      line: 'clean contacts.csv --except sent.csv --split-by status -o out.csv',
      does: 'A file for each status, without a former list',
    },
    {
      line: 'clean --local contacts.csv -o cleaned.csv --report report.html',
      does: 'Offline, with a page to pass on',
    },
    { line: 'clean - --column E-Mail < contacts.csv > cleaned.csv', does: 'In a pipe' },
    {
      line: 'clean contacts.csv --resume 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv',
      does: 'A list that was submitted before',
    },
  ],

  async run(context, { file }, values) {
    checkValues(values, file)
    for (const id of values.resume) checkId('groups', id)
    const failOnUnsafe = readFailOn(values['fail-on'])
    const progress = showProgress(context)
    try {
      const done =
        file === undefined
          ? await fetchGroup(context, values, progress)
          : await cleanList(context, values, file, progress)
      progress.clear()
      await report(context, values, done)
      return exitCodeOf(done.summary, failOnUnsafe)
    } finally {
      progress.clear()
    }
  },
})

type Done = { summary: Summary; groups: Group[] }

/** Also for assistants, who are told the summary instead of a person. */
export async function cleanList(
  context: Context,
  values: CleanValues,
  operand: string,
  progress: Progress,
): Promise<Done> {
  const isReadAgain = !values.local || values['newest-by'] !== undefined
  const mailsift = values.local ? undefined : await connect(context, values)
  const compared = [...values.except, ...values['only-in']]
  const inputs = await Promise.all(
    [operand, ...compared].map(async (name) => ({
      name,
      stats: name === '-' ? undefined : await stat(name).catch(() => undefined),
    })),
  )
  for (const target of [
    ...targetsOf(values.output, values['split-by'] === 'status'),
    ...(values.report === undefined ? [] : [values.report]),
  ])
    await checkOutput(target, values.force, inputs)
  const input = await openInput(context, operand, isReadAgain)
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
  const open = () => openNamed(input.name, input, values.sheet)
  const list = await open()
  noteList(context, input.name, list)
  const columns = await chooseAddressColumns(context, input.name, list, values.column)
  const selection: Selection = {
    columns: columns.map(({ index }) => index),
    repair: !values['no-repair'],
    dedupe: values.dedupe,
    newestBy: newestColumn(input.name, list, values['newest-by']),
    except: await compareWith(context, engine, values.except),
    onlyIn: await compareWith(context, engine, values['only-in']),
  }
  const groups: Group[] = []
  const tally = newTally()
  const write = (answers: Answers) =>
    writeRows(context, values, {
      engine,
      list,
      entries: readEntries(engine, list, selection, open),
      answers,
      tally,
      progress,
    })
  if (!mailsift) await write(undefined)
  else {
    const deps = { mailsift, progress, signal: context.signal }
    await judgeThere(
      context,
      values,
      input,
      deps,
      sendable(readEntries(engine, await open(), selection, open)),
      (ids) => write(readAnswers(deps, ids, (group) => groups.push(group))),
    )
  }
  const facts: ListFacts = {
    name: input.name,
    format: list.format,
    encoding: list.encoding(),
    separator: list.separator,
    sheet: list.sheet?.name,
    header: list.hasHeader,
    columns: columns.map(({ name }) => name),
  }
  return { summary: summarize(tally, facts), groups }
}

async function openNamed(name: string, source: Input, sheet?: string): Promise<List> {
  try {
    return await openList(source, { sheet })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ListError') throw error
    throw usageError(`${name} cannot be read. ${error.message}`)
  }
}

/** What a person should know of how the list was read. */
function noteList(context: Context, name: string, { format, sheet, hasHeader, preamble, separator }: List): void {
  if (format === 'xlsx' && !/\.xls[xm]$/i.test(name))
    note(context, `${printable(name)} is an Excel file under another name; it is read as one.`)
  if (sheet && sheet.others.length > 0)
    note(
      context,
      `The sheet "${printable(sheet.name)}" is read; --sheet names another: ${sheet.others.map(printable).join(', ')}.`,
    )
  if (!hasHeader && separator !== '')
    note(context, 'The first row is data: the columns are called Column 1, Column 2, …')
  if (preamble.trim() && !/^sep=.\s*$/i.test(preamble))
    note(context, 'The lines above the header are kept as they are.')
}

function newestColumn(file: string, { names }: List, wanted: string | undefined): number | undefined {
  if (wanted === undefined) return undefined
  const at = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (at < 0)
    throw usageError(
      `${file} has no column "${wanted}". Columns: ${names.map((name) => `"${printable(name)}"`).join(', ')}.`,
    )
  return at
}

/** All addresses of other lists, from every column that may hold some. */
async function compareWith(
  context: Context,
  engine: LocalEngine,
  files: readonly string[],
): Promise<KeyTable | undefined> {
  let keys: KeyTable | undefined
  for (const file of files) {
    const input = await openInput(context, file, false)
    const list = await openNamed(input.name, input)
    const columns = list.candidates.filter(({ share }) => share > 0).map(({ index }) => index)
    keys = await readKeys(engine, list, columns, keys)
  }
  return keys
}

/** What the service is asked: not what is left out, and not what is no address anyway. */
async function* sendable(entries: AsyncIterable<Entry[]>): AsyncGenerator<string, void> {
  for await (const batch of entries) for (const entry of batch) if (isSent(entry)) yield entry.address
}

const isSent = ({ dropped, verdict }: Entry) => dropped === undefined && verdict.ok

async function judgeThere(
  context: Context,
  values: CleanValues,
  input: Input,
  deps: RemoteDeps,
  addresses: AsyncIterable<string>,
  write: (ids: string[]) => Promise<void>,
): Promise<void> {
  const submitted: string[] = [...values.resume]
  let mayBeSubmitted = false
  try {
    const ids = await spoolAddresses(addresses, context.signal, (parts) =>
      submitParts(deps, parts, {
        name: input.name,
        validateDomain: values.domain,
        submitted,
        onSubmitting: () => {
          mayBeSubmitted = true
        },
        onSubmitted(id) {
          mayBeSubmitted = false
          submitted.push(id)
        },
      }),
    )
    await write(ids)
  } catch (error) {
    deps.progress.clear()
    if (mayBeSubmitted && isUnheard(context, error))
      warn(context, asTyped(context, 'The list may have been submitted: then `mailsift groups` lists it.'))
    else if (submitted.length > 0 && hasResult(error))
      warn(
        context,
        `The service goes on with the list. Fetch the result with:\n  ${resumeLine(context, values, input.operand, submitted)}`,
      )
    throw error
  }
}

/** What the service has done meanwhile is not known. */
function isUnheard({ signal }: Context, error: unknown): boolean {
  return signal.aborted || error instanceof ConnectionError || isApiError(error, 'idempotency_in_progress')
}

/** Whatever went wrong here: the service has the result, or will have it, unless it said otherwise. */
function hasResult(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.code === 'rate_limited'
  return !(error instanceof CsvRefusedError)
}

type Answers = AsyncGenerator<{ address: string; answer: RemoteAnswer }, void> | undefined
type Rows = {
  engine: LocalEngine
  list: List
  entries: AsyncIterable<Entry[]>
  answers: Answers
  tally: Tally
  progress: Progress
}

async function writeRows(
  context: Context,
  values: CleanValues,
  { engine, list, entries, answers, tally, progress }: Rows,
): Promise<void> {
  const layout = layOut(list)
  const columns = chosenColumns({
    wanted: values.columns ?? 'all',
    separator: layout.separator,
    theirNames: list.names,
    resultPrefix: chooseResultPrefix(list.names),
    withDomain: values.domain,
  })
  const opinions = createOpinions(engine, values.policy ?? 'marketing')
  const only = readOnly(values.only)
  const isOriginal = values.encoding === 'original'
  const outputs = await openOutputs(context, {
    target: values.output,
    isSplit: values['split-by'] === 'status',
    encoding: isOriginal ? list.encoding : () => 'utf-8',
    hasBom: values.for === 'excel' || list.hasBom,
  })
  // Rows on the terminal itself are progress enough.
  const isShown = context.stdout.isTTY && isStdout(values.output)
  if (isShown) progress.clear()
  try {
    const separator = layout.separator
    outputs.appendToAll(
      layout.head.before,
      (output) => writeAscii(output, columns.names.map((name) => separator + name).join('')),
      layout.head.after,
    )
    for await (const batch of entries) {
      for (const entry of batch) {
        const { record, address, verdict, ordinal, count } = entry
        if (ordinal === 1) {
          tally.rows++
          if (isRagged(list, entry)) tally.ragged++
        }
        if (address) tally.addresses++
        if (entry.repairedFrom !== undefined) tally.repaired++
        if (entry.isDuplicate) tally.duplicates++
        if (entry.dropped) {
          tally.removed[entry.dropped]++
          continue
        }
        let answer: Answer
        let opinion: Opinion
        if (answers && isSent(entry)) {
          const { answer: there } = await nextAnswer(answers, address)
          answer = there
          opinion = opinions.ofAnswer(address, verdict, there.errorCode, there.flags)
        } else {
          answer = { id: verdict.ok ? crypto.randomUUID() : '', verdict }
          opinion = opinions.ofVerdict(address, verdict)
        }
        countOpinion(tally, opinion)
        if (only && !only.has(opinion.status)) continue
        tally.written++
        const { before, after } = layout.row(record, ordinal >= count)
        const row = { opinion, address, note: noteOf(list, entry), answer }
        const full = outputs.append(opinion.status, before, (output) => columns.write(output, row), after)
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

function chosenColumns(options: OurOptions): OurColumns {
  try {
    return createOurColumns(options)
  } catch (error) {
    if (!(error instanceof UnknownColumn)) throw error
    throw usageError(`--columns knows short, all, or names after commas: ${error.known.join(', ')}; ${error.message}.`)
  }
}

async function nextAnswer(answers: NonNullable<Answers>, address: string): Promise<{ answer: RemoteAnswer }> {
  const { done, value } = await answers.next()
  if (done || value.address !== address) throw anotherList()
  return value
}

const anotherList = () =>
  usageError(
    'The group was made from another list, or with other options. Resume it with the list and the options that it was made with.',
  )

/** What was done to read the row. */
function noteOf(list: List, entry: Entry): string {
  const { record, repairedFrom, ordinal, count } = entry
  const notes = [
    repairedFrom !== undefined && `repaired from ${repairedFrom}`,
    isRagged(list, entry) && `This row has ${counted(record.fields, 'field')}; the header has ${list.names.length}.`,
    count > 1 && `address ${ordinal} of ${count} in this row`,
  ]
  return notes.filter(Boolean).join('; ')
}

const isRagged = (list: List, { record }: Entry) =>
  list.separator !== '' && list.hasHeader && list.format === 'text' && record.fields !== list.names.length

/** The result of a group as the service has it. */
async function fetchGroup(context: Context, values: CleanValues, progress: Progress): Promise<Done> {
  const id = values.resume[0]!
  await checkOutput(values.output, values.force)
  const mailsift = await connect(context, values)
  const tally = newTally()
  try {
    const group = await waitFor({ mailsift, progress, signal: context.signal }, id)
    const csv = mailsift.groups.download(id, { signal: context.signal })
    progress.clear()
    await writeOutput(
      context,
      values.output,
      values.force,
      siftRows(csv, group.result_prefix, values.only !== undefined, tally),
    )
    const list: ListFacts = {
      name: `Group ${id}`,
      format: 'text',
      encoding: 'utf-8',
      separator: ',',
      sheet: undefined,
      header: true,
      columns: [],
    }
    return { summary: summarize(tally, list), groups: [group] }
  } catch (error) {
    if (hasResult(error)) {
      progress.clear()
      warn(
        context,
        `The service goes on with the list. Fetch the result with:\n  ${resumeLine(context, values, undefined, [id])}`,
      )
    }
    throw error
  }
}

async function report(context: Context, values: CleanValues, { summary, groups }: Done): Promise<void> {
  const { output, only } = values
  if (values.report !== undefined) {
    const { reportHtml } = await import('../clean/report.ts')
    const page = new TextEncoder().encode(reportHtml(summary, new Date()))
    await writeOutput(
      context,
      values.report,
      values.force,
      (async function* () {
        yield page
      })(),
    )
  }
  if (values.json) {
    const status = groups.some((group) => group.status === 'partial') ? 'partial' : 'completed'
    const outputs = targetsOf(output, values['split-by'] === 'status')
    await print(
      context,
      `${JSON.stringify({ group: groups[0]?.id ?? null, groups: groups.map(({ id }) => id), status, ...summary, outputs })}\n`,
    )
  }
  const where = targetsOf(output, values['split-by'] === 'status')
  for (const line of summaryLines(summary)) note(context, printable(line))
  if (where.length > 0) note(context, `  ${counted(summary.written, 'row')} written to ${where.join(', ')}`)
  if (values.report !== undefined) note(context, `  The report is ${values.report}.`)
  if (summary.unknown > 0)
    warn(
      context,
      `${counted(summary.unknown, 'row')} without an answer, which is not the same as unsafe. ` +
        (only ? 'They were left out.' : 'Why, says the column reason. Clean them again later.'),
    )
}

function exitCodeOf({ safe, risky, unsafe, unknown }: Summary, failOnUnsafe: boolean): ExitCode {
  if (failOnUnsafe && risky + unsafe > 0) return EXIT.unsafe
  return unknown > 0 && safe + risky + unsafe + unknown > 0 ? EXIT.partial : EXIT.ok
}
