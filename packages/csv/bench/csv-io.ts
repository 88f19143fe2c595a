// How fast CSV is read and written, beside csv-parse in the same run: node packages/csv/bench/csv-io.ts [rows]
import process from 'node:process'
import { Readable } from 'node:stream'
import type { ValidationResult } from '@mailsift/contract'
import { parse } from 'csv-parse'
import { type Answer, answerColumns, type CellRange, writeAnswer } from '../src/columns.ts'
import { exportGroup } from '../src/group-export.ts'
import { createJobRowsEncoder } from '../src/job-rows.ts'
import { openCsv } from '../src/read.ts'
import { createOutput } from '../src/write.ts'
import { inPieces, resultFor } from '../test/support.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const ROUNDS = 5

const file = sampleFile(ROWS)
const result = resultFor('person.42@mail42.example')
const columns = answerColumns({ withDomain: false, delimiter: ',' })
const encoded = encodeOnce(result)
console.log(`${ROWS} rows, ${(file.length / 2 ** 20).toFixed(1)} MiB, best of ${ROUNDS}`)

const theirs = await best(async () => {
  let count = 0
  const parser = Readable.from(inPieces(file)).pipe(parse({ info: true, record_delimiter: ['\r\n', '\n', '\r'] }))
  for await (const _ of parser) count++
  return count - 1
})
report('csv-parse', theirs, theirs)
report('read', await best(read), theirs)
report('job export', await best(() => writeJob({ result, error: null })), theirs)
report('… of encoded cells', await best(() => writeJob(encoded)), theirs)
report('read + group export', await best(readAndWriteGroup), theirs)

async function read(): Promise<number> {
  let count = 0
  for await (const batch of (await openCsv(inPieces(file), 'email')).records) count += batch.length
  return count
}

async function writeJob(answer: Answer): Promise<number> {
  const items = Array.from({ length: ROWS }, () => ({ input: result.inbound, ...answer }))
  createJobRowsEncoder<(typeof items)[number]>(columns, (output, item) => writeAnswer(output, columns, item))(0, items)
  return ROWS
}

async function readAndWriteGroup(): Promise<number> {
  const { records, headerEnd } = await openCsv(inPieces(file), 'email')
  const layout = { headerEnd, resultPrefix: 'service.', columns }
  let count = 0
  async function* answered() {
    for await (const batch of records) {
      count += batch.length
      yield batch.map(({ end }) => ({ end, ...encoded }))
    }
  }
  for await (const _ of exportGroup(layout, inPieces(file), answered()));
  return count
}

function encodeOnce(result: ValidationResult): { cells: CellRange } {
  const output = createOutput()
  writeAnswer(output, columns, { result, error: null })
  return { cells: { bytes: output.bytes, start: 0, end: output.length } }
}

/** Rows a second. */
async function best(work: () => Promise<number>): Promise<number> {
  let fastest = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = process.hrtime.bigint()
    const rows = await work()
    if (rows !== ROWS) throw new Error(`${rows} rows instead of ${ROWS}`)
    fastest = Math.max(fastest, rows / (Number(process.hrtime.bigint() - started) / 1e9))
  }
  return fastest
}

function report(name: string, rowsPerSecond: number, theirs: number): void {
  const rate = Math.round(rowsPerSecond).toLocaleString('en').padStart(10)
  console.log(`${name.padEnd(20)} ${rate} rows/s  ${(rowsPerSecond / theirs).toFixed(1).padStart(5)} × csv-parse`)
}

function sampleFile(rows: number): Buffer {
  const lines = ['id,name,email,company,notes\r\n']
  for (let row = 0; row < rows; row++) {
    const notes = row % 10 === 0 ? '"first line\nsecond, ""quoted"" line"' : 'nothing to say'
    const name = row % 20 === 0 ? 'Zoë Müller' : 'Alex Example'
    lines.push(`${row},${name},person.${row}@mail${row % 500}.example,"Example, Inc.",${notes}\r\n`)
  }
  return Buffer.from(lines.join(''))
}
