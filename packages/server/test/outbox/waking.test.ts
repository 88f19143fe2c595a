import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { deleteAccountRows } from '../../src/accounts/accounts.ts'
import { deliver } from '../../src/outbox/deliver.ts'
import { measureOutbox } from '../../src/outbox/lag.ts'
import type { Listener } from '../../src/outbox/outbox.ts'
import { sweepOutbox } from '../../src/outbox/sweep.ts'
import { createWaker } from '../../src/outbox/wake.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { startQueue, type TaskHandlers } from '../../src/platform/queue/queue.ts'
import { countVerdicts } from '../../src/usage/analytics.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { announceAll, listenersWith, singleEvent, someAccount } from './events.ts'

const CANDIDATE = { email: 'a@mail.example', normalized: 'a@mail.example', firstName: '', lastName: '' }

async function waitingTasks({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM graphile_worker.jobs ORDER BY key`.execute(db)
  return rows.map((row) => row.key)
}

test('a burst of calls makes one task for each listener that has something to hear', async () => {
  const database = await useTestDatabase()
  const waker = createWaker({ db: database.db, log: silentLog })
  for (let call = 0; call < 1000; call++) waker.wake([singleEvent()])
  await expect.poll(() => waitingTasks(database)).toEqual(['outbox.analytics', 'outbox.usage'])
  for (let call = 0; call < 1000; call++) waker.wake([singleEvent({ candidates: [CANDIDATE] })])
  await waker.stop()
  expect(await waitingTasks(database)).toEqual(['outbox.analytics', 'outbox.contacts', 'outbox.usage'])
})

test('a call while the task runs is not lost: what came after its last look is delivered', async () => {
  const database = await useTestDatabase()
  const seen: string[] = []
  const events = [singleEvent(), singleEvent()]
  const release = Promise.withResolvers<void>()
  const slow: Listener = async (_tx, batch) => {
    seen.push(...batch.map((event) => event.id))
    await release.promise
  }
  const listeners = listenersWith({ usage: slow })
  const queue = await startQueue({
    database,
    log: silentLog,
    concurrency: 4,
    cron: [],
    tasks: {
      'outbox.deliver': (task, context) => deliver({ db: database.db, log: silentLog, listeners }, task, context),
    } as TaskHandlers,
  })
  onTestFinished(() => queue.stop())
  const waker = createWaker({ db: database.db, log: silentLog })

  await announceAll(database.db, [events[0]!])
  waker.wake([events[0]!])
  await eventually(() => seen.length === 1)
  await announceAll(database.db, [events[1]!])
  waker.wake([events[1]!])
  await waker.stop()
  release.resolve()
  await eventually(() => seen.length === 2)
  expect(seen).toEqual(events.map((event) => event.id))
})

test('a call that fails because the database is gone is only late: the sweep wakes each listener with an event', async () => {
  const database = await useTestDatabase()
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog, connectionCount: 1 })
  const waker = createWaker({ db: gone.db, log: silentLog })
  waker.wake([singleEvent()])
  await waker.stop()
  await gone.close()

  await announceAll(database.db, [singleEvent()])
  await sweepOutbox(database)
  expect(await waitingTasks(database)).toEqual(['outbox.analytics', 'outbox.usage'])
})

test('the sweep removes events an hour after everyone was told, and none before', async () => {
  const database = await useTestDatabase()
  const [fresh, old, undelivered] = [singleEvent(), singleEvent(), singleEvent()]
  await announceAll(database.db, [fresh, old])
  await sql`DELETE FROM outbox_deliveries`.execute(database.db)
  await announceAll(database.db, [undelivered])
  await sql`UPDATE outbox_events SET recorded_at = now() - interval '61 minutes' WHERE id <> ${fresh.id}`.execute(
    database.db,
  )
  await sweepOutbox(database)
  const left = await database.db.selectFrom('outbox_events').select('id').execute()
  expect(new Set(left.map((row) => row.id))).toEqual(new Set([fresh.id, undelivered.id]))
})

test('deleting a user forgets its events; other users and a delivery already under way are not disturbed', async () => {
  const database = await useTestDatabase()
  const [leaving, staying] = [await someAccount(database.db), await someAccount(database.db)]
  const stays = singleEvent({ accountId: staying })
  await announceAll(database.db, [singleEvent({ accountId: leaving }), stays])
  await deleteAccountRows(database.db, leaving)
  const left = await database.db.selectFrom('outbox_events').select('id').execute()
  expect(left).toEqual([{ id: stays.id }])

  const late = singleEvent({ accountId: leaving })
  await announceAll(database.db, [late])
  for (const listener of ['usage', 'analytics'] as const) {
    const deps = {
      db: database.db,
      log: silentLog,
      listeners: listenersWith({ usage: addToLedger, analytics: countVerdicts }),
    }
    await deliver(deps, { listener }, { signal: new AbortController().signal })
  }
  expect(await database.db.selectFrom('outbox_deliveries').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('usage_daily').select('account_id').execute()).toEqual([{ account_id: staying }])
})

test('the lag is the age of the oldest event that a listener has not heard', async () => {
  const database = await useTestDatabase()
  const metrics = new Registry()
  measureOutbox({ db: database.db, metrics })
  await announceAll(database.db, [singleEvent(), singleEvent()])
  await sql`UPDATE outbox_deliveries SET recorded_at = now() - interval '90 seconds' WHERE listener = 'usage'`.execute(
    database.db,
  )
  const text = await metrics.metrics()
  expect(text).toMatch(/mailsift_outbox_lag_seconds\{listener="usage"\} 9\d/)
  expect(text).toMatch(/mailsift_outbox_lag_seconds\{listener="analytics"\} \d?(\.|\n)/)
  expect(text).toContain('mailsift_outbox_lag_seconds{listener="contacts"} 0')
  expect(text).toContain('mailsift_outbox_waiting{listener="usage"} 2')
})

test('a lag that cannot be found out is not reported as none', async () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog, connectionCount: 1 })
  onTestFinished(() => gone.close())
  const metrics = new Registry()
  measureOutbox({ db: gone.db, metrics })
  expect(await metrics.metrics()).toMatch(/mailsift_outbox_lag_seconds\{listener="usage"\} nan/i)
})

test('the sweep removes delivery tasks that will never be run again, and leaves those that will', async () => {
  const { db } = await useTestDatabase()
  for (const key of ['exhausted', 'waiting'])
    await sql`SELECT graphile_worker.add_job('outbox.deliver', '{}', job_key => ${key}, max_attempts => 3)`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET attempts = 3 WHERE key = 'exhausted'`.execute(db)
  await sweepOutbox({ db })
  expect((await sql<{ key: string }>`SELECT key FROM graphile_worker.jobs`.execute(db)).rows).toEqual([
    { key: 'waiting' },
  ])
})
