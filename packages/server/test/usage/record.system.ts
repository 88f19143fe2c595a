import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createUsageRecorder } from '../../src/usage/usage.ts'
import { someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { isFullRun } from '../support/program.ts'
import { ledgerOf, storedIds, unit } from './units.ts'

const ROUNDS = isFullRun ? 1_000 : 100

test('connections that are cut all the time, before commits are confirmed and after, bill each unit once', async () => {
  const database = await useTestDatabase()
  const accountId = await someAccount(database.db)
  let doubts = 0
  const log = pino({ level: 'warn' }, { write: () => doubts++ })
  const recorder = createUsageRecorder({ pool: database.pool, log, wake: () => {} })
  // By its own connection, which waits for no commit and is not cut.
  const cutting = openDatabase(database.url, { log: silentLog, connectionCount: 1 })
  onTestFinished(() => cutting.close())
  const acknowledged: string[] = []
  let done = false
  const cutter = (async () => {
    while (!done) {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%outbox_deliveries%'`
        .execute(cutting.db)
        .catch(() => undefined)
      await nextTurn()
    }
  })()
  for (let round = 0; round < ROUNDS; round++) {
    const units = Array.from({ length: 10 }, () => unit(accountId))
    await Promise.all(
      units.map(async (one) => {
        await recorder.record(one)
        acknowledged.push(one.resultId)
      }),
    )
  }
  done = true
  await cutter
  expect(doubts).toBeGreaterThan(0)
  expect((await storedIds(cutting)).toSorted()).toEqual(acknowledged.toSorted())
  expect(await ledgerOf(cutting)).toEqual({ [accountId]: ROUNDS * 10 })
})
