// npm run bench:csv — a CSV of 100,000 records, and one of 50 MiB, through the real service beside the bare floor, and the
// first file of a service that has just started.
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupDetail, PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { answerColumns, cellsOf } from '@mailsift/csv/columns'
import { exportGroup } from '@mailsift/csv/group-export'
import { openCsv } from '@mailsift/csv/read'
import { loadEngine } from '@mailsift/engine/node'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import { createChunkEncoder, type EncodedChunk } from '../src/bulk/export/rows.ts'
import { PLAIN_FILE_CHUNK_ROWS as CHUNK_ROWS } from '../src/bulk/state/chunks.ts'
import { validateRows } from '../src/bulk/work/validate-rows.ts'
import { type BenchProgram, percentile, startBenchProgram } from './program.ts'
import { measureSingle } from './single-latency.ts'

const RECORDS = 100_000
const RUNS = 8

/** Names, quoted newlines and commas, several columns; `padding` makes the records longer. */
function makeCsv(records: number, padding: number): Buffer {
  const filler = 'x'.repeat(padding)
  const lines = generateCorpus(records).map(
    (email, index) => `${index},"Doe, ""J"" ${index}",${email},"Line one\nline two",${index % 97}.5,${filler}`,
  )
  return Buffer.from(`id,name,email,notes,score,filler\r\n${lines.join('\r\n')}\r\n`)
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}

type Cost = { ms: number; cpuMs: number }

/** Parse, validate, pack and write in one process, without database or HTTP. */
async function floor(file: Buffer): Promise<Cost> {
  const engine = loadEngine()
  const deps = { engine, facts: { lookUpAll: async () => new Map() }, registryBudgetMs: 0 }
  const run = async () => {
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    const csv = await openCsv(pieces(file), 'email')
    const columns = answerColumns({ withDomain: false, delimiter: csv.delimiter })
    const encode = createChunkEncoder(columns)
    const chunks: (EncodedChunk & { recordEnds: number[] })[] = []
    let waiting: { email: string; end: number; fault: string | null }[] = []
    const validate = async () => {
      const inputs = waiting.map(({ email, fault }) => ({ text: email, fault }))
      const chunkId = '01900000-0000-7000-8000-000000000000'
      const { rows } = await validateRows(deps, { chunkId, accountId: '', inputs, validateDomain: false })
      chunks.push({ ...encode(chunks.length * CHUNK_ROWS, rows), recordEnds: waiting.map(({ end }) => end) })
      waiting = []
    }
    for await (const batch of csv.records)
      for (const record of batch) {
        waiting.push(record)
        if (waiting.length === CHUNK_ROWS) await validate()
      }
    if (waiting.length > 0) await validate()
    const layout = { headerEnd: csv.headerEnd, resultPrefix: 'service.', columns }
    async function* answers() {
      for (const chunk of chunks) yield chunk.recordEnds.map((end, row) => ({ end, ...cellsOf(chunk, row) }))
    }
    let bytes = 0
    for await (const piece of exportGroup(layout, pieces(file), answers())) bytes += piece.length
    if (bytes < file.length) throw new Error('The export is too short.')
    const { user, system } = process.cpuUsage(cpuBefore)
    return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  }
  await run()
  const [one, two] = [await run(), await run()]
  return { ms: Math.min(one.ms, two.ms), cpuMs: Math.min(one.cpuMs, two.cpuMs) }
}

async function upload(program: BenchProgram, token: string, file: Buffer): Promise<string> {
  const wanted = JSON.stringify({ filename: 'bench.csv', size_bytes: file.length })
  const { text } = await program.request(token, '/emails/bulk/upload', wanted)
  const { upload_id, upload_url, headers } = JSON.parse(text) as PreparedUpload
  const { 'Content-Length': _length, ...rest } = headers
  const put = await fetch(upload_url, { method: 'PUT', body: file as never, headers: rest })
  if (!put.ok) throw new Error(`The PUT was answered ${put.status}: ${await put.text()}`)
  return upload_id
}

/** As a client may: asked a hundred times a second, the answers alone would take a fifth of the two processors. */
const POLL_MS = 50

/** Milliseconds from the submission to the first poll that sees the download ready. */
async function runGroup(program: BenchProgram, token: string, uploadId: string): Promise<number> {
  const startedAt = performance.now()
  const submission = JSON.stringify({ upload_id: uploadId, email_column: 'email' })
  const { text } = await program.request(token, '/emails/bulk', submission)
  const { group } = JSON.parse(text) as SubmittedGroup
  for (;;) {
    const polled = await program.request(token, `/emails/bulk/groups/${group.id}`)
    const detail = JSON.parse(polled.text) as GroupDetail
    if (detail.group.download_ready) return performance.now() - startedAt
    if (detail.group.status === 'failed') throw new Error(detail.group.failure ?? 'The group failed.')
    await sleep(POLL_MS)
  }
}

async function measure(program: BenchProgram, name: string, file: Buffer, records: number): Promise<void> {
  const { ms: floorMs, cpuMs: floorCpuMs } = await floor(file)
  const token = await program.newToken()
  const times: number[] = []
  const single = measureSingle(program, await program.newToken(), 5)
  const workerCpu: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const uploadId = await upload(program, token, file)
    const before = await program.cpuMs('worker')
    times.push(await runGroup(program, token, uploadId))
    workerCpu.push((await program.cpuMs('worker')) - before)
  }
  const latencies = await single()
  const best = Math.min(...times)
  const rate = (ms: number) => Math.round(records / (ms / 1_000))
  console.log(`${name} (${(file.length / 2 ** 20).toFixed(1)} MiB, ${records} records)`)
  console.log(`  floor ${floorMs.toFixed(0)} ms = ${rate(floorMs)} records/s in one process`)
  console.log(
    `  service best ${best.toFixed(0)} ms = ${rate(best)} records/s, worst ${Math.max(...times).toFixed(0)} ms; ${(floorMs / best).toFixed(2)} × floor with ${program.workers} worker(s)`,
  )
  console.log(`  processor time: floor ${floorCpuMs.toFixed(0)} ms, workers ${Math.min(...workerCpu)} ms`)
  console.log(
    `  single validation under load: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
  )
}

const FIRST_FILE_MOST_MS = 3_000
const FIRST_FILES = 4

/** The first file of a service that has just been installed, sent so long after the service is ready. */
async function measureFirst(waitMs: number, when: string): Promise<void> {
  const csv = makeCsv(RECORDS, 0)
  const program = await startBenchProgram()
  try {
    await sleep(waitMs)
    const token = await program.newToken()
    const files: Cost[] = []
    for (let file = 0; file < FIRST_FILES; file++) {
      const uploadId = await upload(program, token, csv)
      const before = await program.cpuMs('worker')
      const ms = await runGroup(program, token, uploadId)
      files.push({ ms, cpuMs: (await program.cpuMs('worker')) - before })
    }
    const [first, ...later] = files as [Cost, ...Cost[]]
    const verdict = first.ms <= FIRST_FILE_MOST_MS ? 'within' : 'BEYOND'
    const shown = ({ ms, cpuMs }: Cost) => `${ms.toFixed(0)} ms (worker ${cpuMs.toFixed(0)} ms of processor time)`
    console.log(
      `first file of a new service, sent ${when}: ${shown(first)}, ${verdict} ${FIRST_FILE_MOST_MS} ms; the next: ${later.map(shown).join(', ')}`,
    )
  } finally {
    await program.stop()
  }
}

await measureFirst(0, 'as soon as it is ready')
await measureFirst(5_000, '5 s later')

// npm run bench:csv -- first: nothing else.
if (!process.argv.includes('first')) await measureAll()

async function measureAll(): Promise<void> {
  const program = await startBenchProgram({ WORKERS: process.env.WORKERS ?? '1' })
  try {
    await measure(program, '100,000 records', makeCsv(RECORDS, 0), RECORDS)
    const large = makeCsv(RECORDS, 430).subarray(0, 50 * 2 ** 20)
    const end = large.lastIndexOf('\r\n') + 2
    const records = large.subarray(0, end).toString('latin1').split('\r\n').length - 2
    await measure(program, 'about 50 MiB', large.subarray(0, end), records)
    const [api, worker] = [await program.peakMemoryMb('api'), await program.peakMemoryMb('worker')]
    console.log(`peak memory: API ${Math.round(api)} MB, worker ${Math.round(worker)} MB`)
  } finally {
    await program.stop()
  }
}
