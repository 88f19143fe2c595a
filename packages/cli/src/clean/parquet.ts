// Parquet files are cleaned by DuckDB, an optional package that runs in a separate process, so that the command stays
// small.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Context, tell } from '../context.ts'
import { EXIT, type ExitCode, Failure, usageError } from '../exit.ts'
import { checkOutput, isStdout, statsOf } from '../output.ts'
import { type CleanValues, presetPolicy } from './options.ts'
import { counted } from './summary.ts'

const IN_CLONE = new URL('../../../duckdb/', import.meta.url)

/** The path of its program: in a clone, or installed next to the command. */
export function findDuckDb(clone = IN_CLONE): string {
  if (existsSync(new URL('node_modules/@duckdb/node-api', clone)))
    return fileURLToPath(new URL('src/program.ts', clone))
  try {
    return fileURLToPath(import.meta.resolve('@mailsift/duckdb/program'))
  } catch {
    throw usageError(
      'Parquet files need the package @mailsift/duckdb, which is not installed. In a clone, run `node scripts/install-extra.mjs packages/duckdb`. From the files of a release, install it together with the command: `npm install --global ./mailsift-engine-*.tgz ./mailsift-sdk-*.tgz ./mailsift-[0-9]*.tgz ./mailsift-duckdb-*.tgz`.',
    )
  }
}

export const isParquet = (file: string | undefined): file is string => file !== undefined && /\.parquet$/i.test(file)

const FORBIDDEN = [
  'domain',
  'sheet',
  'only',
  'split-by',
  'for',
  'report',
  'resume',
  'except',
  'except-suppressed',
  'only-in',
] as const

const isGiven = (value: boolean | string | readonly string[] | undefined) =>
  typeof value === 'boolean' ? value : (value?.length ?? 0) > 0

export async function cleanParquetFile(context: Context, input: string, values: CleanValues): Promise<ExitCode> {
  const { output, force, column, columns } = values
  if (isStdout(output) || !isParquet(output)) throw usageError('Specify the Parquet file to write with -o out.parquet.')
  const given = FORBIDDEN.find((name) => isGiven(values[name]))
  if (given) throw usageError(`--${given} does not work with Parquet files. Query the result with DuckDB instead.`)
  if (column.length > 1) throw usageError('Choose one --column of a Parquet file.')
  const duckDb = findDuckDb()
  const stats = await statsOf(input)
  if (!stats && !input.includes('://')) throw usageError(`${input} does not exist.`)
  await checkOutput(output, force, [{ name: input, stats }])
  const settings = {
    input,
    output,
    ...(column[0] !== undefined && { column: column[0] }),
    ...(columns !== undefined && columns !== 'short' && { columns: columns.split(',').map((name) => name.trim()) }),
    policy: presetPolicy(values),
  }
  context.signal.throwIfAborted()
  const child = spawn(process.execPath, [duckDb, JSON.stringify(settings)], {
    stdio: 'pipe',
  })
  // DuckDB deletes its output when its stdin ends, which also happens when this process is killed.
  const stop = () => child.stdin.end()
  context.signal.addEventListener('abort', stop, { once: true })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  context.signal.throwIfAborted()
  if (code !== 0) throw new Failure(EXIT.usage, stderr.trim() || 'DuckDB ended without a message.')
  const { rows, column: found } = JSON.parse(stdout) as { rows: number; column: string }
  tell(context, `Email column: "${found}".\n  ${counted(rows, 'row')} written to ${output}`)
  return EXIT.ok
}
