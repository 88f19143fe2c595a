import { FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import { PRESETS } from '@mailsift/engine/policy'
import { CLEAN_OPTIONS, presetPolicy } from '../clean/options.ts'
import type { Values } from '../command.ts'
import { usageError } from '../exit.ts'
import { STREAM_FORMATS, type StreamSettings } from './settings.ts'

const COLUMN_NAMES = FLAT_COLUMNS.map(({ name }) => name)
const DEFAULT_COLUMNS = 'status,reason,suggestion,normalized,error'
const THREADS_MAX = 64

const { allow, caution, refuse } = CLEAN_OPTIONS

export const STREAM_OPTIONS = {
  format: {
    type: 'string',
    short: 'F',
    value: STREAM_FORMATS.join('|'),
    choices: STREAM_FORMATS,
    help: 'Format of input and output. Default: jsonl',
  },
  column: {
    type: 'string',
    short: 'c',
    value: '<name|#n>',
    help: 'Field or column with the address. Default: email, or #1 without a header',
  },
  columns: {
    type: 'string',
    value: 'all|<names>',
    help: `Result columns. Default: ${DEFAULT_COLUMNS}`,
  },
  'results-only': { type: 'boolean', help: 'Write only the result columns, not the record (always in rowbinary)' },
  'no-header': { type: 'boolean', help: 'csv and tsv: the first record is data' },
  field: { type: 'string', value: '<name>', help: 'jsonl: field for the results. Default: mailsift' },
  nullable: { type: 'boolean', help: 'rowbinary: the address is Nullable(String)' },
  'chunk-header': { type: 'boolean', help: 'A line with the number of records comes before each chunk' },
  threads: { type: 'string', value: '<n>', help: 'Threads that validate. Default: 1, in the main thread' },
  policy: {
    type: 'string',
    value: PRESETS.join('|'),
    choices: PRESETS,
    help: 'Purpose, which decides what is safe. Default: marketing',
  },
  allow,
  caution,
  refuse,
} as const

export type StreamValues = Values<typeof STREAM_OPTIONS>

/** The settings from the command line. The column's position and the width may depend on the header. */
export type StreamPlan = Omit<StreamSettings, 'column' | 'width'> & {
  column: string | undefined
  hasHeader: boolean
  hasChunkHeaders: boolean
  threads: number
}

export function readStreamOptions(values: StreamValues): StreamPlan {
  const { format = 'jsonl', column, field = 'mailsift', nullable } = values
  const isTable = format === 'csv' || format === 'tsv'
  if (values['no-header'] && !isTable) throw usageError('--no-header needs --format csv or tsv.')
  if (nullable && format !== 'rowbinary') throw usageError('--nullable needs --format rowbinary.')
  if (column !== undefined && format === 'rowbinary')
    throw usageError('rowbinary has a single column. Remove --column.')
  if (values.field !== undefined && format !== 'jsonl') throw usageError('--field needs --format jsonl.')
  if (values['chunk-header'] && isTable && !values['no-header']) throw usageError('--chunk-header needs --no-header.')
  return {
    format,
    column,
    field,
    results: readColumns(values.columns ?? DEFAULT_COLUMNS),
    resultsOnly: values['results-only'],
    isNullable: nullable,
    hasHeader: isTable && !values['no-header'],
    hasChunkHeaders: values['chunk-header'],
    threads: readThreads(values.threads),
    policy: presetPolicy(values),
    recordMaxBytes: CSV_RECORD_MAX_BYTES,
  }
}

function readColumns(wanted: string): readonly string[] {
  if (wanted === 'all') return COLUMN_NAMES
  const names = wanted.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !COLUMN_NAMES.includes(name))
  if (unknown !== undefined)
    throw usageError(`Unknown result column "${unknown}". Use all, or some of ${COLUMN_NAMES.join(', ')}.`)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw usageError(`--columns has "${repeated}" more than once.`)
  return names
}

function readThreads(given = '1'): number {
  const threads = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (threads < 1 || threads > THREADS_MAX) throw usageError(`--threads takes a number from 1 to ${THREADS_MAX}.`)
  return threads
}

/** A position such as `#3`, zero-based. */
export function positionOf(column: string): number | undefined {
  const [, digits] = /^#(\d{1,4})$/.exec(column) ?? []
  return digits === undefined || digits === '0' ? undefined : Number(digits) - 1
}
