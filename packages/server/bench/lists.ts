// npm run bench:lists: what callers feel of new lists of disposable domains. Requests come at a fixed rate, the highest up to
// 10,000 a second that the machine holds without new lists, many in one write, so that the client takes little of the processors
// it shares with the API, while the lists change several times. The slowest answers of the seconds in which a process reads and takes up new lists
// are compared with those of all other seconds of the same run, so that a busy machine is not taken for a slow refresh.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_TOKEN_HEADER, type ValidationResult } from '@mailsift/contract'
import { sql } from 'kysely'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import type { LoadOrder, LoadReport, LoadSecond } from './load.ts'
import { getRequest } from './load-client.ts'
import { startBenchProgram } from './program.ts'

const CONNECTIONS = 16
const ADDRESSES = 20_000
const NAMES = 20_000
const TARGET_PER_SECOND = 10_000
const SLOWEST_MAX_MS = 50
const WARM_UP_MS = 8_000
/**
 * A rate holds if all answers of a trial are in time; the next one is a fifth lower. The first is above what connections
 * reach that wait for their answers, because many requests in one write cost the API less.
 */
const TRIAL_MS = 4_000
const FIRST_TRIAL = 1.6
const NEXT_RATE = 0.8
const LOWEST_RATE = 500
/** A process asks for new lists every 30 seconds. */
const ROUNDS = 3
const ROUND_MS = 31_000
const ASK_EVERY_MS = 200
/** What a refresh can slow down: its pages are read before it is used, and its domains are read again afterwards. */
const BEFORE_MS = 3_000
const AFTER_MS = 3_000

const program = await startBenchProgram()
const client = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
try {
  const token = await program.newToken()
  const requests = generateCorpus(ADDRESSES).map((email) =>
    getRequest(`/v1/emails/validate?email=${encodeURIComponent(email)}`, { [API_TOKEN_HEADER]: token }),
  )
  const order = { port: Number(new URL(program.origin).port), requests, connections: CONNECTIONS }
  const { perSecond: atOnce } = await load({ ...order, milliseconds: WARM_UP_MS })
  const rate = await findRate(order, Math.min(TARGET_PER_SECOND, atOnce * FIRST_TRIAL))
  const cpuBefore = await program.cpuMs('api')
  const running = load({ ...order, perSecond: rate, milliseconds: ROUNDS * ROUND_MS })
  const takenUpAt: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    await storeNames(round)
    takenUpAt.push(await inForce(token, nameOf(round, 0)))
    await sleep(AFTER_MS)
  }
  const run = await running
  const cpuMs = (await program.cpuMs('api')) - cpuBefore
  report(run, rate, takenUpAt)
  const answers = run.seconds.reduce((sum, second) => sum + second.answers, 0)
  const microseconds = (cpuMs * 1_000) / answers
  console.log(
    `The API took ${microseconds.toFixed(0)} µs of processor time for an answer: one process holds at most ` +
      `${(1e6 / microseconds).toFixed(0)} req/s on its own core`,
  )
} finally {
  client.kill()
  await program.stop()
}

async function findRate(order: Omit<LoadOrder, 'milliseconds'>, first: number): Promise<number> {
  for (let rate = first; rate > LOWEST_RATE; rate *= NEXT_RATE) {
    const { p99Ms, seconds, clientBusy, clientLateMs } = await load({
      ...order,
      perSecond: rate,
      milliseconds: TRIAL_MS,
    })
    const slowestMs = Math.max(...seconds.map((second) => second.slowestMs))
    console.log(
      `trial at ${rate.toFixed(0)} req/s: p99 ${p99Ms.toFixed(1)} ms, slowest ${slowestMs.toFixed(1)} ms; client busy ${(clientBusy * 100).toFixed(0)} % of a core, ` +
        `late by up to ${clientLateMs.toFixed(1)} ms`,
    )
    if (slowestMs <= SLOWEST_MAX_MS) return rate
  }
  throw new Error(`This machine does not hold ${LOWEST_RATE} req/s.`)
}

async function load(order: LoadOrder): Promise<LoadReport> {
  client.send(order)
  const [answer] = await once(client, 'message')
  return answer
}

function nameOf(round: number, index: number): string {
  return `throwaway-${round}-${index}.com`
}

/** As a worker of another machine stores them. */
async function storeNames(round: number): Promise<void> {
  const url = 'https://lists.example/all.txt'
  const names = Array.from({ length: NAMES }, (_, index) => nameOf(round, index))
  await program.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO domain_lists (url, outcome) VALUES (${url}, 'fetched') ON CONFLICT DO NOTHING`.execute(tx)
    await sql`INSERT INTO listed_domains SELECT ${url}, name, now() FROM unnest(${names}::text[]) AS name`.execute(tx)
    await sql`UPDATE domain_lists_version SET version = version + 1`.execute(tx)
  })
}

/** When answers show that the process that runs took up the lists. */
async function inForce(token: string, domain: string): Promise<number> {
  while (!(await isDisposable(token, domain))) await sleep(ASK_EVERY_MS)
  return Date.now()
}

async function isDisposable(token: string, domain: string): Promise<boolean> {
  const { text } = await program.request(token, `/emails/validate?email=someone.new%40${domain}`)
  return (JSON.parse(text) as ValidationResult).validations.is_disposable
}

function report(run: LoadReport, rate: number, takenUpAt: readonly number[]): void {
  const { startedAt, seconds, perSecond, p99Ms, statuses, clientLateMs } = run
  const isRefresh = (_: LoadSecond, second: number) => {
    const start = startedAt + second * 1_000
    return takenUpAt.some((at) => start + 1_000 > at - BEFORE_MS && start < at + AFTER_MS)
  }
  const during = seconds.filter(isRefresh)
  const without = seconds.filter((second, index) => !isRefresh(second, index))
  console.log(
    `${perSecond.toFixed(0)} of ${rate.toFixed(0)} req/s on ${CONNECTIONS} connections (target: ${TARGET_PER_SECOND}; client, API and ` +
      `database share the processors), p99 ${p99Ms.toFixed(1)} ms, statuses ${JSON.stringify(statuses)}; client late by up to ` +
      `${clientLateMs.toFixed(1)} ms; ${takenUpAt.length} times ${NAMES} new names, no restart`,
  )
  print('without new lists', without)
  print('while new lists are read and taken up', during)
  const slowest = Math.max(...during.map(({ slowestMs }) => slowestMs))
  if (slowest > SLOWEST_MAX_MS) process.exitCode = 1
}

function print(name: string, seconds: readonly LoadSecond[]): void {
  const slowest = seconds.map(({ slowestMs }) => slowestMs).toSorted((a, b) => a - b)
  const answers = seconds.reduce((sum, second) => sum + second.answers, 0)
  const slow = slowest.filter((ms) => ms > SLOWEST_MAX_MS).length
  console.log(
    `${name.padEnd(38)} ${String(seconds.length).padStart(4)} s, ${(answers / seconds.length).toFixed(0)} req/s; slowest answer of a ` +
      `second: median ${slowest[slowest.length >> 1]!.toFixed(1)} ms, most ${slowest.at(-1)!.toFixed(1)} ms ` +
      `(target: ${SLOWEST_MAX_MS}); ${slow} s with a slower one`,
  )
}
