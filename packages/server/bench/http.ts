// npm run bench:http: our validation endpoint, with token and usage, beside a bare Fastify route that answers the same
// requests with as many bytes. They take turns, so that what else the machine does falls on both.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { getRequest } from './load-client.ts'
import { type BenchProgram, cpuMs, startBenchProgram } from './program.ts'

const CONNECTIONS = 64
const ADDRESSES = 20_000
const ROUNDS = 7
const ROUND_MS = 3_000
const LEDGER_PATIENCE_MS = 60_000
const RATIO_MIN = 0.65
const P99_MAX_MS = 15

const program = await startBenchProgram()
const children = [startChild('./bare-server.ts'), startChild('./load.ts')] as const
try {
  await bench(program, ...children)
} finally {
  for (const child of children) child.kill()
  await program.stop()
}

async function bench(program: BenchProgram, bare: ChildProcess, client: ChildProcess): Promise<void> {
  const token = await program.newToken()
  const typical = await program.request(token, '/emails/validate?email=john.smith%40example.org')
  bare.send('x'.repeat(typical.text.length))
  const [barePort] = await once(bare, 'message')

  const requests = generateCorpus(ADDRESSES).map((email) =>
    getRequest(`/v1/emails/validate?email=${encodeURIComponent(email)}`, { [API_TOKEN_HEADER]: token }),
  )
  const bareOrder = { port: barePort, requests, connections: CONNECTIONS, milliseconds: ROUND_MS }
  const ourOrder = { ...bareOrder, port: Number(new URL(program.origin).port) }
  await load(client, bareOrder)
  const warmUp = await load(client, ourOrder)
  const bareRounds: LoadReport[] = []
  const ourRounds: LoadReport[] = []
  const readProcessor = () =>
    Promise.all([cpuMs(String(bare.pid)), program.cpuMs('api'), program.databaseCpuMs(), program.cpuMs('worker')])
  const before = await readProcessor()
  for (let round = 0; round < ROUNDS; round++) {
    bareRounds.push(await load(client, bareOrder))
    ourRounds.push(await load(client, ourOrder))
  }
  const after = await readProcessor()

  print('bare route', bareRounds)
  print('validation', ourRounds)
  const ratio = medianOf(ourRounds, 'perSecond') / medianOf(bareRounds, 'perSecond')
  const p99Ms = medianOf(ourRounds, 'p99Ms')
  console.log(
    `ratio       ${ratio.toFixed(2)} (target: ${RATIO_MIN}), p99 ${p99Ms.toFixed(1)} ms (target: ${P99_MAX_MS})`,
  )

  // Each is idle while the other one runs.
  const [bareUs, api, database, workers] = after.map((ms, at) => {
    const answers = Object.values(sumStatuses(at === 0 ? bareRounds : ourRounds)).reduce((sum, count) => sum + count, 0)
    return (((ms - before[at]!) * 1_000) / answers).toFixed(1)
  })
  console.log(
    `processor   ${api} µs a request of the API, ${database} µs of the database, ${workers} µs of the workers; ${bareUs} µs of the bare route`,
  )

  const statuses = sumStatuses([warmUp, ...ourRounds])
  console.log(`answers     ${JSON.stringify(statuses)} (400: the corpus has malformed addresses, which are not billed)`)
  // One unit more: the request that measured the body.
  const answered = 1 + (statuses[200] ?? 0)
  const { units, seconds } = await untilLedgerHas(answered, program, token)
  console.log(`ledger      ${units} units for ${answered} answers of 200, after ${seconds.toFixed(1)} s`)
  if (units !== answered || statuses[500]) process.exitCode = 1
}

function startChild(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)))
}

async function load(client: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  client.send(order)
  const [report] = await once(client, 'message')
  return report
}

async function untilLedgerHas(target: number, program: BenchProgram, token: string) {
  const startedAt = performance.now()
  for (;;) {
    const answer = await program.request(token, `${program.origin}/account/usage`)
    const { total: units } = JSON.parse(answer.text) as UsageReport
    const milliseconds = performance.now() - startedAt
    if (units >= target || milliseconds > LEDGER_PATIENCE_MS) return { units, seconds: milliseconds / 1000 }
    await sleep(100)
  }
}

function sumStatuses(rounds: LoadReport[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { statuses } of rounds)
    for (const [status, count] of Object.entries(statuses)) sums[status] = (sums[status] ?? 0) + count
  return sums
}

type Measure = keyof Omit<LoadReport, 'statuses' | 'seconds'>

function print(name: string, rounds: LoadReport[]): void {
  const at = (measure: Measure, digits: number) => medianOf(rounds, measure).toFixed(digits)
  console.log(
    `${name.padEnd(11)} ${at('perSecond', 0).padStart(6)} req/s, p50 ${at('p50Ms', 1)} ms, p99 ${at('p99Ms', 1)} ms ` +
      `(client busy ${at('clientBusy', 2)} of a core; medians of ${rounds.length})`,
  )
}

function medianOf(rounds: LoadReport[], measure: Measure): number {
  return rounds.map((round) => round[measure]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!
}
