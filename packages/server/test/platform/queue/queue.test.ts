import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { LoggableError } from '../../../src/platform/error-facts.ts'
import { enqueue, type Queue, startQueue, type TaskContext } from '../../../src/platform/queue/queue.ts'
import { countTasks } from '../../../src/platform/queue/queue-metrics.ts'
import { readInterruptions, releaseOrphanedTasks } from '../../../src/platform/queue/reaper.ts'
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
  await eventually(() => seen.length > 0)
  // A later task has run, and the one that was rolled back would have run before it.
  await add(database, { n: 3 })
  await eventually(() => seen.length > 1)
  expect(seen).toEqual([{ n: 2 }, { n: 3 }])
})

test('a task with a name that a worker does not know waits for one that does: a newer format has a newer name', async () => {
  const database = await useTestDatabase()
  const seen: unknown[] = []
  await startTestQueue(database, async (payload) => {
    seen.push(payload)
  })
  await enqueue(database.db, 'test.run.2' as never, { format: 2 } as never)
  await add(database, { format: 1 })
  await eventually(() => seen.length > 0)
  const { rows } = await sql<{ task_identifier: string; attempts: number }>`
    SELECT task_identifier, attempts FROM graphile_worker.jobs`.execute(database.db)
  expect(rows).toContainEqual({ task_identifier: 'test.run.2', attempts: 0 })
  expect(seen).toEqual([{ format: 1 }])
})

test('a failing task is tried again and told which attempt it is', async () => {
  const database = await useTestDatabase()
  const attempts: number[] = []
  await startTestQueue(database, async (_payload, { attempt }) => {
    attempts.push(attempt)
    if (attempt === 1) throw new Error('once')
  })
  await add(database, {})
  await eventually(() => attempts.length === 2)
  expect(attempts).toEqual([1, 2])
})

/** A task that a worker without a heartbeat took long ago. */
async function orphan({ db }: Database, where = sql`true`): Promise<void> {
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute', locked_by = 'pool-lost',
    attempts = attempts + 1 WHERE ${where}`.execute(db)
}

const release = ({ db }: Database) => releaseOrphanedTasks({ db, log: silentLog })

test('the tasks of a dead worker are released, those of a living one are not', async () => {
  const database = await useTestDatabase()
  let finish = () => {}
  let running = 0
  const blocked = new Promise<void>((resolve) => {
    finish = resolve
  })
  await startTestQueue(database, async () => {
    running++
    await blocked
  })
  onTestFinished(() => finish())
  await add(database, { owner: 'alive' })
  await eventually(() => running === 1)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute'`.execute(database.db)
  await sql`SELECT graphile_worker.add_job('test.run', '{}', run_at => now() + interval '1 day')`.execute(database.db)
  await orphan(database, sql`locked_by IS NULL`)
  await eventually(async () => (await database.db.selectFrom('heartbeats').selectAll().execute()).length === 1)
  expect(await release(database)).toBe(1)
  const { rows } = await sql<{
    locked_by: string | null
  }>`SELECT locked_by FROM graphile_worker.jobs ORDER BY id`.execute(database.db)
  expect(rows.map(({ locked_by }) => locked_by?.startsWith('pool-') ?? false)).toEqual([true, false])
})

test('an interrupted task precedes the others, is told how often, and has lost no attempt, even if another one replaced it', async () => {
  const database = await useTestDatabase()
  const { db } = database
  await add(database, { n: 'waiting' })
  await enqueue(db, 'test.run' as never, { n: 'interrupted' } as never, { jobKey: 'key' })
  for (let death = 1; death <= 4; death++) {
    await orphan(database, sql`payload->>'n' = 'interrupted'`)
    if (death === 1) await enqueue(db, 'test.run' as never, { n: 'replacement' } as never, { jobKey: 'key' })
    expect(await release(database)).toBe(1)
  }
  const seen: unknown[] = []
  // One at a time: two that run at once may end in any order.
  const run: Run = async (payload, { interruptions }) => void seen.push([payload, interruptions])
  await startTestQueue(database, run, 1)
  await eventually(() => seen.length === 3)
  expect(seen).toEqual([
    [{ n: 'interrupted' }, 4],
    [{ n: 'waiting' }, 0],
    [{ n: 'replacement' }, 0],
  ])
})

test.each([
  ['whose heartbeat has stopped', sql`UPDATE heartbeats SET seen_at = now() - interval '1 minute'`, -29_999],
  ['whose end was noted', sql`UPDATE heartbeats SET ended_by = 'a crash'`, -29_900],
])('a worker %s is dead, and its task is released once, however many look', async (_, end, priority) => {
  const database = await useTestDatabase()
  const { db } = database
  await add(database, {})
  await sql`INSERT INTO heartbeats (worker_id, process) VALUES ('pool-lost', 'process')`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-lost', attempts = 3`.execute(
    db,
  )
  expect(await release(database)).toBe(0)
  await end.execute(db)
  // After an outage all heartbeats are old, so a process that has just reached the database does not validate by them.
  if (priority === -29_999) expect(await releaseOrphanedTasks({ db, log: silentLog }, { isSteady: false })).toBe(0)
  const released = await Promise.all(Array.from({ length: 5 }, () => release(database)))
  expect(released.toSorted()).toEqual([0, 0, 0, 0, 1])
  const { rows } = await sql`SELECT attempts, locked_by, priority FROM graphile_worker.jobs`.execute(db)
  expect(rows).toEqual([{ attempts: 2, locked_by: null, priority }])
})

test.each([
  ['that has not been interrupted', 0, { crashes: 49, kills: 49 }],
  ['that a node of 0.1.0 interrupted by a crash and two kills', -898, { crashes: 50, kills: 51 }],
  ['that a node of 0.1.0 stopped counting at the tenth crash', -1, { crashes: 59, kills: 49 }],
])(
  'a task %s counts 49 more crashes and 49 more kills exactly, and stays ahead of others',
  async (_, priority, counts) => {
    const database = await useTestDatabase()
    await add(database, {})
    await sql`UPDATE graphile_worker._private_jobs SET priority = ${priority}::int`.execute(database.db)
    for (const ended_by of ['a crash', null]) for (let death = 1; death <= 49; death++) await die(database, ended_by)
    const { rows } = await sql<{ priority: number }>`SELECT priority FROM graphile_worker.jobs`.execute(database.db)
    expect(readInterruptions(rows[0]!.priority)).toEqual(counts)
    expect(rows[0]!.priority).toBeLessThan(-1_000)
  },
)

async function die({ db }: Database, ended_by: string | null): Promise<void> {
  await sql`
    INSERT INTO heartbeats (worker_id, process, ended_by, seen_at)
    VALUES ('pool-lost', 'process', ${ended_by}, now() - interval '1 minute')`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-lost'`.execute(db)
  expect(await releaseOrphanedTasks({ db, log: silentLog })).toBe(1)
}

test('a process that was stopped is taken for dead; once it runs again, its heartbeat is back', async () => {
  const database = await useTestDatabase()
  const heartbeats = () => database.db.selectFrom('heartbeats').selectAll().execute()
  await startTestQueue(database, async () => undefined)
  await eventually(async () => (await heartbeats()).length === 1)
  // A heartbeat may come in between, and show life.
  await eventually(async () => {
    await sql`UPDATE heartbeats SET seen_at = now() - interval '1 minute'`.execute(database.db)
    await release(database)
    return (await heartbeats()).length === 0
  })
  await eventually(async () => (await heartbeats()).length === 1)
})

test('stopping waits for the running task and leaves no heartbeat', async () => {
  const database = await useTestDatabase()
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const queue = await startTestQueue(database, async () => {
    started.resolve()
    await held.promise
  })
  await add(database, {})
  await started.promise
  let isStopped = false
  const stopping = queue.stop().then(() => {
    isStopped = true
  })
  const heartbeats = () => database.db.selectFrom('heartbeats').selectAll().execute()
  expect(await heartbeats()).toHaveLength(1)
  expect(isStopped).toBe(false)
  held.resolve()
  await stopping
  expect(await heartbeats()).toEqual([])
})

/** The queue runs over its own line; the test sees the database in any case. */
async function useQueueOnLine() {
  const database = await useTestDatabase()
  const line = await useDatabaseLine(database.url)
  const far = openDatabase(line.url, { log: silentLog, connectionCount: 6 })
  onTestFinished(() => far.close())
  return { database, line, far }
}

test('a queue whose first query failed runs tasks once the database is back', async () => {
  const { database, line, far } = await useQueueOnLine()
  const broken = line.breakAt('_private_tasks as', 'asked')
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await broken
  await add(database, {})
  await eventually(() => runs === 1)
})

test('a queue whose connections all stall runs tasks over new ones', async () => {
  const { database, line, far } = await useQueueOnLine()
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await add(database, {})
  await eventually(() => runs === 1)
  line.stallAll()
  await add(database, {})
  await eventually(() => runs === 2)
})

test.each(['succeeded', 'failed'] as const)(
  'a task that %s while the database was away runs again once it is back',
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
    await eventually(() => runs.length === 1)
    // Fixed time: the length of the outage.
    await sleep(500)
    line.state = 'whole'
    const left = async () => (await sql`SELECT FROM graphile_worker.jobs`.execute(database.db)).rows.length
    await eventually(async () => (await left()) === 0)
    expect(runs).toHaveLength(2)
    expect(ended).toBe(false)
  },
)

test('a task whose claim was lost with its connection runs all the same, and so does the next of its queue', async () => {
  const { database, line, far } = await useQueueOnLine()
  let runs = 0
  await startTestQueue(far, async () => void runs++)
  await add(database, {})
  await eventually(() => runs === 1)
  const broken = line.breakAt('get_job/', 'answered')
  await sql`SELECT graphile_worker.add_job('test.run', '{}', queue_name => 'named')`.execute(database.db)
  await broken
  await sql`SELECT graphile_worker.add_job('test.run', '{}', queue_name => 'named')`.execute(database.db)
  await eventually(() => runs === 3)
  await eventually(async () => (await sql`SELECT FROM graphile_worker.jobs`.execute(database.db)).rows.length === 0)
})

test('a queue with more slots than connections starts without a warning', async () => {
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
  expect(lines.filter((line) => line.includes('queue error'))).toEqual([])
})

test('the log tells of a failed task what kind of error it met and where, not its words, and whether it is run again', async () => {
  const database = await useTestDatabase()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const fail = () => Promise.reject(Object.assign(new TypeError('jane@contoso.com'), { code: 'X1' }))
  const queue = await startQueue({ database, log, cron: [], tasks: { 'test.run': fail } as never, concurrency: 1 })
  onTestFinished(() => queue.stop())
  await enqueue(database.db, 'test.run' as never, {} as never, { maxAttempts: 1 })
  await eventually(() => lines.length > 0)
  expect(lines[0]).toMatchObject({ task: 'test.run', error: 'TypeError', code: 'X1' })
  expect(lines[0]!.msg).toBe('task failed for the last time')
  expect(lines[0]!.at).toEqual(expect.arrayContaining([expect.stringContaining('queue.test.ts')]))
  expect(JSON.stringify(lines)).not.toContain('jane@')
})

test('the log gives the reason of a failed task if the error is known to quote no data', async () => {
  const database = await useTestDatabase()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const fail = () => Promise.reject(new LoggableError('The list could not be refreshed: unreachable'))
  const queue = await startQueue({ database, log, cron: [], tasks: { 'test.run': fail } as never, concurrency: 1 })
  onTestFinished(() => queue.stop())
  await enqueue(database.db, 'test.run' as never, {} as never, { maxAttempts: 1 })
  await eventually(() => lines.length > 0)
  expect(lines[0]).toMatchObject({ task: 'test.run', reason: 'The list could not be refreshed: unreachable' })
})

test('a task has waited since it was added, however early its position in the queue', async () => {
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

test('a queue whose database is away at its first start waits for it', async () => {
  const database = await useTestDatabase()
  const line = await useDatabaseLine(database.url)
  line.cut()
  const distant = openDatabase(line.url, { log: silentLog, connectionCount: 4 })
  onTestFinished(() => distant.close())
  const seen: unknown[] = []
  const starting = startTestQueue(distant, async (payload) => {
    seen.push(payload)
  })
  await add(database, { n: 1 })
  // Fixed time: for several attempts that are refused.
  await sleep(1_200)
  line.state = 'whole'
  await starting
  await eventually(() => seen.length === 1)
})
