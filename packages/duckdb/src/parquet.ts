// Parquet files as lists and back: the rows of a file as CSV, and a cleaned CSV as a file whose other columns keep their types. DuckDB
// moves what does not fit into memory to disk.
import { open, rename, rm } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'

type Limits = {
  /** As DuckDB writes sizes: 512MB, 4GB. */
  memoryLimit?: string
  /** Stops the work; nothing is left behind. */
  signal?: AbortSignal
}

export type ParquetToCsv = Limits & {
  input: string
  csv: string
  /** Adds the column `ROW_COLUMN`, so that `csvToParquet` finds each row again. */
  isNumbered: boolean
}

export type CsvToParquet = Limits & {
  csv: string
  output: string
  separator: string
  /** The columns of the CSV in order: those of the list, then the results. Rows may have further ones, up to `extra`. */
  names: readonly string[]
  results: number
  extra: number
  /** The Parquet file that the rows come from, and its columns that may have changed. */
  source?: { path: string; changed: readonly string[] } | undefined
}

/** The number of a row in its Parquet file. */
const ROW_COLUMN = '__mailsift_row'
/** DuckDB reserves sixteen times as much. A record of a list has a million characters at most. */
const LINE_MAX_BYTES = 8 * 1024 * 1024
/** Results that are true, false or, without a verdict, null. */
const FLAG = /^(?:safe_to_send|is_|has_)/

export async function parquetToCsv({ input, csv, isNumbered, ...limits }: ParquetToCsv): Promise<void> {
  await using(csv, limits, async (run) => {
    const columns = await columnsOf(run, input)
    const texts = columns.map(({ name, type }) =>
      // Writers that know no text leave bytes.
      type === 'BLOB' ? `coalesce(TRY(decode(${name})), ${name}::VARCHAR) AS ${name}` : `${name}::VARCHAR AS ${name}`,
    )
    await run(`COPY (SELECT ${[...texts, ...(isNumbered ? [ROW_COLUMN] : [])].join(', ')} FROM ${numbered(input)})
      TO ${literal(csv)} (FORMAT csv, HEADER true, DELIMITER ',', QUOTE '"', ESCAPE '"', NULLSTR '')`)
  })
}

/** The output appears under its name when all of it is written. */
export async function csvToParquet(settings: CsvToParquet): Promise<void> {
  const { csv, output, separator, names, results, extra, source, ...limits } = settings
  const unfinished = `${output}.${process.pid}.part`
  try {
    await using(unfinished, limits, async (run) => {
      const own = source ? await columnsOf(run, source.path) : []
      const cells = names.map((_, at) => `c${at}`)
      const extras = Array.from({ length: extra }, (_, at) => `x${at}`)
      const columns = [...cells, ...extras].map((name) => `'${name}': 'VARCHAR'`).join(', ')
      const rows = `(SELECT *, row_number() OVER () AS written FROM read_csv(${literal(csv)}, header = true, columns = {${columns}},
        auto_detect = false, delim = ${literal(separator)}, quote = '"', escape = '"', nullstr = '', null_padding = true,
        strict_mode = false, parallel = false, max_line_size = ${LINE_MAX_BYTES}))`
      const taken = new Set<string>()
      const selected = names.flatMap((name, at) => {
        if (source && name === ROW_COLUMN) return []
        const cell = `c.c${at}`
        const isResult = at >= names.length - results
        const original = isResult ? undefined : own.find((column) => column.name === identifier(name))
        const value = original
          ? originalOf(original, cell, source!.changed.includes(name))
          : isResult
            ? resultOf(name, cell)
            : cell
        return `${value} AS ${unique(name, taken)}`
      })
      for (const [at, name] of extras.entries()) selected.push(`c.${name} AS ${unique(`extra_${at + 1}`, taken)}`)
      const joined = source
        ? `LEFT JOIN ${numbered(source.path)} AS p ON p.${ROW_COLUMN} = TRY_CAST(c.c${names.indexOf(ROW_COLUMN)} AS BIGINT)`
        : ''
      await run(
        `COPY (SELECT ${selected.join(', ')} FROM ${rows} AS c ${joined} ORDER BY c.written) TO ${literal(unfinished)} (FORMAT parquet)`,
      )
    })
    const file = await open(unfinished, 'r+')
    await file.sync()
    await file.close()
    await rename(unfinished, output)
  } finally {
    await rm(unfinished, { force: true })
  }
}

type Run = (statement: string) => Promise<{ [name: string]: unknown }[]>
type Column = { /** Quoted. */ name: string; type: string }

/** Runs statements in their own database, which spills beside the file that is written. */
async function using(
  written: string,
  { memoryLimit = '1GB', signal }: Limits,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const spill = `${written}.tmp`
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: memoryLimit, temp_directory: spill })
  const connection = await instance.connect()
  // An interrupt between two statements is lost.
  const stopping = setInterval(() => signal?.aborted && connection.interrupt(), 50)
  try {
    await work(async (statement) => {
      signal?.throwIfAborted()
      const reader = await connection.runAndReadAll(statement)
      return reader.getRowObjectsJson()
    })
  } finally {
    clearInterval(stopping)
    connection.closeSync()
    instance.closeSync()
    await rm(spill, { recursive: true, force: true })
  }
}

async function columnsOf(run: Run, path: string): Promise<Column[]> {
  const described = await run(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)
  return described.map(({ column_name, column_type }) => ({
    name: identifier(String(column_name)),
    type: String(column_type),
  }))
}

/** The same numbers each time: DuckDB keeps the order of a file. */
const numbered = (path: string) =>
  `(SELECT *, row_number() OVER () AS ${ROW_COLUMN} FROM read_parquet(${literal(path)}))`

/** A changed cell is text; another one is as it was, NULL included. */
function originalOf({ name, type }: Column, cell: string, mayHaveChanged: boolean): string {
  if (!mayHaveChanged) return `p.${name}`
  const text = type === 'BLOB' ? `TRY(decode(p.${name}))` : `p.${name}::VARCHAR`
  return `CASE WHEN coalesce(${cell}, '') = coalesce(${text}, '') THEN ${text} ELSE ${cell} END`
}

const resultOf = (name: string, cell: string) =>
  FLAG.test(name.slice(name.lastIndexOf('.') + 1)) ? `TRY_CAST(${cell} AS BOOLEAN)` : `coalesce(${cell}, '')`

/** Names of columns differ in more than case. */
function unique(name: string, taken: Set<string>): string {
  let free = name
  while (taken.has(free.toLowerCase())) free += '_'
  taken.add(free.toLowerCase())
  return identifier(free)
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
