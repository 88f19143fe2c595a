// A row that kills its process is found and left out; every other row is validated, whatever else kills meanwhile.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Job, JobResults, SubmittedJob } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Isolation, RowRange } from '../../../src/bulk/state/enqueue.ts'
import { nextStep } from '../../../src/bulk/work/suspects.ts'
import { releaseTasksOfTheDead } from '../../../src/platform/presence.ts'
import { CHILD_ENV } from '../../support/child-env.ts'
import { type Caller, startService } from '../service.ts'

const DEADLY = 'deadly@gmail.com'
const CRASHING_WORKER = fileURLToPath(new URL('./crashing-worker.ts', import.meta.url))

type Fate = { leftOut: readonly number[]; deaths: number } | 'given up'

/** Runs the steps as the queue does: a run that dies is told so the next time, a new task starts afresh. */
function simulate(rowCount: number, isDeadly: (range: RowRange) => boolean): Fate {
  let isolation: Isolation | undefined
  let [cutShort, deaths] = [0, 0]
  for (;;) {
    const step = nextStep(rowCount, isolation, cutShort)
    if (step.kind === 'give_up') return 'given up'
    const left = new Set(step.kind === 'judge' ? step.leftOut : [])
    const rows = step.kind === 'try' ? step.range : ([0, rowCount] as const)
    const dies =
      step.kind === 'try'
        ? isDeadly(rows)
        : step.kind === 'judge' &&
          Array.from({ length: rowCount }, (_, row) => row).some((row) => !left.has(row) && isDeadly([row, row + 1]))
    if (dies) {
      deaths++
      cutShort++
    } else if (step.kind === 'judge') return { leftOut: step.leftOut, deaths }
    else {
      isolation = step.next
      cutShort = 0
    }
  }
}

test('exactly the deadly rows are left out, wherever they are', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 1_000 })
        .chain((rowCount) =>
          fc.tuple(
            fc.constant(rowCount),
            fc.uniqueArray(fc.integer({ min: 0, max: rowCount - 1 }), { minLength: 1, maxLength: 5 }),
          ),
        ),
      ([rowCount, deadly]) => {
        const fate = simulate(rowCount, ([from, end]) => deadly.some((row) => row >= from && row < end))
        expect(fate).toMatchObject({ leftOut: deadly.toSorted((a, b) => a - b) })
      },
    ),
    { numRuns: 50 },
  )
})

test('one deadly row of a thousand costs at most 18 deaths; where every row is deadly, the job is given up', () => {
  for (const row of [0, 1, 499, 500, 998, 999])
    expect(simulate(1_000, ([from, end]) => row >= from && row < end)).toMatchObject({ leftOut: [row] })
  const worst = Math.max(
    ...Array.from({ length: 1_000 }, (_, row) => {
      const fate = simulate(1_000, ([from, end]) => row >= from && row < end)
      return fate === 'given up' ? Number.POSITIVE_INFINITY : fate.deaths
    }),
  )
  expect(worst).toBeLessThanOrEqual(18)
  expect(simulate(1_000, () => true)).toBe('given up')
})

test('kills from outside leave no row out', () => {
  const random = (seed: number) => () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let seed = 1; seed < 200; seed++) {
    const next = random(seed)
    // A trial of few rows is over before anybody can kill it; one of many is hit half of the time.
    const fate = simulate(1_000, ([from, end]) => next() < ((end - from) / 1_000) * 0.5)
    expect(fate === 'given up' ? fate : fate.leftOut).toEqual([])
  }
})

test('a row that kills every worker errs alone, unbilled; jobs beside it are complete', {
  timeout: 120_000,
}, async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const { db, url, dataDir } = service
  const [caller, bystander] = [await service.newCaller(), await service.newCaller()]
  const submit = async (who: Caller, emails: string[]): Promise<Job> =>
    ((await (await service.submit(who, { emails })).json()) as SubmittedJob).job
  const emails = Array.from({ length: 16 }, (_, index) => (index === 7 ? DEADLY : `a${index}@gmail.com`))
  const hit = await submit(caller, emails)
  const other = await submit(
    bystander,
    Array.from({ length: 2_500 }, (_, index) => `b${index}@gmail.com`),
  )

  let done = false
  let deaths = 0
  const isDone = async () => {
    const { rows } = await sql`SELECT FROM bulk_jobs WHERE status IN ('pending', 'processing')`.execute(db)
    return rows.length === 0
  }
  while (!done) {
    const worker = fork(CRASHING_WORKER, [DEADLY], {
      env: {
        ...CHILD_ENV,
        ...{ DATABASE_URL: url, DATA_DIR: dataDir, ROLE: 'worker', REGISTRY_LOOKUPS: 'off', LIST_REFRESH: 'off' },
        SECRET: 'a secret for tests that is long enough',
      },
    })
    const died = once(worker, 'exit').then(() => true)
    while (!(await Promise.race([died, isDone()]))) await sleep(20)
    if (await isDone()) {
      done = true
      worker.kill('SIGKILL')
      await died
    } else deaths++
    // The dead are found by the time of their last beat, which is put back here.
    await sql`UPDATE queue_processes SET beat_at = now() - interval '1 minute'`.execute(db)
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'
      WHERE locked_by IS NOT NULL`.execute(db)
    await releaseTasksOfTheDead(db)
  }
  expect(deaths).toBeLessThanOrEqual(12)
  expect(await service.untilDone(caller, hit.id)).toMatchObject({ status: 'completed', success: 15, errors: 1 })
  expect(await service.untilDone(bystander, other.id)).toMatchObject({ status: 'completed', success: 2_500, errors: 0 })
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${hit.id}?take=100`)
  expect(items.filter(({ error }) => error).map(({ index, input, error }) => [index, input, error?.code])).toEqual([
    [7, DEADLY, 'job_failed'],
  ])
})
