// A Parquet file with the verdicts beside its rows. DuckDB reads and writes in row groups and moves what does not fit into memory to
// disk. The output appears under its name when all of it is written: a run that is killed leaves only a file named .part.
import { open, rename, rm } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import type { Engine, Policy, PolicyPreset } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { registerMailsift } from './index.ts'

export type ParquetCleaning = {
  input: string
  output: string
  /** The email column; detected unless given. */
  column?: string
  /** Result columns. */
  columns?: readonly string[]
  policy?: Policy | PolicyPreset
  /** As DuckDB writes sizes: 512MB, 4GB. */
  memoryLimit?: string
  /** Stops the work; nothing is left behind. */
  signal?: AbortSignal
}

export type CleanedParquet = { rows: number; column: string }

const SHORT_COLUMNS = ['status', 'reason', 'suggestion', 'normalized', 'error']
const EMAIL_NAMES = ['email', 'emailaddress', 'mail']

class ParquetError extends Error {}

type Column = { name: string; type: string }

export async function cleanParquet(options: ParquetCleaning): Promise<CleanedParquet> {
  const { input, output, policy = 'marketing', memoryLimit = '1GB', signal } = options
  const columns = readColumns(options.columns)
  const unfinished = `${output}.${process.pid}.part`
  const spill = `${output}.${process.pid}.tmp`
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    temp_directory: spill,
  })
  const connection = await instance.connect()
  try {
    registerMailsift(connection, stoppable(loadEngine(), signal), { columns, policy })
    const source = `read_parquet(${literal(input)})`
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`)
    const known = described
      .getRowObjectsJson()
      .map(({ column_name, column_type }): Column => ({ name: String(column_name), type: String(column_type) }))
    const column = findColumn(known, options.column)
    const taken = new Set(known.map(({ name }) => name.toLowerCase()))
    const prefix = columns.some((name) => taken.has(name)) ? 'mailsift_' : ''
    let verdict = '__mailsift'
    while (taken.has(verdict)) verdict += '_'
    const results = columns.map((name) => `${verdict}.${name} AS ${identifier(prefix + name)}`).join(', ')
    const copied = await connection.runAndReadAll(`
      COPY (
        SELECT * EXCLUDE (${verdict}), ${results}
        FROM (SELECT *, mailsift(${textOf(column)}) AS ${verdict} FROM ${source})
      ) TO ${literal(unfinished)} (FORMAT parquet)`)
    const rows = Number(copied.getRowsJson()[0]?.[0])
    const file = await open(unfinished, 'r+')
    await file.sync()
    await file.close()
    await rename(unfinished, output)
    return { rows, column: column.name }
  } finally {
    connection.closeSync()
    instance.closeSync()
    await Promise.all([unfinished, spill].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** An interrupt of DuckDB is lost between two statements; an address that fails is not. */
function stoppable(engine: Engine, signal: AbortSignal | undefined): Pick<Engine, 'validate' | 'suggest'> {
  return {
    suggest: engine.suggest,
    validate(email) {
      signal?.throwIfAborted()
      return engine.validate(email)
    },
  }
}

function readColumns(wanted: readonly string[] = SHORT_COLUMNS): readonly string[] {
  const known = FLAT_COLUMNS.map(({ name }) => name)
  if (wanted.length === 1 && wanted[0] === 'all') return known
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ParquetError(`Unknown result column "${unknown}". Use all, or some of ${known.join(', ')}.`)
  const repeated = wanted.find((name, at) => wanted.indexOf(name) !== at)
  if (repeated !== undefined) throw new ParquetError(`--columns has "${repeated}" more than once.`)
  return wanted
}

function findColumn(columns: readonly Column[], wanted: string | undefined): Column {
  const simple = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const found =
    wanted === undefined
      ? columns.filter(({ name }) => EMAIL_NAMES.includes(simple(name)))
      : columns.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found.length === 1) return found[0]!
  const why = found.length > 1 ? 'Several columns may hold the address' : `No column "${wanted ?? 'email'}"`
  throw new ParquetError(`${why}. Choose one with --column: ${columns.map(({ name }) => `"${name}"`).join(', ')}.`)
}

/** Writers that know no text leave bytes. Numbers and lists have no address, and a cast would make up an invalid one. */
function textOf({ name, type }: Column): string {
  if (type === 'VARCHAR') return identifier(name)
  if (type === 'BLOB') return `decode(${identifier(name)})`
  throw new ParquetError(`The column "${name}" is ${type}, not text.`)
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
