// npm run bench:http: our validation endpoint, with token and usage, beside a bare Fastify route that answers as many bytes.
// Both run at the same time and are asked in turn, so that what else the machine does falls on both.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { getRequest } from './load-client.ts'

const CONNECTIONS = 64
const ADDRESSES = 20_000
const ROUNDS = 7
const ROUND_MS = 3_000
const WARM_UP_MS = 3_000
const LEDGER_PATIENCE_MS = 60_000
const RATIO_MIN = 0.65
const P99_MAX_MS = 15

const folder = mkdtempSync(join(tmpdir(), 'mailsift-bench-'))
const children: ChildProcess[] = []
try {
  await bench()
} finally {
  await Promise.all(children.map(end))
  rmSync(folder, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const { port, token } = await startService()
  const headers = { [API_TOKEN_HEADER]: token }
  const ours = generateCorpus(ADDRESSES).map((email) =>
    getRequest(`/v1/emails/validate?email=${encodeURIComponent(email)}`, headers),
  )
  const barePort = await startBare('x'.repeat(await typicalBodyBytes(port, token)))
  const client = startChild('./load.ts')
  const askBare = (milliseconds: number) =>
    load(client, { port: barePort, requests: [getRequest('/')], connections: CONNECTIONS, milliseconds })
  const askOurs = (milliseconds: number) =>
    load(client, { port, requests: ours, connections: CONNECTIONS, milliseconds })

  const bareRounds: LoadReport[] = []
  const ourRounds: LoadReport[] = []
  await askBare(WARM_UP_MS)
  const warmUp = await askOurs(WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++) {
    bareRounds.push(await askBare(ROUND_MS))
    ourRounds.push(await askOurs(ROUND_MS))
  }

  print('bare route', bareRounds)
  print('validation', ourRounds)
  const ratio = medianOf(ourRounds, 'perSecond') / medianOf(bareRounds, 'perSecond')
  const p99Ms = medianOf(ourRounds, 'p99Ms')
  console.log(
    `ratio        ${ratio.toFixed(2)}  (at least ${RATIO_MIN}); p99 ${p99Ms.toFixed(1)} ms (at most ${P99_MAX_MS})`,
  )

  // One unit more: the request that measured the body.
  const answered = 1 + [warmUp, ...ourRounds].reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0)
  const { units, seconds } = await untilLedgerHas(answered, port, token)
  console.log(`answered 200 ${answered}, units in the ledger ${units} after ${seconds.toFixed(1)} s`)
  if (units !== answered || ratio < RATIO_MIN || p99Ms > P99_MAX_MS) process.exitCode = 1
}

async function startService(): Promise<{ port: number; token: string }> {
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const program = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), WORKERS: '1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(program)
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) await sleep(20)
  for (;;) {
    try {
      return { port, token: readFileSync(join(dataDir, 'token'), 'utf8').trim() }
    } catch {
      await sleep(20)
    }
  }
}

async function startBare(body: string): Promise<number> {
  const child = startChild('./bare-server.ts')
  child.send(body)
  const [port] = await once(child, 'message')
  return port
}

function startChild(file: string): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)))
  children.push(child)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function typicalBodyBytes(port: number, token: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/emails/validate?email=john.smith%40example.org`, {
    headers: { [API_TOKEN_HEADER]: token },
  })
  return (await answer.text()).length
}

async function load(client: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  client.send(order)
  const [report] = await once(client, 'message')
  return report
}

async function untilLedgerHas(
  wanted: number,
  port: number,
  token: string,
): Promise<{ units: number; seconds: number }> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/account/usage`, { headers: { [API_TOKEN_HEADER]: token } })
    const { total: units } = (await answer.json()) as UsageReport
    const milliseconds = performance.now() - startedAt
    if (units >= wanted || milliseconds > LEDGER_PATIENCE_MS) return { units, seconds: milliseconds / 1000 }
    await sleep(100)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function print(name: string, rounds: LoadReport[]): void {
  const at = (key: keyof Omit<LoadReport, 'statuses'>, digits: number) => medianOf(rounds, key).toFixed(digits)
  console.log(
    `${name.padEnd(12)} ${at('perSecond', 0).padStart(6)} req/s, p50 ${at('p50Ms', 1)} ms, p99 ${at('p99Ms', 1)} ms; ` +
      `client busy ${at('clientBusy', 2)} of a core; medians of ${rounds.length}`,
  )
}

function medianOf(rounds: LoadReport[], key: keyof Omit<LoadReport, 'statuses'>): number {
  return rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!
}
