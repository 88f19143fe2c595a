import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RETRACT_SQL, retractParameter, type SingleValidated } from '../../src/outbox/outbox.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { createUsageRecorder } from '../../src/usage/usage.ts'
import { someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { ledgerOf, storedIds, unit } from './units.ts'

function recorderOn({ pool }: Pick<Database, 'pool'>, wake = () => {}) {
  return createUsageRecorder({ pool, log: silentLog, wake })
}

test('every acknowledged unit is stored once, under its own user', async () => {
  const database = await useTestDatabase()
  const users = await Promise.all([someAccount(database.db), someAccount(database.db)])
  const recorder = recorderOn(database)
  const units = Array.from({ length: 500 }, (_, index) => unit(users[index % 5 ? 0 : 1]!))
  await Promise.all(units.map((one) => recorder.record(one)))
  expect((await storedIds(database)).toSorted()).toEqual(units.map((one) => one.resultId).toSorted())
  expect(await ledgerOf(database)).toEqual({ [users[0]]: 400, [users[1]]: 100 })
})

test('units that share a commit are one event per user, with their flags counted and their candidates kept', async () => {
  const database = await useTestDatabase()
  let calls = 0
  const recorder = recorderOn(database, () => calls++)
  const [one, other] = [uuidv7(), uuidv7()]
  const candidate = { email: 'A@example.org', normalized: 'a@example.org', firstName: '', lastName: '' }
  await Promise.all([
    recorder.record(unit(one, { flags: ['safe_to_send', 'has_label'], candidate })),
    recorder.record(unit(other, { flags: [] })),
    recorder.record(unit(one)),
  ])
  const bodies = (await database.db.selectFrom('outbox_events').select('body').execute()).map((row) => row.body)
  expect(bodies).toHaveLength(2)
  expect(bodies.find((body) => body.accountId === one)).toMatchObject({
    units: 2,
    flags: { safe_to_send: 2, has_label: 1 },
    candidates: [candidate],
  })
  expect(bodies.find((body) => body.accountId === other)).toMatchObject({ units: 1, flags: {}, candidates: [] })
  expect(calls, 'listeners are woken once per commit').toBe(1)
})

describe('with an Idempotency-Key', () => {
  const keyed = { key: 'a', question: 'b' }

  test('processes that record the same keys at the same time bill each key once', async () => {
    const database = await useTestDatabase()
    const accountId = await someAccount(database.db)
    const recorders = [recorderOn(database), recorderOn(database), recorderOn(database)]
    const keys = Array.from({ length: 40 }, (_, at) => ({ key: `key ${at}`, question: 'b' }))
    const ids = await Promise.all(
      recorders.map((recorder, turn) =>
        // Each in its own order, in which plain inserts would wait for each other in a circle.
        Promise.all(
          keys.map((_, at) => {
            const own = keys[(at * 7 + turn * 13) % keys.length]!
            return recorder.recordOnce({ ...unit(accountId), keyed: own }).then((id) => `${own.key} ${id}`)
          }),
        ),
      ),
    )
    expect(new Set(ids.flat()).size).toBe(keys.length)
    expect(await ledgerOf(database)).toEqual({ [accountId]: keys.length })
  })

  test('a refused repetition does not take back what the first request was billed for', async () => {
    const database = await useTestDatabase()
    const accountId = await someAccount(database.db)
    const first = unit(accountId)
    expect(await recorderOn(database).recordOnce({ ...first, keyed })).toBe(first.resultId)
    const [stored] = await database.db.selectFrom('outbox_events').select('body').execute()
    const repeated = { ...(stored!.body as SingleValidated), resultIds: [uuidv7()] }
    await database.pool.query(RETRACT_SQL, [retractParameter([repeated])])
    expect(await storedIds(database)).toEqual([first.resultId])
    expect(await ledgerOf(database)).toEqual({ [accountId]: 1 })
    await database.pool.query(RETRACT_SQL, [retractParameter([stored!.body as SingleValidated])])
    expect(await storedIds(database)).toEqual([])
  })
})

describe('when the database is in trouble', () => {
  test('a database that cannot be reached refuses with 503, and nothing is billed', async () => {
    const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog, connectionCount: 1 })
    onTestFinished(() => gone.close())
    const refusals = await Promise.allSettled(Array.from({ length: 3 }, () => recorderOn(gone).record(unit(uuidv7()))))
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        status: 'rejected',
        reason: { code: 'unavailable', options: { retryAfterSeconds: expect.any(Number) } },
      })
  })

  test('a statement that the database undoes refuses with 503, and nothing is billed', async () => {
    const database = await useTestDatabase()
    await sql`ALTER TABLE outbox_deliveries ADD CONSTRAINT no_room CHECK (false)`.execute(database.db)
    await expect(recorderOn(database).record(unit(uuidv7()))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await storedIds(database)).toEqual([])
  })

  test('a connection lost around the commit bills once: the outcome is found out before the answer', async () => {
    const database = await useTestDatabase()
    const accountId = await someAccount(database.db)
    const line = await useDatabaseLine(database.url)
    const far = openDatabase(line.url, { log: silentLog, connectionCount: 3 })
    onTestFinished(() => far.close())
    const recorder = recorderOn(far)
    const units = Array.from({ length: 40 }, () => unit(accountId))
    // Before it has begun, and when it is done; each on a connection that was used before and on one that was not.
    for (const when of ['asked', 'answered', 'asked', 'answered'] as const) {
      const isBroken = line.breakAt('announce', when)
      await Promise.all([isBroken, ...units.splice(0, 5).map((one) => recorder.record(one))])
      await Promise.all(units.splice(0, 5).map((one) => recorder.record(one)))
    }
    const ids = await storedIds(database)
    expect(new Set(ids).size).toBe(40)
    expect(ids).toHaveLength(40)
    expect(await ledgerOf(database)).toEqual({ [accountId]: 40 })
  })

  test('a database that goes away with the answer to a commit, for longer than any request waits, bills no unit', async () => {
    const database = await useTestDatabase()
    const accountId = await someAccount(database.db)
    const line = await useDatabaseLine(database.url)
    const far = openDatabase(line.url, { log: silentLog, connectionCount: 1 })
    onTestFinished(() => far.close())
    const recorder = createUsageRecorder({ pool: far.pool, log: silentLog, wake: () => {}, settleMaxMs: 300 })
    await recorder.record(unit(accountId))

    line.state = 'silent'
    const refused = expect(recorder.record(unit(accountId))).rejects.toMatchObject({ code: 'unavailable' })
    await expect.poll(() => storedIds(database)).toHaveLength(2)
    line.cut()
    await refused
    line.state = 'whole'
    await expect.poll(() => storedIds(database)).toHaveLength(1)
    expect(await ledgerOf(database)).toEqual({ [accountId]: 1 })
    await recorder.record(unit(accountId))
    expect(await ledgerOf(database)).toEqual({ [accountId]: 2 })
  })
})
