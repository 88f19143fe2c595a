// Real DuckDB, which npm run test:tools installs.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as duckdb from '@duckdb/node-api'
import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { loadEngine } from '@mailsift/engine/node'
import { expect, onTestFinished, test } from 'vitest'
import { type ChildProcess, spawn } from '../../../scripts/testing/programs.ts'
import * as cleaning from '../src/clean-parquet.ts'
import * as ours from '../src/index.ts'

const PROGRAM = fileURLToPath(new URL('../src/program.ts', import.meta.url))
const COMMAND = fileURLToPath(new URL('../../cli/bin/mailsift.mjs', import.meta.url))
const engine = loadEngine()
const ROWS = 5000
const ADDRESS = `CASE WHEN i % 97 = 0 THEN NULL WHEN i % 89 = 0 THEN 'no one' WHEN i % 11 = 0 THEN 'jürgen' || i || '@müller.de'
  ELSE 'ada.lovelace' || i || '@company' || (i % 300) || '.com' END`

async function connect() {
  const instance = await duckdb.DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  onTestFinished(() => {
    connection.closeSync()
    instance.closeSync()
  })
  return connection
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-duckdb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function writeList(path: string, rows: number): Promise<void> {
  const connection = await connect()
  await connection.run(
    `COPY (SELECT i AS id, ${ADDRESS} AS email FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet)`,
  )
}

test('mailsift(email) returns the verdicts of the library as a struct', async () => {
  const connection = await connect()
  ours.registerMailsift(connection, engine)
  const reader = await connection.runAndReadAll(
    `SELECT email, mailsift(email) AS verdict FROM (SELECT ${ADDRESS} AS email FROM range(${ROWS}) t(i))`,
  )
  const rows = reader.getRowObjectsJson() as { email: string | null; verdict: object }[]
  const rowOf = createFlatRows(engine, 'marketing')
  expect(rows.length).toBe(ROWS)
  for (const { email, verdict } of rows)
    expect(verdict).toEqual(Object.fromEntries(FLAT_COLUMNS.map(({ name, of }) => [name, of(rowOf(email))])))
})

test('a cleaned Parquet file has every row, in order, with the verdicts of the library', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await writeList(input, ROWS)
  expect(await cleaning.cleanParquet({ input, output, memoryLimit: '256MB' })).toEqual({
    rows: ROWS,
    column: 'email',
  })
  const reader = await (await connect()).runAndReadAll(`SELECT * FROM '${output}'`)
  const rows = reader.getRowObjectsJson() as { id: string; email: string | null; [name: string]: unknown }[]
  const rowOf = createFlatRows(engine, 'marketing')
  const hashOf = (of: (row: (typeof rows)[number], at: number) => unknown[]) =>
    createHash('sha256')
      .update(JSON.stringify(rows.map(of)))
      .digest('hex')
  const columns = ['status', 'reason', 'suggestion', 'normalized', 'error']
  expect(hashOf((row) => [row.id, ...columns.map((name) => row[name])])).toBe(
    hashOf(({ email }, at) => {
      const flat = rowOf(email)
      return [`${at}`, ...columns.map((wanted) => FLAT_COLUMNS.find(({ name }) => name === wanted)!.of(flat))]
    }),
  )
  expect(await readdir(folder)).toEqual(['in.parquet', 'out.parquet'])
})

test('a run killed in the middle leaves no file under the name of the result', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await writeList(input, 2_000_000)
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, JSON.stringify({ input, output })])
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(async () => (await readdir(folder)).some((name) => name.endsWith('.part'))).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(output)).toBe(false)
})

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'a command that ends by %s takes DuckDB and its unfinished files with it',
  async (signal) => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
    await writeList(input, 300_000)
    const child = spawn(process.execPath, [COMMAND, 'clean', input, '-o', output])
    onTestFinished(() => void child.kill('SIGKILL'))
    // Not the file with which the command itself tries the folder.
    const isDuckDbs = (name: string) => name.endsWith('.part') && !name.includes(`${child.pid}`)
    await expect.poll(async () => (await readdir(folder)).some(isDuckDbs)).toBe(true)
    child.kill(signal)
    await once(child, 'close')
    await expect.poll(() => readdir(folder)).toEqual(['in.parquet'])
  },
)

test.for([
  ["['ada.lovelace@contoso.com']", 'VARCHAR[]'],
  ['5', 'INTEGER'],
])('a column of %s has no verdicts: it is refused', async ([value, type]) => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await (await connect()).run(`COPY (SELECT ${value} AS email) TO '${input}' (FORMAT parquet)`)
  await expect(cleaning.cleanParquet({ input, output })).rejects.toThrow(`The column "email" is ${type}, not text.`)
})

test('addresses that were stored as bytes are read as UTF-8, beside a column of any name', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  const connection = await connect()
  await connection.run(
    `COPY (SELECT encode('jürgen@müller.de') AS email, 1 AS __mailsift) TO '${input}' (FORMAT parquet)`,
  )
  await cleaning.cleanParquet({ input, output, columns: ['normalized'] })
  const reader = await connection.runAndReadAll(`SELECT __mailsift, normalized FROM '${output}'`)
  expect(reader.getRowsJson()).toEqual([[1, 'jürgen@xn--mller-kva.de']])
})

test('a result column is written once', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await writeList(input, 1)
  await expect(cleaning.cleanParquet({ input, output, columns: ['status', 'status'] })).rejects.toThrow(
    'more than once',
  )
})

test('a file without an email column is refused with the names of its columns', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await (await connect()).run(`COPY (SELECT 1 AS id, 'a' AS name) TO '${input}' (FORMAT parquet)`)
  await expect(cleaning.cleanParquet({ input, output })).rejects.toThrow(
    'No column "email". Choose one with --column: "id", "name".',
  )
})
