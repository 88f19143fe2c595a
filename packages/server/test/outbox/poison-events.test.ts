import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliver } from '../../src/outbox/deliver.ts'
import type { Listener } from '../../src/outbox/outbox.ts'
import { listQuarantined, retryQuarantined } from '../../src/platform/queue/quarantine.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { announceAll, listenersWith, singleEvent } from './events.ts'

test('an event that ends every process is quarantined after three trials alone, and all others are delivered once', async () => {
  const { db } = await useTestDatabase()
  const events = Array.from({ length: 7 }, () => singleEvent())
  const poison = events[3]!.id
  await announceAll(db, events)
  const seen: string[] = []
  let isFixed = false
  // The connection ends in the middle, as it does when its process dies: what follows in `deliver` has no effect.
  const usage: Listener = async (tx, batch) => {
    const isPoison = batch.some(({ id }) => id === poison) && !isFixed
    if (isPoison) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
    seen.push(...batch.map(({ id }) => id))
  }
  const run = (payload: { listener: 'usage'; event_id?: string }, isIsolated: boolean) =>
    deliver({ db, log: silentLog, listeners: listenersWith({ usage }) }, payload, {
      signal: new AbortController().signal,
      isIsolated,
    }).then(
      () => 'done',
      () => 'died',
    )

  const ends: string[] = []
  expect(await run({ listener: 'usage' }, false)).toBe('died')
  while (ends.at(-1) !== 'done' && ends.length < 20) {
    ends.push(await run({ listener: 'usage' }, true))
    // A delivery beside the isolated one leaves alone what is being tried.
    expect(await run({ listener: 'usage' }, false)).toBe('done')
  }
  expect(ends).toEqual([...Array.from({ length: 4 }, () => 'died'), 'done'])
  const others = events.map(({ id }) => id).filter((id) => id !== poison)
  expect(seen.toSorted()).toEqual(others.toSorted())
  const [task] = await listQuarantined(db)
  expect(task).toMatchObject({
    task: 'outbox.deliver',
    payload: { listener: 'usage', event_id: poison },
    interruptions: 4,
  })

  // A later delivery leaves it alone.
  expect(await run({ listener: 'usage' }, false)).toBe('done')
  expect(seen).toHaveLength(others.length)

  // After an update that fixes the reason.
  isFixed = true
  expect(await retryQuarantined(db, task!.id)).toBe(task!.task)
  const { rows } = await sql<{ payload: { listener: 'usage'; event_id: string } }>`
    DELETE FROM graphile_worker._private_jobs RETURNING payload`.execute(db)
  expect(await run(rows[0]!.payload, false)).toBe('done')
  expect(seen.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  expect(await db.selectFrom('outbox_deliveries').select('event_id').where('listener', '=', 'usage').execute()).toEqual(
    [],
  )
})
