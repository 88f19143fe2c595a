import { formatCount } from '@mailsift/command/table'
import { ApiError, ConnectionError, CsvRefusedError, type Group, isApiError } from '@mailsift/sdk'
import { chooseColumn } from '../clean/column.ts'
import { cleanLocally } from '../clean/local.ts'
import { followGroup, submitCsv } from '../clean/remote.ts'
import { type CleanedCsv, type RowCounts, siftRows } from '../clean/rows.ts'
import { openSource } from '../clean/source.ts'
import { checkId, defineCommand, JSON_OPTION, type Values } from '../command.ts'
import { asTyped, type Context, note, print, warn } from '../context.ts'
import { EXIT, type ExitCode, usageError } from '../exit.ts'
import { FAIL_ON_OPTION, readFailOn } from '../fail-on.ts'
import { checkOutput, isStdout, OUTPUT_OPTION, writeOutput } from '../output.ts'
import { type Progress, showProgress } from '../progress.ts'
import { connect } from '../service.ts'

const OPTIONS = {
  column: {
    type: 'string',
    short: 'c',
    value: '<name>',
    help: 'The column of the addresses. Default: found by itself',
  },
  domain: { type: 'boolean', help: 'Also check the MX records and the registration of each domain' },
  only: { type: 'string', value: 'safe', help: 'Write only the rows whose address is safe to send to' },
  local: { type: 'boolean', help: 'Judge in this process: no server, no token, no look-ups, no limits' },
  resume: { type: 'string', value: '<group>', help: 'Wait for a file submitted before, and write its result' },
  output: { ...OUTPUT_OPTION.output, help: 'Write the CSV there. Default: to stdout' },
  ...FAIL_ON_OPTION,
  json: { ...JSON_OPTION.json, help: 'Print the counts as JSON; needs -o' },
} as const

type CleanValues = Values<typeof OPTIONS>

export const clean = defineCommand({
  name: 'clean',
  summary: 'Clean a CSV file: every row comes back with its answer',
  arguments: [{ name: 'file', optional: true, shown: '<file.csv|->', help: 'The CSV file; - is stdin' }],
  description: `Cleans a CSV file: every row comes back as it was, with what was found out about its address in further columns.

The service goes on with a submitted file even when this program ends; --resume takes it up again. Each answered row is
one billed validation; malformed rows, and everything with --local, cost nothing.`,
  options: OPTIONS,
  examples: [
    { line: 'clean contacts.csv -o cleaned.csv', does: 'Answers for every row' },
    { line: 'clean contacts.csv --domain --only safe -o safe.csv', does: 'Only rows worth sending to' },
    { line: 'clean - --column E-Mail < contacts.csv > cleaned.csv', does: 'In a pipe' },
    { line: 'clean --local contacts.csv -o cleaned.csv', does: 'Offline' },
    {
      line: 'clean --resume 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv',
      does: 'A file that was submitted before',
    },
  ],

  async run(context, { file: operand }, values) {
    checkValues(values, operand)
    await checkOutput(values.output)
    const failOnUnsafe = readFailOn(values['fail-on'])
    const progress = showProgress(context)
    try {
      const counts = { rows: 0, safe: 0, unsafe: 0, errors: 0, unknown: 0 }
      const write: Write = (cleaned, total) => writeRows(context, values, cleaned, counts, progress, total)
      const group = values.local
        ? await cleanHere(context, values, operand!, write)
        : await cleanThere(context, values, operand, write, progress)
      progress.clear()
      await report(context, values, counts, group)
      return exitCodeOf(counts, failOnUnsafe)
    } finally {
      progress.clear()
    }
  },
})

function checkValues({ resume, local, domain, column, only, json, output }: CleanValues, operand: string | undefined) {
  if (resume === undefined && operand === undefined) throw usageError('Give a CSV file, or - to read it from stdin.')
  if (resume !== undefined && (operand !== undefined || local || domain || column !== undefined))
    throw usageError('--resume takes no file, --column, --domain or --local: those were given when it was submitted.')
  if (resume !== undefined) checkId('groups', resume)
  if (local && domain) throw usageError('--domain needs the service; --local does without it.')
  if (only !== undefined && only !== 'safe') throw usageError(`--only knows only "safe", not "${only}".`)
  if (json && isStdout(output)) throw usageError('With --json the counts go to stdout, so the CSV needs a file: -o.')
}

type Write = (cleaned: CleanedCsv, total?: number) => Promise<void>

async function cleanHere(context: Context, values: CleanValues, operand: string, write: Write): Promise<undefined> {
  const source = await openSource(context, operand)
  const column = await chooseColumn(context, source, values.column)
  await write(await cleanLocally(source.read(), column))
}

async function cleanThere(
  context: Context,
  values: CleanValues,
  operand: string | undefined,
  write: Write,
  progress: Progress,
): Promise<Group> {
  const mailsift = await connect(context, values)
  const deps = { mailsift, progress, signal: context.signal }
  const id = values.resume ?? (await submit())
  try {
    const { group, ...cleaned } = await followGroup(deps, id)
    await write(cleaned, group.total)
    return group
  } catch (error) {
    if (hasResult(error)) {
      progress.clear()
      warn(context, `The service goes on with the file. Fetch the result with:\n  ${resumeLine(context, id, values)}`)
    }
    throw error
  }

  async function submit(): Promise<string> {
    const source = await openSource(context, operand!)
    const emailColumn = await chooseColumn(context, source, values.column)
    let mayBeSubmitted = false
    const onSubmitting = () => {
      mayBeSubmitted = true
    }
    try {
      return await submitCsv(deps, source, { emailColumn, validateDomain: values.domain === true, onSubmitting })
    } catch (error) {
      if (mayBeSubmitted && isUnheard(context, error)) {
        progress.clear()
        warn(context, asTyped(context, 'The file may have been submitted: then `mailsift groups` lists it.'))
      }
      throw error
    }
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

function resumeLine(context: Context, id: string, { only, output, server }: CleanValues): string {
  const options = [
    ['--only', only],
    ['-o', output],
    ['--server', server],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${quoted(value)}`]))
  return [asTyped(context, 'mailsift clean --resume'), id, ...options].join(' ')
}

/** For a shell, where a name needs it. */
const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

async function writeRows(
  context: Context,
  { only, output }: CleanValues,
  cleaned: CleanedCsv,
  counts: RowCounts,
  progress: Progress,
  total: number | undefined,
): Promise<void> {
  // Rows on the terminal itself are progress enough.
  const isShown = context.stdout.isTTY && isStdout(output)
  if (isShown) progress.clear()
  async function* watched() {
    for await (const bytes of siftRows(cleaned, only === 'safe', counts)) {
      if (!isShown) progress.update('Writing', counts.rows, total)
      yield bytes
    }
  }
  await writeOutput(context, output, watched())
}

async function report(
  context: Context,
  { json, output, only }: CleanValues,
  counts: RowCounts,
  group: Group | undefined,
): Promise<void> {
  const { rows, safe, unsafe, errors } = counts
  const written = only ? safe : rows
  if (json) {
    const summary = { group: group?.id ?? null, status: group?.status ?? 'completed', ...counts, written, output }
    await print(context, `${JSON.stringify(summary)}\n`)
  }
  const found = `${formatCount(safe)} safe, ${formatCount(unsafe)} unsafe, ${formatCount(errors)} without a result`
  const where = isStdout(output) ? '' : `; ${formatCount(written)} written to ${output}`
  note(context, `${rowsOf(rows)}: ${found}${where}`)
  if (counts.unknown > 0)
    warn(
      context,
      `${rowsOf(counts.unknown)} without an answer, which is not the same as unsafe. ` +
        (only ? 'They were left out.' : `Why, says ${group?.result_prefix}error.code.`),
    )
}

const rowsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

function exitCodeOf({ rows, safe, unknown }: RowCounts, failOnUnsafe: boolean): ExitCode {
  if (failOnUnsafe && safe + unknown < rows) return EXIT.unsafe
  return unknown > 0 ? EXIT.partial : EXIT.ok
}
