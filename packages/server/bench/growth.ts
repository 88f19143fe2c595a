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
const ROUNDS = 6
const PAGE = 20
const TARGET_RATIO = 1.5
const TARGET_P99_MS = 50

const emails = Array.from({ length: 10 }, (_, at) => `jane.doe${at}@gmail.com`)
const body = JSON.stringify({ emails })

async function timed(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return times
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
    await sleep(5)
  }
}

/** One of the two instances, which take turns. */
type Side = { program: BenchProgram; token: string }

type Operation = { name: string; count: number; run(side: Side): Promise<unknown> }

const read = (path: string) => (side: Side) => get(side.program, side.token, path)

const OPERATIONS: readonly Operation[] = [
  { name: 'list of jobs', count: 60, run: read(`/emails/bulk?take=${PAGE}`) },
  { name: 'list of groups', count: 60, run: read(`/emails/bulk/groups?take=${PAGE}`) },
  {
    name: 'report of usage',
    count: 60,
    run: ({ program, token }) => get(program, token, `${program.origin}/account/usage`),
  },
  { name: 'single validation', count: 300, run: read('/emails/validate?email=ann.lee@gmail.com') },
  {
    name: 'job of 10 addresses, submit to completed',
    count: 50,
    run: ({ program, token }) => runJob(program, token),
  },
  { name: `expiry of ${EXPIRED_AT_ONCE} jobs`, count: 3, run: expireSome },
]

/** The same jobs each time: those that the run itself made, before any other. */
async function expireSome({ program }: Side): Promise<void> {
  const { db } = program
  await sql`UPDATE bulk_jobs SET status = 'completed', expires_at = now() WHERE id IN (SELECT id FROM bulk_jobs
    WHERE group_id IS NULL AND status IN ('completed', 'expired') ORDER BY created_at DESC LIMIT ${EXPIRED_AT_ONCE})`.execute(
    db,
  )
  await runTask(program, 'bulk.expire')
  await sql`UPDATE bulk_jobs SET status = 'completed', expires_at = created_at + interval '30 days' WHERE status = 'expired'`.execute(
    db,
  )
}

type Measured = { times: number[]; databaseMs: number }

/**
 * Both instances in one run, in turn, a few at a time: whatever else the machine does meets both alike. The times of an
 * operation are compared by their medians, and beside them stands what the database worked for each.
 */
async function compare(empty: Side, grown: Side): Promise<void> {
  const measured = new Map<string, Map<Side, Measured>>(
    OPERATIONS.map(({ name }) => [
      name,
      new Map([empty, grown].map((side) => [side, { times: [], databaseMs: 0 }] as const)),
    ]),
  )
  // The first round pays for what is compiled or cached first, and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, count, run } of OPERATIONS) {
      for (const side of round % 2 === 0 ? [empty, grown] : [grown, empty]) {
        const before = await side.program.databaseCpuMs()
        const times = await timed(count, () => run(side))
        const databaseMs = (await side.program.databaseCpuMs()) - before
        if (round === 0) continue
        const sum = measured.get(name)!.get(side)!
        sum.times.push(...times)
        sum.databaseMs += databaseMs
      }
    }
  }
  for (const [name, sides] of measured) {
    const [before, after] = [empty, grown].map((side) => figuresOf(sides.get(side)!)) as [Figures, Figures]
    console.log(
      `${name}: p50 ${after.p50.toFixed(2)} ms, ${(after.p50 / before.p50).toFixed(2)} × the empty instance (${before.p50.toFixed(2)} ms; target: ≤${TARGET_RATIO}); ` +
        `p99 ${after.p99.toFixed(1)} after ${before.p99.toFixed(1)} ms; processor of the database ${after.databaseMs.toFixed(2)} after ${before.databaseMs.toFixed(2)} ms`,
    )
  }
}

type Figures = { p50: number; p99: number; databaseMs: number }

function figuresOf({ times, databaseMs }: Measured): Figures {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), databaseMs: databaseMs / times.length }
}

/** The p99 of single validations while something runs. */
async function beside(program: BenchProgram, token: string, run: () => Promise<number>): Promise<string> {
  const takeLatencies = measureSingle(program, token, 2)
  const ms = await run()
  const latencies = await takeLatencies()
  const p99 = percentile(latencies, 0.99)
  return `${(ms / 1_000).toFixed(1)} s; single validation under load p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${latencies.length} (target: ≤${TARGET_P99_MS} ms)`
}

type Vacuumed = { name: string; live: number; dead: number; runs: number; ended: Date | null }

/** What autovacuum has done and has still to do, by table. */
async function readVacuumed({ db }: BenchProgram): Promise<Vacuumed[]> {
  const { rows } = await sql<Vacuumed>`
    SELECT relname AS name, n_live_tup::float8 AS live, n_dead_tup::float8 AS dead, autovacuum_count::float8 AS runs, last_autovacuum AS ended
    FROM pg_stat_all_tables WHERE schemaname IN ('public', 'graphile_worker') AND n_tup_upd + n_tup_del > 1000
    ORDER BY n_tup_upd + n_tup_del DESC`.execute(db)
  return rows
}

/** Seconds until no table has more dead rows than autovacuum leaves by its own rule. */
async function untilVacuumed(program: BenchProgram): Promise<number> {
  const startedAt = performance.now()
  const isBehind = ({ live, dead }: Vacuumed) => dead > 50 + 0.2 * live && dead > 5000
  while ((await readVacuumed(program)).some(isBehind)) {
    if (performance.now() - startedAt > 180_000) return Number.NaN
    await sleep(1_000)
  }
  return (performance.now() - startedAt) / 1_000
}

async function startSide(): Promise<Side & { model: string }> {
  const program = await startBenchProgram()
  const token = await program.newToken()
  const model = await runJob(program, token)
  for (let at = 0; at < EXPIRED_AT_ONCE; at++) await runJob(program, token)
  // A page of a list that has nothing to show would be no measure of one that has.
  await writeHistory(program.db, model, { jobs: 0, groups: PAGE, usageRows: 0 })
  return { program, token, model }
}

async function sweepAll({ program, token }: Side): Promise<void> {
  const { db } = program
  await sql`UPDATE bulk_jobs SET expires_at = now() WHERE group_id IS NULL`.execute(db)
  console.log(`expiry of ${SIZE.jobs} jobs: ${await beside(program, token, () => runTask(program, 'bulk.expire'))}`)
  await sql`UPDATE bulk_jobs SET expires_at = now() - interval '8 days' WHERE group_id IS NULL`.execute(db)
  console.log(`removal of ${SIZE.jobs} jobs: ${await beside(program, token, () => runTask(program, 'bulk.cleanup'))}`)
  const { rows: left } = await sql`SELECT FROM bulk_jobs WHERE group_id IS NULL`.execute(db)
  if (left.length > 0) throw new Error(`${left.length} jobs were not removed.`)
}

async function main(): Promise<void> {
  const empty = await startSide()
  const grown = await startSide()
  try {
    const startedAt = performance.now()
    await writeHistory(grown.program.db, grown.model, SIZE)
    console.log(
      `history: ${SIZE.jobs} jobs, ${SIZE.groups} groups, ${SIZE.usageRows} rows of the ledger, written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
    )
    await compare(empty, grown)
    await sweepAll(grown)
    console.log(`autovacuum has cleared the dead rows after ${(await untilVacuumed(grown.program)).toFixed(0)} s`)
    for (const { name, live, dead, runs, ended } of await readVacuumed(grown.program))
      console.log(
        `  ${name}: ${live} rows, ${dead} dead, ${runs} runs of autovacuum${ended ? `, the last at ${ended.toISOString()}` : ''}`,
      )
  } finally {
    await empty.program.stop()
    await grown.program.stop()
  }
}

await main()
