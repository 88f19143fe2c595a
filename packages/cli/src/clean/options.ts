import { type ExcelSeparator, excelSeparatorOf } from '@mailsift/clean/excel'
import { STATUSES, type Status } from '@mailsift/clean/status'
import { POLICY_CODES, type Policy, type PolicyCode, type PolicyPreset, PRESETS } from '@mailsift/engine/policy'
import { ENCODING_NAMES, type Encoding, isReadOnly } from '@mailsift/intake/encodings'
import type { ListOptions } from '@mailsift/intake/list'
import { JSON_OPTION, type Values } from '../command.ts'
import { asTyped, type Context } from '../context.ts'
import { usageError } from '../exit.ts'
import { FAIL_ON_OPTION } from '../fail-on.ts'
import { isParquetName, isStdout, isWorkbookName, isZipName, OUTPUT_OPTION } from '../output.ts'

const INPUT_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', none: '' } as const
const INPUT_ENCODINGS = Object.keys(ENCODING_NAMES) as Encoding[]

export const CLEAN_OPTIONS = {
  column: {
    type: 'string',
    short: 'c',
    value: '<name>',
    many: true,
    help: 'Email column; repeat it for several, or use "all". Default: detected',
  },
  sheet: {
    type: 'string',
    value: '<name>',
    help: 'Sheet of an Excel file. Default: the first with addresses',
  },
  'input-separator': {
    type: 'string',
    value: '<name>',
    choices: Object.keys(INPUT_SEPARATORS),
    help: 'Separator of the list: comma, semicolon, tab, pipe or none. Default: detected',
  },
  'input-encoding': {
    type: 'string',
    value: '<name>',
    choices: INPUT_ENCODINGS,
    help: 'Encoding of the list, such as windows-1251. Default: detected',
  },
  header: {
    type: 'string',
    value: 'yes|no',
    choices: ['yes', 'no'],
    help: 'Whether it has a header. Default: detected',
  },
  domain: { type: 'boolean', help: 'Also check the mail servers and the registration of each domain' },
  policy: {
    type: 'string',
    value: '<name>',
    help: `What decides what is safe: ${PRESETS.join(', ')}, or a policy that you saved. Default: marketing`,
  },
  allow: {
    type: 'string',
    value: '<reasons>',
    help: 'Reasons to ignore, such as role; separate several with commas',
  },
  caution: { type: 'string', value: '<reasons>', help: 'Reasons that make a row risky' },
  refuse: { type: 'string', value: '<reasons>', help: 'Reasons that make a row unsafe, such as free_mail' },
  'no-repair': { type: 'boolean', help: 'Do not extract addresses from surrounding text' },
  'fix-typos': { type: 'boolean', help: 'Replace misspelled addresses by the suggestion, and check that one' },
  dedupe: {
    type: 'boolean',
    help: 'If several rows have the same mailbox, keep the one with the most filled cells. Default',
  },
  'no-dedupe': { type: 'boolean', help: 'Keep duplicates' },
  'newest-by': {
    type: 'string',
    value: '<column>',
    help: 'Of duplicates, keep the row with the latest date or largest number',
  },
  removed: { type: 'string', value: '<file>', help: 'Write the removed rows to this file' },
  except: {
    type: 'string',
    value: '<file>',
    many: true,
    help: 'Skip addresses of this list, such as those you already sent to',
  },
  'except-suppressed': { type: 'boolean', help: 'Skip addresses on your suppression list' },
  'only-in': { type: 'string', value: '<file>', many: true, help: 'Keep only addresses of this list' },
  only: {
    type: 'string',
    value: '<status>',
    help: `Write only these rows: ${STATUSES.join(', ')}; several with commas`,
  },
  columns: { type: 'string', value: 'short|all|<names>', help: 'Columns to add. Default: all' },
  'split-by': {
    type: 'string',
    value: 'status',
    choices: ['status'],
    help: 'Write one file per status: out.safe.csv, out.risky.csv, …',
  },
  for: {
    type: 'string',
    value: 'excel',
    choices: ['excel'],
    help: 'Write a file for Excel: UTF-8 with BOM, formulas converted to text',
  },
  separator: {
    type: 'string',
    value: 'comma|semicolon',
    choices: ['comma', 'semicolon'],
    help: "With --for excel: separator. Default: your locale's",
  },
  encoding: {
    type: 'string',
    value: 'utf-8|original',
    choices: ['utf-8', 'original'],
    help: 'Encoding of the output. Default: utf-8',
  },
  report: { type: 'string', value: '<file.html>', help: 'Write an HTML report' },
  local: { type: 'boolean', help: 'Check in this process, without a server, a token, domain checks or limits' },
  slots: {
    type: 'string',
    value: '1|2|3',
    choices: ['1', '2', '3'],
    help: 'Parts of a long list to validate at a time, up to 3. Default: 2',
  },
  resume: {
    type: 'string',
    value: '<group>',
    many: true,
    help: 'Fetch the result of an earlier run; name the list to get its rows',
  },
  ...OUTPUT_OPTION,
  output: {
    ...OUTPUT_OPTION.output,
    help: 'Output file: CSV, .xlsx, .parquet, or .zip with one CSV per status. Default: stdout',
  },
  ...FAIL_ON_OPTION,
  json: { ...JSON_OPTION.json, help: 'Print the summary as JSON; needs -o' },
} as const

export type CleanValues = Values<typeof CLEAN_OPTIONS>

export function checkValues(values: CleanValues, operand: string | undefined): void {
  const { resume, local, domain, json, output, encoding, report } = values
  if (resume.length === 0 && operand === undefined)
    throw usageError('Specify a list (CSV, .xlsx, .parquet or text), or - to read from stdin.')
  if (resume.length > 1 && operand === undefined)
    throw usageError('Several groups belong to one list. Specify the list as well.')
  if (resume.length > 0 && local) throw usageError('--resume needs the service and cannot be combined with --local.')
  if (values['except-suppressed'] && local)
    throw usageError(
      '--except-suppressed needs the service and cannot be combined with --local. Save the suppression list with "mailsift suppressions --export csv -o suppressed.csv", then use --except suppressed.csv.',
    )
  if (local && domain) throw usageError('--domain needs the service and cannot be combined with --local.')
  if (values['newest-by'] !== undefined && values['no-dedupe'])
    throw usageError('--newest-by chooses among duplicates and cannot be combined with --no-dedupe.')
  if (json && isStdout(output))
    throw usageError('--json prints the summary to stdout. Write the CSV to a file with -o.')
  if (values['split-by'] !== undefined && isStdout(output))
    throw usageError('--split-by writes several files. Name them with -o.')
  const given = values['input-encoding']
  if (encoding === 'original' && given !== undefined && isReadOnly(given))
    throw usageError(`${given} can be read but not written. Remove --encoding.`)
  if (values.for === 'excel' && encoding === 'original')
    throw usageError('--for excel always writes UTF-8. Remove --encoding.')
  if (encoding === 'original' && isWorkbookName(output))
    throw usageError('An .xlsx is always UTF-8. Remove --encoding.')
  if (isParquetName(operand)) {
    const given = (['sheet', 'input-separator', 'input-encoding', 'header'] as const).find(
      (name) => values[name] !== undefined,
    )
    if (given) throw usageError(`--${given} does not apply to a Parquet file.`)
    if (encoding === 'original') throw usageError('A Parquet file is always UTF-8. Remove --encoding.')
  }
  for (const name of [output, values.removed]) {
    if (!isParquetName(name)) continue
    if (encoding === 'original') throw usageError('A Parquet file is always UTF-8. Remove --encoding.')
    if (values.for === 'excel') throw usageError('--for excel does not apply to a Parquet file.')
    if (operand === undefined) throw usageError('A Parquet file needs the list. Name it as well.')
  }
  if (isWorkbookName(output) && operand === undefined) throw usageError('An .xlsx needs the list. Name it as well.')
  if (isZipName(output) && operand === undefined) throw usageError('A .zip needs the list. Name it as well.')
  if (isZipName(values.removed)) throw usageError('--removed writes one file. Name it .csv, .xlsx or .parquet.')
  if (values.removed === '' || values.removed === '-') throw usageError('--removed needs a file name.')
  if (values.for === 'excel' && operand === undefined) throw usageError('--for excel needs the list. Name it as well.')
  if (values.separator !== undefined && values.for !== 'excel') throw usageError('--separator needs --for excel.')
  if (report === '' || report === '-') throw usageError('--report needs a file name.')
  readOnly(values.only)
  readSwitches(values)
  if (local) presetPolicy(values)
}

/** How DuckDB writes the rows of a Parquet file. */
export const PARQUET_AS_CSV = { separator: ',', encoding: 'utf-8', hasHeader: true } as const satisfies ListOptions

/** The options that override detection. */
export function readListOptions(values: CleanValues, isParquet = false): ListOptions {
  if (isParquet) return PARQUET_AS_CSV
  const { sheet, header } = values
  const separator = values['input-separator'] as keyof typeof INPUT_SEPARATORS | undefined
  return {
    sheet,
    separator: separator && INPUT_SEPARATORS[separator],
    encoding: values['input-encoding'],
    hasHeader: header && header === 'yes',
  }
}

export function readExcelSeparator(
  { env }: Pick<Context, 'env'>,
  { separator }: Pick<CleanValues, 'separator'>,
): ExcelSeparator {
  if (separator !== undefined) return separator === 'semicolon' ? ';' : ','
  // The POSIX precedence for number formats: de_DE.UTF-8 → de-DE.
  const locale = (env.LC_ALL || env.LC_NUMERIC || env.LANG)?.split(/[.@]/)[0]?.replace('_', '-')
  const isKnown = locale !== undefined && /^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(locale)
  return excelSeparatorOf(isKnown ? locale : undefined)
}

/** The purpose of the list with the overrides of single reasons, without a service that has saved policies. */
export function presetPolicy(values: PolicyValues): Policy {
  const { policy = 'marketing' } = values
  if (!isPreset(policy))
    throw usageError(`"${policy}" is not a built-in policy: ${PRESETS.join(', ')}. Saved policies need the service.`)
  return { preset: policy, ...readSwitches(values) }
}

export const isPreset = (name: string): name is PolicyPreset => (PRESETS as readonly string[]).includes(name)

export function readSwitches({ allow, caution, refuse }: PolicyValues) {
  return {
    allow: readReasons('--allow', allow),
    caution: readReasons('--caution', caution),
    refuse: readReasons('--refuse', refuse),
  }
}

export type PolicyValues = Partial<Pick<CleanValues, 'policy' | 'allow' | 'caution' | 'refuse'>>

function readReasons(option: string, list: string | undefined): PolicyCode[] {
  const codes = list === undefined ? [] : list.split(',').map((code) => code.trim())
  const unknown = codes.find((code) => !(POLICY_CODES as readonly string[]).includes(code))
  if (unknown !== undefined) throw usageError(`${option} knows ${POLICY_CODES.join(', ')}, not "${unknown}".`)
  return codes as PolicyCode[]
}

/** The statuses to write. */
export function readOnly(only: string | undefined): ReadonlySet<Status> | undefined {
  if (only === undefined) return undefined
  const wanted = only.split(',').map((word) => word.trim())
  const unknown = wanted.find((word) => !(STATUSES as readonly string[]).includes(word))
  if (unknown !== undefined) throw usageError(`Unknown status "${unknown}" in --only. Use ${STATUSES.join(', ')}.`)
  return new Set(wanted as Status[])
}

/** The command that resumes what was submitted. */
export function resumeLine(
  context: Pick<Context, 'env'>,
  values: CleanValues,
  operand: string | undefined,
  ids: readonly string[],
): string {
  const words: string[] = [asTyped(context, 'mailsift clean'), ...(operand === undefined ? [] : [quoted(operand)])]
  const add = (name: string, value: string | boolean | readonly string[] | undefined) => {
    if (value === undefined || value === false) return
    if (value === true) words.push(name)
    else for (const each of typeof value === 'string' ? [value] : value) words.push(`${name} ${quoted(each)}`)
  }
  add('--resume', ids)
  for (const [name, value] of Object.entries(values))
    if (!['resume', 'output', 'quiet', 'server'].includes(name)) add(`--${name}`, value)
  add('-o', values.output)
  add('--server', values.server)
  return words.join(' ')
}

/** Quotes a name for a shell if needed. */
const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
