// npm run bench:bulk — jobs through the real service beside the bare floor, measured in one run.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobList, JobResults, SubmittedJob } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import { validateRows } from '../src/bulk/work/validate-rows.ts'
import { clockMs, newTrace, receiveJobSteps, type SeenJob } from './job-steps.ts'
import { type BenchProgram, percentile, startBenchProgram } from './program.ts'
import { measureSingle } from './single-latency.ts'

const CHUNK_ROWS = 1_000
const CORPUS = generateCorpus(100_000)
const ROUNDS = 10
const STEPS_RUNS = 200
/** Seldom enough that asking is no work to speak of beside the jobs; real clients ask every ten seconds. */
const POLL_MS = 40

/** Rows per second of one process that only validates, packs and compresses. */
async function floor(count: number): Promise<number> {
  const engine = loadEngine()
  const deps = { engine, facts: { lookUpAll: async () => new Map() }, registryBudgetMs: 0 }
  const inputs = CORPUS.slice(0, count).map((text) => ({ text, fault: null }))
  const run = async () => {
    const startedAt = performance.now()
    for (let first = 0; first < count; first += CHUNK_ROWS)
      await validateRows(deps, {
        chunkId: '01900000-0000-7000-8000-000000000000',
        accountId: '',
        inputs: inputs.slice(first, first + CHUNK_ROWS),
        validateDomain: false,
      })
    return count / ((performance.now() - startedAt) / 1_000)
  }
  let best = 0
  for (let round = 0; round < ROUNDS; round++) best = Math.max(best, await run())
  return best
}

async function submit(program: BenchProgram, token: string, body: Buffer, traceparent = ''): Promise<string> {
  const { status, text } = await program.request(token, '/emails/bulk', body, { ...(traceparent && { traceparent }) })
  if (status !== 202) throw new Error(`The submission was answered ${status}: ${text}`)
  return (JSON.parse(text) as SubmittedJob).job.id
}

/** From the submission to the first poll that sees the job completed. */
async function seeJob(program: BenchProgram, token: string, body: Buffer, pollMs: number): Promise<SeenJob> {
  const { traceId, traceparent } = newTrace()
  const sentAt = clockMs()
  const jobId = await submit(program, token, body, traceparent)
  const acceptedAt = clockMs()
  const read = async () =>
    (JSON.parse((await program.request(token, `/emails/bulk/${jobId}?take=1`)).text) as JobResults).job
  while (!isCompleted(await read())) await sleep(pollMs)
  return { traceId, sentAt, acceptedAt, seenAt: clockMs() }
}

/** The milliseconds of it. */
async function runJob(program: BenchProgram, token: string, body: Buffer, pollMs = 1): Promise<number> {
  const { sentAt, seenAt } = await seeJob(program, token, body, pollMs)
  return seenAt - sentAt
}

/** All lists of a user at once, until the user's list of jobs has no unfinished one. */
async function runJobs(program: BenchProgram, token: string, bodies: readonly Buffer[]): Promise<void> {
  await Promise.all(bodies.map((body) => submit(program, token, body)))
  const read = async () =>
    (JSON.parse((await program.request(token, `/emails/bulk?take=${bodies.length}`)).text) as JobList).items
  while (!(await read()).every(isCompleted)) await sleep(POLL_MS)
}

function isCompleted({ status, failure }: Job): boolean {
  if (status === 'failed') throw new Error(failure ?? 'A job failed.')
  return status === 'completed'
}

/** Ten addresses at a time, in a service that sends traces: what each step takes, and how much of it is work. */
async function measureSteps(): Promise<void> {
  const steps = await receiveJobSteps()
  const program = await startBenchProgram({ WORKERS: '1', OTEL_EXPORTER_OTLP_ENDPOINT: steps.endpoint })
  try {
    const token = await program.newToken()
    for (let warmUp = 0; warmUp < 300; warmUp++) await runJob(program, token, listOf(10, warmUp))
    const before = await processorMs(program)
    const jobs: SeenJob[] = []
    for (let run = 0; run < STEPS_RUNS; run++) jobs.push(await seeJob(program, token, listOf(10, run), 1))
    const after = await processorMs(program)
    console.log(`  its steps: ${await steps.describe(jobs)}`)
    const [api, worker, database] = after.map((ms, at) => ((ms - before[at]!) / STEPS_RUNS).toFixed(1))
    console.log(
      `  processor time: API ${api} ms, worker ${worker} ms, database ${database} ms a job, questions of the client included`,
    )
  } finally {
    await program.stop()
    steps.close()
  }
}

function processorMs(program: BenchProgram): Promise<number[]> {
  return Promise.all([program.cpuMs('api'), program.cpuMs('worker'), program.databaseCpuMs()])
}

/** Another part of the corpus for each number. */
function listOf(count: number, number: number): Buffer {
  const first = (number * count) % CORPUS.length
  return Buffer.from(JSON.stringify({ emails: CORPUS.slice(first, first + count) }))
}

async function main(): Promise<void> {
  if (process.argv[2] === 'steps') return measureSteps()
  const floors = { '10,000': await floor(10_000), '100,000': await floor(100_000) }
  for (const [rows, rate] of Object.entries(floors)) console.log(`floor, ${rows} rows: ${Math.round(rate)} rows/s`)
  const program = await startBenchProgram({ WORKERS: process.env.WORKERS ?? '1' })
  try {
    const token = await program.newToken()
    for (let warmUp = 0; warmUp < 30; warmUp++) await runJob(program, token, listOf(10, warmUp))
    for (let warmUp = 0; warmUp < 3; warmUp++) await runJob(program, token, listOf(10_000, warmUp))

    const small: number[] = []
    for (let run = 0; run < 100; run++) small.push(await runJob(program, token, listOf(10, run)))
    console.log(
      `10 addresses: p50 ${percentile(small, 0.5).toFixed(1)} ms, p99 ${percentile(small, 0.99).toFixed(1)} ms`,
    )

    const large: number[] = []
    for (let run = 0; run < 10; run++) large.push(await runJob(program, token, listOf(10_000, run), 5))
    console.log(
      `10,000 addresses: p50 ${percentile(large, 0.5).toFixed(0)} ms, worst ${Math.max(...large).toFixed(0)} ms`,
    )

    const tokens = [token, await program.newToken(), await program.newToken()]
    const lists = tokens.map((_, user) => [0, 1, 2].map((job) => listOf(10_000, user * 3 + job)))
    const cpuBefore = await program.cpuMs('worker')
    const rates: number[] = []
    const runAll = () => Promise.all(tokens.map((own, user) => runJobs(program, own, lists[user]!)))
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now()
      await runAll()
      rates.push(90_000 / ((performance.now() - startedAt) / 1_000))
    }
    // The best of the rounds, as of the floor, whose 100,000 rows are the nearest to these in how often a domain repeats.
    const best = Math.max(...rates)
    const ratio = best / (floors['100,000'] * program.workers)
    console.log(
      `3 users × 3 × 10,000: best ${Math.round(best)}, median ${Math.round(percentile(rates, 0.5))} rows/s; ` +
        `best = ${ratio.toFixed(2)} × floor × ${program.workers} worker(s)`,
    )
    const rowUs = (((await program.cpuMs('worker')) - cpuBefore) * 1_000) / (ROUNDS * 90_000)
    console.log(`  processor time of the workers: ${rowUs.toFixed(1)} µs a row`)
    const single = measureSingle(program, await program.newToken(), 2)
    for (let round = 0; round < ROUNDS; round++) await runAll()
    const latencies = await single()
    console.log(
      `single validation under load: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms of ${latencies.length}`,
    )
    await measureSteps()
    console.log(
      `peak memory: API ${Math.round(await program.peakMemoryMb('api'))} MB, worker ${Math.round(await program.peakMemoryMb('worker'))} MB`,
    )
  } finally {
    await program.stop()
  }
}

await main()
