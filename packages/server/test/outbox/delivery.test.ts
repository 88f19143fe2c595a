import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../src/outbox/deliver.ts'
import { LISTENER_NAMES, type ListenerName } from '../../src/outbox/events.ts'
import type { Listener, Listeners } from '../../src/outbox/outbox.ts'
import type { Database, Db } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { countVerdicts } from '../../src/usage/analytics.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { announce, announceAll, bulkEvent, listenersWith, singleEvent, someAccount } from './events.ts'

const never = new AbortController().signal

function deliverTo(db: Db, listener: ListenerName, listeners: Partial<Listeners>): Promise<void> {
  return deliver({ db, log: silentLog, listeners: listenersWith(listeners) }, { listener }, { signal: never })
}

async function waitingFor({ db }: Database, listener: ListenerName): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox_deliveries')
    .select('event_id')
    .where('listener', '=', listener)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => row.event_id)
}

function collector(): { seen: string[]; listener: Listener } {
  const seen: string[] = []
  return { seen, listener: async (_tx, events) => void seen.push(...events.map((event) => event.id)) }
}

describe('what is told', () => {
  test('an event reaches its listeners as it was announced, with the time of the database', async () => {
    const database = await useTestDatabase()
    const candidate = { email: 'Zoë@example.org', normalized: 'zoë@example.org', firstName: 'Zoë', lastName: '' }
    const event = singleEvent({ flags: { safe_to_send: 1 }, candidates: [candidate] })
    await announceAll(database.db, [event])
    for (const name of LISTENER_NAMES) {
      const received: unknown[] = []
      await deliverTo(database.db, name, { [name]: (async (_tx, events) => void received.push(...events)) as Listener })
      expect(received).toEqual([{ ...event, occurredAt: expect.any(Date) }])
      expect(await waitingFor(database, name)).toEqual([])
    }
  })

  test('a transaction that is rolled back has told nothing', async () => {
    const database = await useTestDatabase()
    const doomed = database.db.transaction().execute(async (tx) => {
      await announce(tx, singleEvent())
      throw new Error('rolled back')
    })
    await expect(doomed).rejects.toThrow('rolled back')
    expect(await waitingFor(database, 'usage')).toEqual([])
  })

  test('announcing the same id again tells nothing new', async () => {
    const database = await useTestDatabase()
    const event = bulkEvent({ accountId: await someAccount(database.db) })
    await announceAll(database.db, [event, event])
    await deliverTo(database.db, 'usage', { usage: addToLedger })
    await announceAll(database.db, [event])
    await deliverTo(database.db, 'usage', { usage: addToLedger })
    const ledger = await database.db.selectFrom('usage_daily').selectAll().execute()
    expect(ledger).toMatchObject([{ account_id: event.accountId, kind: 'bulk', units: 1000 }])
  })

  test('contacts hear only of events with candidates', async () => {
    const database = await useTestDatabase()
    const candidate = { email: 'a@example.org', normalized: 'a@example.org', firstName: '', lastName: '' }
    const interesting = [singleEvent({ candidates: [candidate] }), bulkEvent({ candidateCount: 3 })]
    await announceAll(database.db, [singleEvent(), ...interesting, bulkEvent()])
    expect(await waitingFor(database, 'contacts')).toEqual(interesting.map((event) => event.id).toSorted())
  })
})

describe('once, and nothing lost', () => {
  test('delivered ten times side by side, with failures in between, the ledger and the counts are exact', async () => {
    const database = await useTestDatabase()
    const users = await Promise.all(Array.from({ length: 5 }, () => someAccount(database.db)))
    const events = Array.from({ length: 400 }, (_, index) => ({
      ...(index % 3 ? singleEvent() : bulkEvent()),
      accountId: users[index % users.length]!,
      units: 1 + (index % 7),
      flags: { safe_to_send: 1 + (index % 7), is_role_based: index % 2 },
    }))
    await announceAll(database.db, events)

    let calls = 0
    const unreliable =
      (listener: Listener): Listener =>
      async (tx, batch) => {
        await listener(tx, batch)
        if (++calls % 3 === 0) throw new Error('failed after its effect, before its commit')
      }
    const listeners = { usage: unreliable(addToLedger), analytics: unreliable(countVerdicts) }
    for (let round = 0; round < 10; round++) {
      const names = (['usage', 'analytics'] as const).flatMap((name) => Array.from({ length: 5 }, () => name))
      await Promise.all(names.sort(() => Math.random() - 0.5).map((name) => deliverTo(database.db, name, listeners)))
      await sql`UPDATE outbox_deliveries SET due_at = now()`.execute(database.db)
    }
    expect(await waitingFor(database, 'usage')).toEqual([])

    const units = await sql<{ account_id: string; units: number }>`
      SELECT account_id, sum(units)::int AS units FROM usage_daily GROUP BY 1`.execute(database.db)
    const flags = await sql<{ flag: string; count: number }>`
      SELECT flag, sum(count)::int AS count FROM verdict_daily GROUP BY 1 ORDER BY 1`.execute(database.db)
    const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
    expect(Object.fromEntries(units.rows.map((row) => [row.account_id, row.units]))).toEqual(
      Object.fromEntries(
        users.map((user) => [user, sumOf(events.filter((e) => e.accountId === user).map((e) => e.units))]),
      ),
    )
    expect(flags.rows).toEqual([
      { flag: 'is_role_based', count: sumOf(events.map((e) => e.flags.is_role_based)) },
      { flag: 'safe_to_send', count: sumOf(events.map((e) => e.flags.safe_to_send)) },
    ])
  })

  test('an event that commits after younger ones were delivered is delivered too', async () => {
    const database = await useTestDatabase()
    const { seen, listener } = collector()
    const [older, younger] = [singleEvent(), singleEvent()]
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const slow = database.db.transaction().execute(async (tx) => {
      await announce(tx, older)
      written.resolve()
      await commit.promise
    })
    await written.promise
    await announceAll(database.db, [younger])
    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen).toEqual([younger.id])
    commit.resolve()
    await slow
    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen).toEqual([younger.id, older.id])
  })

  test('a connection that dies in the middle of a delivery leaves no effect, and the next delivery makes it', async () => {
    const database = await useTestDatabase()
    const event = bulkEvent({ accountId: await someAccount(database.db) })
    await announceAll(database.db, [event])
    const dying: Listener = async (tx, events) => {
      await addToLedger(tx, events)
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
    }
    await expect(deliverTo(database.db, 'usage', { usage: dying })).rejects.toThrow()
    expect(await waitingFor(database, 'usage')).toEqual([event.id])
    await deliverTo(database.db, 'usage', { usage: addToLedger })
    const ledger = await database.db.selectFrom('usage_daily').select('units').execute()
    expect(ledger).toEqual([{ units: 1000 }])
  })

  test('a task that has to stop gives back what it has not delivered', async () => {
    const database = await useTestDatabase()
    const event = singleEvent()
    await announceAll(database.db, [event])
    const deps = { db: database.db, log: silentLog, listeners: listenersWith({}) }
    await expect(deliver(deps, { listener: 'usage' }, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(await waitingFor(database, 'usage')).toEqual([event.id])
  })
})

/** An id of that moment. */
function idOf(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}${uuidv7().slice(13)}`
}

describe('order and trouble', () => {
  test("a user's events arrive in the order in which they happened", async () => {
    const database = await useTestDatabase()
    const { seen, listener } = collector()
    const startedAt = Date.now()
    const events = Array.from({ length: 20 }, (_, index) => singleEvent({ id: idOf(startedAt + index) }))
    await announceAll(database.db, [...events].reverse())
    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen).toEqual(events.map((event) => event.id))
  })

  test('an event that cannot be delivered holds up no other and is tried again later', async () => {
    const database = await useTestDatabase()
    const { seen, listener } = collector()
    const events = Array.from({ length: 50 }, () => singleEvent())
    const poison = events[17]!.id
    await announceAll(database.db, events)
    const picky: Listener = async (tx, batch) => {
      if (batch.some((event) => event.id === poison)) throw new Error('cannot be handled')
      await listener(tx, batch)
    }
    await deliverTo(database.db, 'usage', { usage: picky })
    expect(seen.toSorted()).toEqual(
      events
        .map((event) => event.id)
        .filter((id) => id !== poison)
        .toSorted(),
    )
    expect(await waitingFor(database, 'usage')).toEqual([poison])

    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen, 'not before its time').not.toContain(poison)
    await sql`UPDATE outbox_deliveries SET due_at = now()`.execute(database.db)
    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen).toContain(poison)
  })

  test('an event from before 0.1.0 is delivered, one in an unknown version waits and holds up no other', async () => {
    const database = await useTestDatabase()
    const { seen, listener } = collector()
    const events = [singleEvent(), singleEvent(), singleEvent()] as const
    await announceAll(database.db, events)
    const [unreleased, newer, known] = events
    await sql`UPDATE outbox_events SET body = body - 'version' WHERE id = ${unreleased.id}`.execute(database.db)
    await sql`UPDATE outbox_events SET body = body || '{"version": 2}' WHERE id = ${newer.id}`.execute(database.db)
    await deliverTo(database.db, 'usage', { usage: listener })
    expect(seen.toSorted()).toEqual([unreleased.id, known.id].toSorted())
    expect(await waitingFor(database, 'usage')).toEqual([newer.id])
  })
})
