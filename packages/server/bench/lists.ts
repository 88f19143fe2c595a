// npm run bench:lists: what callers feel of new lists of disposable domains. The API is kept busy, without and with lists that
// change meanwhile; between two rounds the answers show that the lists were taken up by the process that runs.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { API_TOKEN_HEADER, type ValidationResult } from '@mailsift/contract'
import { sql } from 'kysely'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import { getRequest } from './load-client.ts'
import { startBenchProgram } from './program.ts'

const CONNECTIONS = 16
const ADDRESSES = 20_000
const NAMES = 20_000
/** A process asks for new lists every 30 seconds. */
const ROUND_MS = 33_000
const ROUNDS_WITH_NEW_LISTS = 2
const SLOWEST_MAX_MS = 50

const program = await startBenchProgram()
const client = fork(fileURLToPath(new URL('./load.ts', import.meta.url)))
try {
  const token = await program.newToken()
  const requests = generateCorpus(ADDRESSES).map((email) =>
    getRequest(`/v1/emails/validate?email=${encodeURIComponent(email)}`, { [API_TOKEN_HEADER]: token }),
  )
  const order = { port: Number(new URL(program.origin).port), requests, connections: CONNECTIONS }
  await load({ ...order, milliseconds: 5_000 })
  print('same lists', await load({ ...order, milliseconds: ROUND_MS }))
  for (let round = 1; round <= ROUNDS_WITH_NEW_LISTS; round++) {
    const running = load({ ...order, milliseconds: ROUND_MS })
    await sleep(1_000)
    await storeNames(round)
    const report = await running
    print(`${NAMES} new names`, report)
    if (!(await isDisposable(token, nameOf(round, 0)))) throw new Error('The new lists were not taken up.')
    if (report.slowestMs > SLOWEST_MAX_MS) process.exitCode = 1
  }
} finally {
  client.kill()
  await program.stop()
}

async function load(order: LoadOrder): Promise<LoadReport> {
  client.send(order)
  const [report] = await once(client, 'message')
  return report
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

async function isDisposable(token: string, domain: string): Promise<boolean> {
  const { text } = await program.request(token, `/emails/validate?email=someone.new%40${domain}`)
  return (JSON.parse(text) as ValidationResult).validations.is_disposable
}

function print(name: string, { perSecond, p99Ms, slowestMs }: LoadReport): void {
  console.log(
    `${name.padEnd(16)} ${perSecond.toFixed(0).padStart(6)} req/s, p99 ${p99Ms.toFixed(1)} ms, ` +
      `slowest ${slowestMs.toFixed(1)} ms (wanted: ${SLOWEST_MAX_MS})`,
  )
}
