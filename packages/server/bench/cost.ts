// npm run bench:cost — what a million validations cost: processor time, bytes in the database and in files, write-ahead log; and the
// memory that the processes reached. Domains are looked up on loopback: the registries' own answers are not part of it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobResults, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import { startDnsServer } from '../test/stand-ins/dns-server.ts'
import { type BenchProgram, startBenchProgram } from './program.ts'

const SINGLES = 30_000
const CONNECTIONS = 16
const JOBS = 12
const JOB_ROWS = 10_000
const LOOKUP_SINGLES = 10_000
const LOOKUP_JOBS = 4
const CORPUS = generateCorpus(100_000)

type Reading = {
  api: number
  worker: number
  database: number
  wal: number
  tables: Map<string, number>
  files: number
  /** Packed results; the table may reuse the room of inputs that are gone. */
  results: number
}

async function read(program: BenchProgram): Promise<Reading> {
  const { db } = program
  const { rows } = await sql<{ name: string; bytes: number }>`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'graphile_worker')`.execute(db)
  const { rows: one } = await sql<{ wal: number; files: number; results: number }>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
      (SELECT coalesce(sum(csv_bytes), 0)::float8 FROM bulk_jobs) AS files,
      (SELECT coalesce(sum(octet_length(results)), 0)::float8 FROM bulk_chunks) AS results`.execute(db)
  return {
    api: await program.cpuMs('api'),
    worker: await program.cpuMs('worker'),
    database: await program.databaseCpuMs(),
    tables: new Map(rows.map(({ name, bytes }) => [name, bytes])),
    ...one[0]!,
  }
}

/** Until the ledger and the contacts have what the validations said. */
async function untilDelivered({ db }: BenchProgram): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT FROM outbox_deliveries LIMIT 1`.execute(db)
    if (rows.length === 0) return
    await sleep(100)
  }
}

async function measure(program: BenchProgram, name: string, count: number, run: () => Promise<void>): Promise<void> {
  // So that neither side pays for the pages that follow a checkpoint.
  const before = await read(program)
  const startedAt = performance.now()
  await run()
  await untilDelivered(program)
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await read(program)
  const million = (amount: number) => (amount / count) * 1_000_000
  const cpu = (key: 'api' | 'worker' | 'database') =>
    `${key} ${(million(after[key] - before[key]) / 1_000).toFixed(0)} s`
  const mb = (bytes: number) => `${(million(bytes) / 1e6).toFixed(0)} MB`
  console.log(`${name}: a million costs (from ${count} in ${seconds.toFixed(1)} s)`)
  console.log(`  processor: ${cpu('api')}, ${cpu('worker')}, ${cpu('database')}`)
  console.log(
    `  write-ahead log: ${mb(after.wal - before.wal)}; files: ${mb(after.files - before.files)}; results: ${mb(after.results - before.results)}`,
  )
  const grown = [...after.tables]
    .map(([table, bytes]) => ({ table, bytes: bytes - (before.tables.get(table) ?? 0) }))
    .filter(({ bytes }) => million(bytes) >= 1e6)
    .toSorted((one, other) => other.bytes - one.bytes)
  console.log(
    `  tables: ${grown.map(({ table, bytes }) => `${table} ${mb(bytes)}`).join(', ') || 'less than 1 MB each'}`,
  )
}

async function runSingles(program: BenchProgram, token: string, count: number, validateDomain: 0 | 1): Promise<void> {
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let at = sent++; at < count; at = sent++) {
        const email = encodeURIComponent(CORPUS[at % CORPUS.length]!)
        const path = `/emails/validate?email=${email}&validate_domain=${validateDomain}`
        const { status } = await program.request(token, path)
        if (status !== 200 && status !== 400) throw new Error(`A validation was answered ${status}.`)
      }
    }),
  )
}

async function runJobs(program: BenchProgram, token: string, count: number, validateDomain: 0 | 1): Promise<void> {
  for (let number = 0; number < count; number++) {
    const first = (number * JOB_ROWS) % CORPUS.length
    const body = JSON.stringify({ emails: CORPUS.slice(first, first + JOB_ROWS), validate_domain: validateDomain })
    const { status, text } = await program.request(token, '/emails/bulk', body)
    if (status !== 202) throw new Error(`The submission was answered ${status}: ${text}`)
    const { id } = (JSON.parse(text) as SubmittedJob).job
    const isDone = async () => {
      const answer = await program.request(token, `/emails/bulk/${id}?take=1`)
      return (JSON.parse(answer.text) as JobResults).job.status === 'completed'
    }
    while (!(await isDone())) await sleep(40)
    // The CSV is written when it is first requested.
    await program.request(token, `/emails/bulk/${id}/download`)
  }
}

async function printMemory(program: BenchProgram): Promise<void> {
  const [api, worker] = [await program.peakMemoryMb('api'), await program.peakMemoryMb('worker')]
  console.log(`  memory at most: API process ${api.toFixed(0)} MB, worker process ${worker.toFixed(0)} MB`)
}

/** Every domain has a mail host, but not the names by which the service finds out whether a resolver invents answers. */
const dns = await startDnsServer((name) => {
  if (name.endsWith('.invalid')) return undefined
  if (name.endsWith('.hosts.bench')) return { A: ['8.8.8.8'] }
  return { MX: [[10, `mx${name.length}.hosts.bench`]], NS: ['ns1.hosts.bench'] }
})
const program = await startBenchProgram({ DNS_SERVERS: dns.address })
try {
  const token = await program.newToken()
  // Code is compiled and the connections are open.
  await runJobs(program, token, JOBS, 0)
  await untilDelivered(program)
  for (const validateDomain of [0, 1] as const) {
    const [singles, jobs] = validateDomain ? [LOOKUP_SINGLES, LOOKUP_JOBS] : [SINGLES, JOBS]
    const suffix = validateDomain ? ' with validate_domain=1' : ''
    const fresh = await program.newToken()
    await measure(program, `single validations${suffix}`, singles, () =>
      runSingles(program, fresh, singles, validateDomain),
    )
    const other = await program.newToken()
    await measure(program, `rows of lists${suffix}`, jobs * JOB_ROWS, () =>
      runJobs(program, other, jobs, validateDomain),
    )
    await printMemory(program)
  }
} finally {
  await program.stop()
  await dns.close()
}
