// npm run bench:history [-- rows] — what a long history costs: pages of the list of 200,000 jobs, and `verify` of many rows, first and again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { JobList } from '@mailsift/contract'
import { sql } from 'kysely'
import { generateCorpus } from '../../engine/bench/corpus.ts'
import { type BenchProgram, percentile, startBenchProgram } from './program.ts'

const JOBS = 200_000
const TAKE = 10
const ASKED = 101
const ROWS_PER_JOB = 10_000
const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const VERIFY = fileURLToPath(new URL('../src/verify.ts', import.meta.url))

const rows = Number(process.argv[2] ?? 100_000)
const program = await startBenchProgram()
try {
  await verifyRows(program, rows)
  await listJobs(program)
} finally {
  await program.stop()
}

async function listJobs({ db, newToken, request }: BenchProgram): Promise<void> {
  const token = await newToken()
  await sql`
    INSERT INTO bulk_jobs (id, user_id, status, validate_domain, total, errors, chunks_left, csv_key, created_at, expires_at)
    SELECT gen_random_uuid(), (SELECT user_id FROM api_tokens ORDER BY created_at DESC LIMIT 1), 'completed', false, 1, 1, 0, 'x',
      now() - make_interval(secs => number * 12), now() + interval '1 day'
    FROM generate_series(1, ${JOBS}::int) AS number`.execute(db)
  await sql`ANALYZE bulk_jobs, bulk_job_times`.execute(db)
  for (const [name, page] of [
    ['first', 1],
    ['middle', JOBS / TAKE / 2],
    ['last', JOBS / TAKE],
  ] as const) {
    const times: number[] = []
    for (let asked = 0; asked < ASKED; asked++) {
      const startedAt = performance.now()
      const { text } = await request(token, `/emails/bulk?page=${page}&take=${TAKE}`)
      times.push(performance.now() - startedAt)
      if ((JSON.parse(text) as JobList).items.length !== TAKE) throw new Error(`The ${name} page is not full.`)
    }
    const half = percentile(times, 0.5).toFixed(1)
    console.log(
      `list of ${JOBS} jobs, ${name} page: half within ${half} ms, 99 of 100 within ${percentile(times, 0.99).toFixed(1)} ms`,
    )
  }
}

async function verifyRows({ dataDir, origin, newToken, request }: BenchProgram, count: number): Promise<void> {
  const token = await newToken()
  const body = JSON.stringify({ emails: generateCorpus(ROWS_PER_JOB) })
  for (let done = 0; done < count; done += ROWS_PER_JOB) {
    await request(token, '/emails/bulk', body)
    const isDone = async () => {
      const { text } = await request(token, '/emails/bulk?take=1')
      return (JSON.parse(text) as JobList).items[0]?.status === 'completed'
    }
    while (!(await isDone())) await sleep(20)
  }
  for (const time of ['first', 'second']) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [RUN, VERIFY], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        BASE_URL: `${origin}/v1`,
        REGISTRY_LOOKUPS: 'off',
        DNS_SERVERS: '127.0.0.1:9',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`verify ended with ${code}`)
    console.log(`verify of ${count} rows, ${time} time: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
}
