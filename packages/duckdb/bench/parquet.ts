// node scripts/run.mjs packages/duckdb/bench/parquet.ts [rows]: a Parquet file through `mailsift clean`, its time and memory, and whether
// all results are the library's.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { createFlatRows, FLAT_COLUMNS } from '@mailsift/clean/flat-row'
import { loadEngine } from '@mailsift/engine/node'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const MEMORY_LIMIT = '256MB'
const COLUMNS = ['status', 'reason', 'suggestion', 'normalized', 'error']
const PROGRAM = fileURLToPath(new URL('../src/program.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
try {
  const [input, output] = [join(folder, 'in.parquet'), join(folder, 'out.parquet')]
  const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '1GB' })).connect()
  await connection.run(`COPY (SELECT i AS id,
    CASE WHEN i % 97 = 0 THEN 'no one' ELSE 'ada.lovelace' || (i % 99991) || '@company' || (i % 5003) || '.com' END AS email
    FROM range(${ROWS}) t(i)) TO '${input}' (FORMAT parquet)`)
  console.log(
    `${ROWS.toLocaleString('en')} rows, ${((await stat(input)).size / 1e6).toFixed(0)} MB; load ${loadavg()[0]!.toFixed(1)}`,
  )
  const started = performance.now()
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ input, output, memoryLimit: MEMORY_LIMIT })], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  let peakMb = 0
  const sampler = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 200)
  await once(child, 'exit')
  clearInterval(sampler)
  const seconds = (performance.now() - started) / 1000
  const rowOf = createFlatRows(loadEngine(), 'marketing')
  const columns = COLUMNS.map((wanted) => FLAT_COLUMNS.find(({ name }) => name === wanted)!)
  const [written, expected] = [createHash('sha256'), createHash('sha256')]
  let rows = 0
  const result = await connection.stream(`SELECT id, email, ${COLUMNS.join(', ')} FROM '${output}'`)
  for await (const chunk of result.yieldRowsJson()) {
    for (const [id, email, ...values] of chunk) {
      written.update(`${id}\t${values.join('\t')}\n`)
      const flat = rowOf(email as string | null)
      expected.update(`${rows++}\t${columns.map(({ of }) => of(flat)).join('\t')}\n`)
    }
  }
  const isSame = rows === ROWS && written.digest('hex') === expected.digest('hex')
  console.log(
    `${seconds.toFixed(1)} s, ${Math.round(ROWS / seconds).toLocaleString('en')} rows/s, peak ${peakMb.toFixed(0)} MB with memory_limit ${MEMORY_LIMIT}; ` +
      `${rows.toLocaleString('en')} rows, ${isSame ? 'verdicts of the library' : 'OTHER VERDICTS'}; load ${loadavg()[0]!.toFixed(1)}`,
  )
  if (!isSame) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
