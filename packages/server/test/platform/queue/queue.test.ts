import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { releaseTasksOfLostProcesses } from '../../../src/platform/queue/liveness.ts'
import { enqueue, type Queue, startQueue, type TaskContext } from '../../../src/platform/queue/queue.ts'
import { countTasks } from '../../../src/platform/queue/queue-metrics.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'
import { useDatabaseLine } from '../../support/database-line.ts'

type Run = (payload: unknown, context: TaskContext) => Promise<void>

/** The tasks of the tests are not tasks of the service, so the names are forced past the type. */
async function startTestQueue(database: Database, run: Run, concurrency = 2): Promise<Queue> {
  const queue = await startQueue({
    database,
    log: silentLog,
    tasks: { 'test.run': run } as never,
    cron: [],
    concurrency,
  })
  onTestFinished(() => queue.stop())
  return queue
}
const add = (database: Database, payload: unknown) => enqueue(database.db, 'test.run' as never, payload as never)

/** The test's own timeout ends a wait in vain. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}

test('a task exists if and only if its transaction commits', async () => {
  const database = await useTestDatabase()
  const seen: unknown[] = []
  await startTestQueue(database, async (payload) => {
    seen.push(payload)
  })
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'test.run' as never, { n: 1 } as never)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await add(database, { n: 2 })
  await until(() => seen.length > 0)
  // A later task has run, and the one that was rolled back would have run before it.
  await add(database, { n: 3 })
  await until(() => seen.length > 1)
  expect(seen).toEqual([{ n: 2 }, { n: 3 }])
})

test('a failing task is tried again and told which attempt it is', async () => {
  const database = await useTestDatabase()
  const attempts: number[] = []
  await startTestQueue(database, async (_payload, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Error('once')
  })
  await add(database, {})
  await until(() => attempts.length === 2)
  expect(attempts).toEqual([1, 2])
})

test('the tasks of a process that is gone are handed back, those of a living one are not', async () => {
  const database = await useTestDatabase()
  let release = () => {}
  let running = 0
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await startTestQueue(database, async () => {
    running++
    await blocked
  })
  onTestFinished(() => release())
  await add(database, { owner: 'alive' })
  await until(() => running === 1)
  // As if a killed process had taken a task ten seconds ago: locked by a pool without a process.
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 seconds'`.execute(database.db)
  await sql`SELECT graphile_worker.add_job('test.run', '{}', run_at => now() + interval '1 day')`.execute(database.db)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 seconds', locked_by = 'pool-lost'
    WHERE locked_by IS NULL`.execute(database.db)
  await until(async () => (await database.db.selectFrom('queue_processes').selectAll().execute()).length === 1)
  await releaseTasksOfLostProcesses(database.db)
  const { rows } = await sql<{
    locked_by: string | null
  }>`SELECT locked_by FROM graphile_worker.jobs ORDER BY id`.execute(database.db)
  expect(rows.map(({ locked_by }) => locked_by?.startsWith('pool-') ?? false)).toEqual([true, false])
})

test('a task that was cut short goes ahead of the others, is told how often, and has lost no attempt', async () => {
  const database = await useTestDatabase()
  const { db } = database
  await add(database, { n: 'waiting' })
  await add(database, { n: 'cut short' })
  for (let death = 1; death <= 30; death++) {
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 seconds', locked_by = 'pool-lost',
      attempts = attempts + 1 WHERE payload->>'n' = 'cut short'`.execute(db)
    expect(await releaseTasksOfLostProcesses(db)).toBe(1)
  }
  const seen: unknown[] = []
  // One at a time: two that run at once may end in any order.
  const run: Run = async (payload, { attempt, cutShort }) => void seen.push([payload, attempt, cutShort])
  await startTestQueue(database, run, 1)
  await until(() => seen.length === 2)
  expect(seen).toEqual([
    [{ n: 'cut short' }, 1, 30],
    [{ n: 'waiting' }, 1, 0],
  ])
})

test('a process whose lock is free is lost at once, and its task is released once, however many look', async () => {
  const database = await useTestDatabase()
  const { db } = database
  await add(database, {})
  await sql`INSERT INTO queue_processes (pool_id) VALUES ('pool-lost')`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-lost', attempts = 3`.execute(
    db,
  )
  // Running processes have not taken their locks again when a server has just started, and this may be the first test of the run.
  await until(
    async () =>
      (await sql`SELECT WHERE pg_postmaster_start_time() < now() - interval '5 seconds'`.execute(db)).rows.length === 1,
  )
  const released = await Promise.all(Array.from({ length: 5 }, () => releaseTasksOfLostProcesses(db)))
  expect(released.toSorted()).toEqual([0, 0, 0, 0, 1])
  const { rows } = await sql<{ attempts: number; locked_by: string | null }>`
    SELECT attempts, locked_by FROM graphile_worker.jobs`.execute(db)
  expect(rows).toEqual([{ attempts: 2, locked_by: null }])
})

test('a process that holds its lock but fell silent counts as lost', async () => {
  const database = await useTestDatabase()
  let running = 0
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  await startTestQueue(database, async () => {
    running++
    await blocked
  })
  onTestFinished(() => release())
  await add(database, {})
  await until(() => running === 1)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'`.execute(database.db)
  await until(async () => (await database.db.selectFrom('queue_processes').selectAll().execute()).length === 1)
  expect(await releaseTasksOfLostProcesses(database.db)).toBe(0)
  // A beat of its own may come in between, and show life.
  await until(async () => {
    await sql`UPDATE queue_processes SET beat_at = now() - interval '1 minute'`.execute(database.db)
    return (await releaseTasksOfLostProcesses(database.db)) === 1
  })
})

test('stopping waits for the running task and leaves no trace of the process', async () => {
  const database = await useTestDatabase()
  let finished = false
  let started = false
  const queue = await startTestQueue(database, async () => {
    started = true
    await sleep(200)
    finished = true
  })
  await add(database, {})
  await until(() => started)
  await queue.stop()
  expect(finished).toBe(true)
  expect(await database.db.selectFrom('queue_processes').selectAll().execute()).toEqual([])
})

/** The queue runs over a line of its own; the test sees the database in any case. */
async function useQueueOnLine() {
  const database = await useTestDatabase()
  const line = await useDatabaseLine(database.url)
  const far = openDatabase(line.url, { log: silentLog, connectionCount: 6 })
  onTestFinished(() => far.close())
  return { database, line, far }
}

test('a queue whose very first look at the database failed takes tasks once it is back', async () => {
  const { database, line, far } = await useQueueOnLine()
  const broken = line.breakAt('_private_tasks as', 'asked')
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await broken
  await add(database, {})
  await until(() => runs === 1)
})

test('a queue whose connections all stall runs tasks over new ones, though the server has not noticed and keeps its lock', async () => {
  const { database, line, far } = await useQueueOnLine()
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await add(database, {})
  await until(() => runs === 1)
  await until(async () => (await locksHeld(database)) === 1)
  line.stallAll()
  await add(database, {})
  await until(() => runs === 2)
  // The session of before, and the one of now.
  await until(async () => (await locksHeld(database)) === 2)
})

async function locksHeld({ db }: Database): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7100002
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
  return rows.length
}

test.each(['succeeded', 'failed'] as const)(
  'a task that %s while the database was away ends no queue, and its end is stored afterwards',
  async (outcome) => {
    const { database, line, far } = await useQueueOnLine()
    const runs: number[] = []
    const queue = await startTestQueue(far, async (_payload, { attempt }) => {
      runs.push(attempt)
      if (runs.length > 1) return
      line.cut()
      if (outcome === 'failed') throw new Error('because the database was away')
    })
    let ended = false
    void queue.ended.then(() => {
      ended = true
    })
    await add(database, {})
    await until(() => runs.length === 1)
    await sleep(500)
    line.state = 'whole'
    const left = async () => (await sql`SELECT FROM graphile_worker.jobs`.execute(database.db)).rows.length
    await until(async () => (await left()) === 0)
    expect(runs).toEqual(outcome === 'failed' ? [1, 2] : [1])
    expect(ended).toBe(false)
  },
)

test('a task whose handing over was lost with its connection is run all the same, and its lane goes on', async () => {
  const { database, line, far } = await useQueueOnLine()
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await add(database, {})
  await until(() => runs === 1)
  const broken = line.breakAt('get_job/', 'answered')
  await sql`SELECT graphile_worker.add_job('test.run', '{}', queue_name => 'lane')`.execute(database.db)
  await broken
  await sql`SELECT graphile_worker.add_job('test.run', '{}', queue_name => 'lane')`.execute(database.db)
  await until(() => runs === 3)
  await until(async () => (await sql`SELECT FROM graphile_worker.jobs`.execute(database.db)).rows.length === 0)
})

test('a queue with more places than connections starts without a warning', async () => {
  const database = await useTestDatabase()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const queue = await startQueue({
    database,
    log,
    cron: [],
    tasks: { 'test.run': async () => undefined } as never,
    concurrency: 60,
  })
  await queue.stop()
  expect(lines.filter((line) => line.includes('met an error'))).toEqual([])
})

test('the log tells of a failed task what kind of error it met and where, not its words, and whether it is run again', async () => {
  const database = await useTestDatabase()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const fail = () => Promise.reject(Object.assign(new TypeError('jane@contoso.com'), { code: 'X1' }))
  const queue = await startQueue({ database, log, cron: [], tasks: { 'test.run': fail } as never, concurrency: 1 })
  onTestFinished(() => queue.stop())
  await enqueue(database.db, 'test.run' as never, {} as never, { maxAttempts: 1 })
  await until(() => lines.length > 0)
  expect(lines[0]).toMatchObject({ task: 'test.run', error: 'TypeError', code: 'X1' })
  expect(lines[0]!.msg).toBe('a task failed as often as it may, and is not run again')
  expect(lines[0]!.at).toEqual(expect.arrayContaining([expect.stringContaining('queue.test.ts')]))
  expect(JSON.stringify(lines)).not.toContain('jane@')
})

test('a task has waited since it was made, however early its place in the queue', async () => {
  const { db } = await useTestDatabase()
  const HOUR_MS = 3_600_000
  await enqueue(db, 'test.run' as never, {} as never, { runAt: new Date(Date.now() - 3 * HOUR_MS) })
  await enqueue(db, 'test.late' as never, {} as never, { runAt: new Date(Date.now() + 3 * HOUR_MS) })
  const counts = await countTasks(db)
  expect(counts).toMatchObject([
    { task: 'test.late', state: 'scheduled', count: 1, oldest_seconds: 0 },
    { task: 'test.run', state: 'waiting', count: 1 },
  ])
  expect(counts[1]!.oldest_seconds).toBeLessThan(HOUR_MS / 1000)
})
