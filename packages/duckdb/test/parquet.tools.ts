// Real DuckDB, which npm run test:tools installs.
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as duckdb from '@duckdb/node-api'
import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { loadEngine } from '@mailsift/engine/node'
import { expect, onTestFinished, test } from 'vitest'
import { execFile, spawn } from '../../../scripts/testing/programs.ts'
import * as ours from '../src/index.ts'

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

const run = promisify(execFile)

/** The command on this machine, without a service. */
async function clean(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [COMMAND, 'clean', '--local', ...args])
  return stdout
}

async function rowsOf(path: string): Promise<unknown[]> {
  const reader = await (await connect()).runAndReadAll(`SELECT * FROM '${path}'`)
  return reader.getRowObjectsJson()
}

const LIST = `name,email,note
Ada,ada.lovelace@contoso.com,
Ada again,Ada.Lovelace@contoso.com,
Bob,Bob Lee <bob.lee@gmial.com>,"two
lines"
Both,"ann.lee@contoso.com, sam.lee@contoso.com",
None,,
`

test.for([
  ['as they are', []],
  ['with typos fixed and duplicates kept', ['--fix-typos', '--no-dedupe']],
  ['unrepaired', ['--no-repair']],
  ['only the safe ones', ['--only', 'safe', '--policy', 'b2b']],
] as const)('the same rows get the same results from CSV, .xlsx and Parquet, %s', async ([, options]) => {
  const folder = await makeFolder()
  const files = {
    csv: join(folder, 'list.csv'),
    xlsx: join(folder, 'list.xlsx'),
    parquet: join(folder, 'list.parquet'),
  }
  await writeFile(files.csv, LIST)
  await clean(files.csv, '-o', join(folder, 'all.xlsx'), '--no-dedupe', '--no-repair', '--columns', 'note')
  await (await connect()).run(
    `COPY (FROM read_csv('${files.csv}', header = true)) TO '${files.parquet}' (FORMAT parquet)`,
  )
  const results = async (input: string, output: string) => {
    const summary = JSON.parse(
      await clean(
        input,
        '-o',
        output,
        '--columns',
        'status,reason,suggestion,address,note,original',
        '--json',
        ...options,
      ),
    )
    const { rows, written, safe, risky, unsafe, blank, duplicates, corrected } = summary
    return { rows, written, safe, risky, unsafe, blank, duplicates, corrected }
  }
  const fromCsv = await results(files.csv, join(folder, 'a.csv'))
  expect(await results(files.parquet, join(folder, 'b.csv'))).toEqual(fromCsv)
  expect(await results(files.parquet, join(folder, 'c.parquet'))).toEqual(fromCsv)
  expect(await results(files.csv, join(folder, 'd.parquet'))).toEqual(fromCsv)
  expect(await readFile(join(folder, 'b.csv'), 'utf8')).toBe(await readFile(join(folder, 'a.csv'), 'utf8'))
  const filled = (rows: unknown[]) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row as object).filter(([, cell]) => cell !== null && cell !== '')),
    )
  expect(filled(await rowsOf(join(folder, 'd.parquet')))).toEqual(filled(await rowsOf(join(folder, 'c.parquet'))))
})

test('the other columns keep their types and their empty cells, and rows their order', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await (await connect()).run(`
    COPY (SELECT i AS id, ${ADDRESS} AS email, DATE '2026-01-01' + i::INT AS joined, [i, i + 1] AS numbers,
        CASE WHEN i % 2 = 0 THEN '' END AS remark, i % 3 = 0 AS "Status"
      FROM range(${ROWS}) t(i)) TO '${input}' (FORMAT parquet)`)
  await clean(input, '-o', output, '--no-dedupe')
  const connection = await connect()
  const compared = await connection.runAndReadAll(`
    SELECT count(*) FILTER (WHERE (a.joined, a.numbers, a.remark, a."Status") IS NOT DISTINCT FROM (b.joined, b.numbers, b.remark, b."Status"))::INT
    FROM (FROM '${input}') a POSITIONAL JOIN (FROM '${output}') b WHERE a.id = b.id`)
  expect(compared.getRowsJson()).toEqual([[ROWS]])
  const described = await connection.runAndReadAll(`DESCRIBE FROM '${output}'`)
  const types = new Map(described.getRowsJson().map(([name, type]) => [name, type]))
  expect(Object.fromEntries(['id', 'joined', 'numbers', 'Status'].map((name) => [name, types.get(name)]))).toEqual({
    id: 'BIGINT',
    joined: 'DATE',
    numbers: 'BIGINT[]',
    Status: 'BOOLEAN',
  })
  expect([...types.keys()]).toContain('mailsift.status')
  const flags = [...types].filter(([name]) => String(name).endsWith('is_disposable'))
  expect(new Set(flags.map(([, type]) => type))).toEqual(new Set(['BOOLEAN']))
  expect([...types.keys()].filter((name) => String(name).startsWith('__'))).toEqual([])
  expect(await readdir(folder)).toEqual(['in.parquet', 'out.parquet'])
})

test('rows with more fields than the header lose none of them', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.parquet')]
  await writeFile(input, 'email,name\nada.lovelace@contoso.com,Ada,more,still more\nsam.lee@contoso.com,Sam\n')
  await clean(input, '-o', output, '--columns', 'status')
  expect(await rowsOf(output)).toMatchObject([
    { name: 'Ada', extra_1: 'more', extra_2: 'still more' },
    { name: 'Sam', extra_1: null },
  ])
})

test('removed rows and one file for each status are Parquet, too', async () => {
  const folder = await makeFolder()
  const [csv, input] = [join(folder, 'in.csv'), join(folder, 'in.parquet')]
  await writeFile(csv, LIST)
  await (await connect()).run(`COPY (FROM read_csv('${csv}', header = true)) TO '${input}' (FORMAT parquet)`)
  const [output, removed] = [join(folder, 'out.parquet'), join(folder, 'removed.parquet')]
  await clean(input, '-o', output, '--split-by', 'status', '--removed', removed)
  expect(await rowsOf(removed)).toEqual([
    { name: 'Ada again', email: 'Ada.Lovelace@contoso.com', note: null, removed: 'duplicate' },
  ])
  expect(await rowsOf(join(folder, 'out.blank.parquet'))).toMatchObject([{ name: 'None', email: null }])
})

test.for([
  ['another kind of file for the removed rows', ['-o', 'out.parquet', '--removed', 'removed.csv'], /both as .parquet/],
  ['an option of other files', ['-o', 'out.csv', '--sheet', 'One'], /--sheet does not apply/],
] as const)('a Parquet file with %s is refused before any work', async ([, args, complaint]) => {
  const folder = await makeFolder()
  const input = join(folder, 'in.parquet')
  await writeList(input, 1)
  await expect(
    clean(input, ...args.map((arg) => (arg.startsWith('-') || arg === 'One' ? arg : join(folder, arg)))),
  ).rejects.toThrow(complaint)
  expect(await readdir(folder)).toEqual(['in.parquet'])
})

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'a command that ends by %s while DuckDB writes leaves nothing under the name of the result',
  async (signal) => {
    const folder = await makeFolder()
    const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
    await writeList(input, 300_000)
    const child = spawn(process.execPath, [COMMAND, 'clean', '--local', '--no-dedupe', input, '-o', output])
    onTestFinished(() => void child.kill('SIGKILL'))
    // Not the file with which the command itself tries the folder.
    const isDuckDbs = (name: string) => /\.part\.\d+\.part$/.test(name)
    await expect.poll(async () => (await readdir(folder)).some(isDuckDbs)).toBe(true)
    child.kill(signal)
    await once(child, 'close')
    // Those of the command itself stay when it is killed.
    const left = async () => (await readdir(folder)).filter((name) => signal === 'SIGTERM' || isDuckDbs(name))
    await expect.poll(left).toEqual(signal === 'SIGTERM' ? ['in.parquet'] : [])
    expect(await readdir(folder)).not.toContain('out.parquet')
  },
)

test('addresses that were stored as bytes are read as UTF-8', async () => {
  const folder = await makeFolder()
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  await (await connect()).run(`COPY (SELECT encode('jürgen@müller.de') AS email) TO '${input}' (FORMAT parquet)`)
  await clean(input, '-o', output, '--columns', 'normalized')
  expect(await rowsOf(output)).toEqual([{ email: 'jürgen@müller.de', 'service.normalized': 'jürgen@xn--mller-kva.de' }])
})
