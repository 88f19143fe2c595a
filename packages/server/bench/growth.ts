// npm run bench:growth — what history costs those who come after it: the same operations on an empty instance and beside 10,000 jobs,
// 1,000 groups and 10 million rows of the ledger, in one run; then the sweep of all those jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobResults, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { type BenchProgram, percentile, startBenchProgram } from './program.ts'
import { measureSingle } from './single-latency.ts'
import { writeHistory } from './written-history.ts'

const SIZE = { jobs: 10_000, groups: 1_000, usageRows: Number(process.env.USAGE_ROWS ?? 10_000_000) }
const EXPIRED_AT_ONCE = 100
const PAGE = 20
const WANTED_RATIO = 1.5
const WANTED_P99_MS = 50

type Timing = { p50: number; p99: number }

const emails = Array.from({ length: 10 }, (_, at) => `jane.doe${at}@gmail.com`)
const body = JSON.stringify({ emails })

async function timed(count: number, run: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

async function get<T>(program: BenchProgram, token: string, path: string): Promise<T> {
  const { status, text } = await program.request(token, path)
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`)
  return JSON.parse(text) as T
}

async function runJob(program: BenchProgram, token: string): Promise<string> {
  const { status, text } = await program.request(token, '/emails/bulk', body)
  if (status !== 202) throw new Error(`The submission was answered ${status}: ${text}`)
  const { id } = (JSON.parse(text) as SubmittedJob).job
  while ((await get<JobResults>(program, token, `/emails/bulk/${id}?take=1`)).job.status !== 'completed') await sleep(1)
  return id
}

/** Runs a periodic task now and answers how long it took, in milliseconds. */
async function runTask({ db }: BenchProgram, name: string): Promise<number> {
  const startedAt = performance.now()
  await sql`SELECT graphile_worker.add_job(${name}, '{}')`.execute(db)
  for (;;) {
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${name}`.execute(db)
    if (rows.length === 0) return performance.now() - startedAt
    await sleep(20)
  }
}

async function measure(program: BenchProgram, token: string): Promise<Record<string, Timing>> {
  const { db } = program
  const lists = [`/emails/bulk?take=${PAGE}`, `/emails/bulk/groups?take=${PAGE}`, `${program.origin}/account/usage`]
  const [jobs, groups, usage] = lists.map((path) => () => get(program, token, path)) as [
    () => Promise<unknown>,
    () => Promise<unknown>,
    () => Promise<unknown>,
  ]
  // Once, so that neither side pays for what is compiled or cached first.
  for (const run of [jobs, groups, usage]) await timed(50, run)
  await timed(300, () => get(program, token, '/emails/validate?email=ann.lee@gmail.com'))
  const expire = async () => {
    await sql`UPDATE bulk_jobs SET expires_at = now() WHERE id IN (SELECT id FROM bulk_jobs WHERE status = 'completed' AND group_id IS NULL
      ORDER BY created_at DESC LIMIT ${EXPIRED_AT_ONCE})`.execute(db)
    const ms = await runTask(program, 'bulk.expire')
    await sql`UPDATE bulk_jobs SET status = 'completed', expires_at = created_at + interval '30 days' WHERE status = 'expired'`.execute(
      db,
    )
    return ms
  }
  const submit = await timed(EXPIRED_AT_ONCE, () => runJob(program, token))
  const expiries = [await expire(), await expire(), await expire()]
  return {
    'list of jobs': await timed(200, jobs),
    'list of groups': await timed(200, groups),
    'report of usage': await timed(200, usage),
    'single validation': await timed(1_500, () => get(program, token, '/emails/validate?email=ann.lee@gmail.com')),
    'job of 10 addresses, submit to completed': submit,
    [`expiry of ${EXPIRED_AT_ONCE} jobs`]: { p50: percentile(expiries, 0.5), p99: percentile(expiries, 0.99) },
  }
}

/** The p99 of single validations while something runs. */
async function beside(program: BenchProgram, token: string, run: () => Promise<number>): Promise<string> {
  const takeLatencies = measureSingle(program, token, 2)
  const ms = await run()
  const latencies = await takeLatencies()
  const p99 = percentile(latencies, 0.99)
  return `${(ms / 1_000).toFixed(1)} s; single validation meanwhile p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${latencies.length} (wanted: ≤${WANTED_P99_MS} ms)`
}

/** Dead rows that autovacuum has still to clear away, by table. */
async function deadRows({ db }: BenchProgram): Promise<{ name: string; live: number; dead: number; runs: number }[]> {
  const { rows } = await sql<{ name: string; live: number; dead: number; runs: number }>`
    SELECT relname AS name, n_live_tup::float8 AS live, n_dead_tup::float8 AS dead, autovacuum_count::float8 AS runs
    FROM pg_stat_user_tables WHERE n_dead_tup > 1000 ORDER BY n_dead_tup DESC`.execute(db)
  return rows
}

/** Seconds until no table has more dead rows than autovacuum leaves by its own rule. */
async function untilVacuumed(program: BenchProgram): Promise<number> {
  const startedAt = performance.now()
  const isBehind = ({ live, dead }: { live: number; dead: number }) => dead > 50 + 0.2 * live
  while ((await deadRows(program)).some(isBehind)) {
    if (performance.now() - startedAt > 180_000) return Number.NaN
    await sleep(1_000)
  }
  return (performance.now() - startedAt) / 1_000
}

async function main(): Promise<void> {
  const program = await startBenchProgram()
  try {
    const { db } = program
    const token = await program.newToken()
    const model = await runJob(program, token)
    // A page of a list that has nothing to show would be no measure of one that has.
    await writeHistory(db, model, { jobs: 0, groups: PAGE, usageRows: 0 })
    const empty = await measure(program, token)
    console.log('the empty instance has been measured')

    const startedAt = performance.now()
    await writeHistory(db, model, SIZE)
    console.log(
      `history: ${SIZE.jobs} jobs, ${SIZE.groups} groups, ${SIZE.usageRows} rows of the ledger, written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
    )
    const grown = await measure(program, token)
    for (const [name, { p50, p99 }] of Object.entries(grown)) {
      const before = empty[name]!
      console.log(
        `${name}: p50 ${p50.toFixed(2)} ms, ${(p50 / before.p50).toFixed(2)} × the empty instance (${before.p50.toFixed(2)} ms; wanted: ≤${WANTED_RATIO}); p99 ${p99.toFixed(1)} after ${before.p99.toFixed(1)} ms`,
      )
    }

    await sql`UPDATE bulk_jobs SET expires_at = now() WHERE group_id IS NULL`.execute(db)
    console.log(`expiry of ${SIZE.jobs} jobs: ${await beside(program, token, () => runTask(program, 'bulk.expire'))}`)
    await sql`UPDATE bulk_jobs SET expires_at = now() - interval '8 days' WHERE group_id IS NULL`.execute(db)
    console.log(`removal of ${SIZE.jobs} jobs: ${await beside(program, token, () => runTask(program, 'bulk.cleanup'))}`)
    const { rows: left } = await sql`SELECT FROM bulk_jobs WHERE group_id IS NULL`.execute(db)
    if (left.length > 0) throw new Error(`${left.length} jobs were not removed.`)
    console.log(`autovacuum has cleared the dead rows after ${(await untilVacuumed(program)).toFixed(0)} s`)
  } finally {
    await program.stop()
  }
}

await main()
