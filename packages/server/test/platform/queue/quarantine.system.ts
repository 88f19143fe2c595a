import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { type ChildProcess, fork } from '../../../../../scripts/testing/programs.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { discardQuarantined, listQuarantined, retryQuarantined } from '../../../src/platform/queue/quarantine.ts'
import { enqueue, startQueue, type TaskContext } from '../../../src/platform/queue/queue.ts'
import { releaseOrphanedTasks } from '../../../src/platform/queue/reaper.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'

const CRASHING_WORKER = fileURLToPath(new URL('../crashing-worker.ts', import.meta.url))

const add = (database: Database, payload: object) => enqueue(database.db, 'test.run' as never, payload as never)
const isDone = async ({ db }: Database, name: string) =>
  (await db.selectFrom('settings').where('name', '=', name).select('name').execute()).length > 0

/** Starts a worker again whenever it has died, until the condition holds. Returns how each of them died. */
async function workUntil(database: Database, condition: () => Promise<boolean>): Promise<NodeJS.Signals[]> {
  const deaths: NodeJS.Signals[] = []
  for (;;) {
    const worker: ChildProcess = fork(CRASHING_WORKER, [database.url], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const died = once(worker, 'exit').then(([, signal]) => signal as NodeJS.Signals)
    const isRunning = () => worker.exitCode === null && worker.signalCode === null
    await eventually(async () => !isRunning() || condition())
    const isOver = isRunning()
    if (isOver) worker.kill('SIGKILL')
    const signal = await died
    if (!isOver) deaths.push(signal)
    // As if its last heartbeat were old, instead of waiting until it is.
    await sql`UPDATE heartbeats SET seen_at = now() - interval '1 minute'`.execute(database.db)
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'
      WHERE locked_by IS NOT NULL`.execute(database.db)
    await releaseOrphanedTasks({ db: database.db, log: silentLog })
    if (isOver) return deaths
  }
}

/** One whose cause could not be noted within a second, on a busy machine, is not counted: the next one is. */
function expectThreeOrMore(deaths: NodeJS.Signals[]): void {
  expect(deaths.length).toBeGreaterThanOrEqual(3)
  expect(new Set(deaths)).toEqual(new Set(['SIGKILL']))
}

test('a task that blocks its event loop is quarantined after three deaths alone, and tasks beside it complete', async () => {
  const database = await useTestDatabase()
  const { db } = database
  onTestFinished(() =>
    sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`
      .execute(db)
      .then(() => undefined),
  )
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const name of names.slice(0, 3)) await add(database, { name })
  await add(database, { name: 'poison', ends: 'blocked' })
  for (const name of names.slice(3)) await add(database, { name })

  const isQuarantined = async () => (await listQuarantined(db)).length > 0
  const deaths = await workUntil(database, isQuarantined)
  expectThreeOrMore(deaths)
  const [task, ...others] = await listQuarantined(db)
  expect(others).toEqual([])
  expect(task).toMatchObject({
    task: 'test.run',
    payload: { name: 'poison', ends: 'blocked' },
    // The place is told if it can be found within half a second, which a busy machine may not allow.
    reason: expect.stringMatching(/^event loop blocked for 0.5 s(?: in standStill \(crashing-worker\.ts:\d+\))?$/),
  })
  expect(task!.interruptions).toBeGreaterThanOrEqual(3)
  const areOthersDone = async () => (await Promise.all(names.map((name) => isDone(database, name)))).every(Boolean)
  expect(await workUntil(database, areOthersDone)).toEqual([])

  // The same task, added again, does not run; another one with the same name does.
  await add(database, { name: 'poison', ends: 'blocked' })
  await add(database, { name: 'poison' })
  expect(await workUntil(database, () => isDone(database, 'poison'))).toEqual([])

  expect(await retryQuarantined(db, task!.id)).toBe(task!.task)
  expectThreeOrMore(await workUntil(database, isQuarantined))
  const [again] = await listQuarantined(db)
  expect(await discardQuarantined(db, again!.id)).toBe(again!.task)
  expect(await discardQuarantined(db, again!.id)).toBeUndefined()
  expect(await retryQuarantined(db, again!.id)).toBeUndefined()
})

/** As if a process had been killed so often while it ran the task. */
async function killOften({ db }: Database, times: number): Promise<void> {
  for (let death = 0; death < times; death++) {
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute', locked_by = 'pool-lost',
      attempts = attempts + 1`.execute(db)
    await releaseOrphanedTasks({ db, log: silentLog })
  }
}

test('unexplained kills quarantine a task only when they are very many', async () => {
  const database = await useTestDatabase()
  const ran: string[] = []
  const tasks = { 'test.run': async ({ name }: { name: string }) => void ran.push(name) }
  await add(database, { name: 'unlucky' })
  await killOften(database, 20)
  const first = await startQueue({ database, log: silentLog, tasks: tasks as never, cron: [], concurrency: 1 })
  await expect.poll(() => ran).toEqual(['unlucky'])
  await first.stop()
  expect(await listQuarantined(database.db)).toEqual([])

  await add(database, { name: 'poison' })
  await killOften(database, 50)
  const second = await startQueue({ database, log: silentLog, tasks: tasks as never, cron: [], concurrency: 1 })
  await expect
    .poll(() => listQuarantined(database.db))
    .toMatchObject([{ payload: { name: 'poison' }, interruptions: 50 }])
  await second.stop()
  expect(ran).toEqual(['unlucky'])
})

test('a quarantined task with a fallback runs it, and periodic tasks are the same at any hour', async () => {
  const database = await useTestDatabase()
  const { db } = database
  await sql`INSERT INTO quarantine (task, payload, interruptions, reason)
    VALUES ('test.falls-back', '{}', 3, 'a test'), ('test.stays', '{}', 3, 'a test')`.execute(db)
  const ran: unknown[] = []
  const run =
    (name: string) =>
    async (_payload: unknown, { isQuarantined }: TaskContext) =>
      void ran.push([name, isQuarantined])
  const names = ['test.stays', 'test.falls-back', 'test.other']
  for (const name of names) await enqueue(db, name as never, { _cron: { ts: '2026-01-01T00:00:00Z' } } as never)
  const queue = await startQueue({
    database,
    log: silentLog,
    cron: [],
    concurrency: 1,
    tasks: Object.fromEntries(names.map((name) => [name, run(name)])) as never,
    fallbackTasks: ['test.falls-back' as never],
  })
  await expect.poll(() => ran).toHaveLength(2)
  await queue.stop()
  expect(ran).toEqual([
    ['test.falls-back', true],
    ['test.other', false],
  ])
})
