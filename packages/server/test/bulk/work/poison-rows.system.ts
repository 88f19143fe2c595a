// A row that kills its process is found and left out; every other row is validated, whatever else kills processes.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Job, JobResults, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { fork } from '../../../../../scripts/testing/programs.ts'
import { releaseOrphanedTasks } from '../../../src/platform/queue/reaper.ts'
import { CHILD_ENV } from '../../support/child-env.ts'
import { silentLog } from '../../support/database.ts'
import { type Caller, startService } from '../service.ts'

const POISON = 'poison@gmail.com'
const CRASHING_WORKER = fileURLToPath(new URL('./crashing-worker.ts', import.meta.url))

test('a row that kills every worker fails alone, unbilled, and jobs beside it complete', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const { db, url, dataDir } = service
  const [caller, bystander] = [await service.newCaller(), await service.newCaller()]
  const submit = async (who: Caller, emails: string[]): Promise<Job> =>
    ((await (await service.submit(who, { emails })).json()) as SubmittedJob).job
  const emails = Array.from({ length: 16 }, (_, index) => (index === 7 ? POISON : `a${index}@gmail.com`))
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
    const worker = fork(CRASHING_WORKER, [POISON], {
      env: {
        ...CHILD_ENV,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        ROLE: 'worker',
        REGISTRY_LOOKUPS: 'off',
        LIST_REFRESH: 'off',
        SECRET: 'a secret for tests that is long enough',
      },
    })
    const died = once(worker, 'exit').then(() => true)
    await eventually(() => Promise.race([died, isDone()]))
    if (await isDone()) {
      done = true
      worker.kill('SIGKILL')
      await died
    } else deaths++
    // A dead worker is known by its last heartbeat, which is put back here.
    await sql`UPDATE heartbeats SET seen_at = now() - interval '1 minute'`.execute(db)
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'
      WHERE locked_by IS NOT NULL`.execute(db)
    await releaseOrphanedTasks({ db, log: silentLog })
  }
  // Nine, and more where a task of the bystander runs beside a trial.
  expect(deaths).toBeLessThanOrEqual(24)
  expect(await service.untilDone(caller, hit.id)).toMatchObject({ status: 'completed', success: 15, errors: 1 })
  expect(await service.untilDone(bystander, other.id)).toMatchObject({ status: 'completed', success: 2_500, errors: 0 })
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${hit.id}?take=100`)
  expect(items.filter(({ error }) => error).map(({ index, input, error }) => [index, input, error?.code])).toEqual([
    [7, POISON, 'job_failed'],
  ])
})
