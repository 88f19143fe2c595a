// npm run bench:floods: what strangers and clients can send at once, one flood after the other. While each lasts, another
// client validates one address after the other; its slowest answers, the longest stall of the API's event loop and the API's
// memory are printed.
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, JSON_LIST_MAX_COUNT, SUBMISSION_BODY_MAX_BYTES } from '@mailsift/contract'
import { getRequest } from './load-client.ts'
import { type BenchProgram, percentile, startBenchProgram } from './program.ts'

const P99_MAX_MS = 250
const STALL_MAX_MS = 100
const MEMORY_MAX_MB = 400
/** A flood that is over sooner is sent again until the other client has been watched this long. */
const FLOOD_MS = 4_000
const ASK_EVERY_MS = 10
/** As long as a connection takes to be made over a network. */
const RECONNECT_MS = 100
const NAME_WIDTH = 54

type Flood = { name: string; connections: number; bytes: Buffer; reads: boolean }

const program = await startBenchProgram()
try {
  await bench(program)
} finally {
  await program.stop()
}

async function bench(program: BenchProgram): Promise<void> {
  const [bystander, attacker] = [await program.newToken(), await program.newToken()]
  await watch(program, bystander, sleep(1_000))
  console.log(`${'flood'.padEnd(NAME_WIDTH)}    p50      p99      max    stall   memory`)
  const measure = async (name: string, flood: () => Promise<void>) => {
    await longestStallMs(program)
    const times = await watch(program, bystander, flood())
    print(name, times, await longestStallMs(program), await program.peakMemoryMb('api'))
    await sleep(1_000)
  }
  await measure('none', () => sleep(FLOOD_MS))
  for (const flood of floods(attacker)) await measure(flood.name, () => send(program, flood))
}

/** Since the last call. */
async function longestStallMs(program: BenchProgram): Promise<number> {
  await sleep(1_100)
  const text = await (await fetch(`${program.origin}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds\{process="api-1"\} (\S+)$/m.exec(text)![1]) * 1000
}

function floods(token: string): Flood[] {
  const pipelined = (path: string, count: number) => Buffer.from(getRequest(path).repeat(count))
  const mine = { [API_TOKEN_HEADER]: token }
  return [
    {
      name: '100 × GET /docs/scalar.js, pipelined',
      connections: 1,
      bytes: pipelined('/docs/scalar.js', 100),
      reads: true,
    },
    {
      name: '1,500 × GET /docs/scalar.js, pipelined',
      connections: 1,
      bytes: pipelined('/docs/scalar.js', 1_500),
      reads: true,
    },
    {
      name: '1,500 × the same on 20 connections that do not read',
      connections: 20,
      bytes: pipelined('/docs/scalar.js', 1_500),
      reads: false,
    },
    {
      name: '1,500 × GET /openapi.json, on 10 connections',
      connections: 10,
      bytes: pipelined('/openapi.json', 1_500),
      reads: true,
    },
    {
      name: '1,500 × GET /metrics, on 10 connections',
      connections: 10,
      bytes: pipelined('/metrics', 1_500),
      reads: true,
    },
    {
      name: '1,500 × GET /readyz, on 10 connections',
      connections: 10,
      bytes: pipelined('/readyz', 1_500),
      reads: true,
    },
    {
      name: '40 bodies of 5 MiB without a credential',
      connections: 40,
      bytes: submission({}, longList()),
      reads: true,
    },
    { name: '40 bodies of 5 MiB', connections: 40, bytes: submission(mine, longList()), reads: true },
    { name: '40 objects of 420,000 keys', connections: 40, bytes: submission(mine, manyKeys()), reads: true },
    { name: '40 lists of 2,600,000 numbers', connections: 40, bytes: submission(mine, manyValues()), reads: true },
  ]
}

function submission(headers: Record<string, string>, body: string): Buffer {
  const length = Buffer.byteLength(body)
  if (length > SUBMISSION_BODY_MAX_BYTES) throw new Error('The body is too large to be read.')
  const head = getRequest('/v1/emails/bulk', {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(length),
  })
  return Buffer.from(head.replace('GET', 'POST') + body)
}

/** As many addresses as a list may have, each so long that the body is as large as one may be. */
function longList(): string {
  const room = Math.floor((SUBMISSION_BODY_MAX_BYTES - 100) / JSON_LIST_MAX_COUNT) - 3
  const address = (n: number) => `"${`${n}@`.padEnd(room, 'x')}"`
  return `{"emails":[${Array.from({ length: JSON_LIST_MAX_COUNT }, (_, n) => address(n)).join(',')}]}`
}

function manyKeys(): string {
  return `{${Array.from({ length: 420_000 }, (_, n) => `"k${n}":1`).join(',')}}`
}

function manyValues(): string {
  return `{"emails":[${'1,'.repeat(2_600_000)}1]}`
}

/** Every connection sends its bytes, and is reopened when the server closes it or has answered all of them. */
async function send(program: BenchProgram, { connections, bytes, reads }: Flood): Promise<void> {
  const until = performance.now() + FLOOD_MS
  const { port } = new URL(program.origin)
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' })
      if (reads) socket.resume()
      socket.write(bytes)
      const timer = setInterval(() => performance.now() > until && socket.destroy(), 100)
      // The answer to what was sent may come before all of it was: a server that closes resets the connection.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(timer)
        resolve()
      })
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await one()
        await sleep(RECONNECT_MS)
      }
    }),
  )
}

/** Times of single validations, begun one after the other until the flood is over. */
async function watch(program: BenchProgram, token: string, flood: Promise<void>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const end = () => {
    over = true
  }
  flood.then(end, end)
  while (!over) {
    const startedAt = performance.now()
    const { status } = await program.request(token, '/emails/validate?email=john.smith%40example.org')
    if (status === 200) times.push(performance.now() - startedAt)
    else times.push(Number.POSITIVE_INFINITY)
    await sleep(ASK_EVERY_MS)
  }
  return times
}

function print(name: string, times: number[], stallMs: number, memoryMb: number): void {
  const p99Ms = percentile(times, 0.99)
  const columns = [percentile(times, 0.5), p99Ms, percentile(times, 1), stallMs].map((ms) => `${ms.toFixed(0)} ms`)
  console.log(
    name.padEnd(NAME_WIDTH) + [...columns, `${memoryMb.toFixed(0)} MB`].map((text) => text.padStart(9)).join(''),
  )
  if (p99Ms > P99_MAX_MS || stallMs > STALL_MAX_MS || memoryMb > MEMORY_MAX_MB) process.exitCode = 1
}
