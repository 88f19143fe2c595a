import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DeliveredEvent } from '../../src/outbox/events.ts'
import type { Listener } from '../../src/outbox/outbox.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { countVerdicts } from '../../src/usage/analytics.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import { bulkEvent, singleEvent, someAccount } from '../outbox/events.ts'
import { useTestDatabase } from '../support/database.ts'

const BEFORE_MIDNIGHT = new Date('2026-03-01T23:59:59.999Z')
const MIDNIGHT = new Date('2026-03-02T00:00:00.000Z')

function tell(db: Db, listener: Listener, events: DeliveredEvent[]): Promise<void> {
  return db.transaction().execute((tx) => listener(tx, events))
}

test('the ledger adds units by user, UTC day and kind, also across batches', async () => {
  const { db } = await useTestDatabase()
  await sql`SET TIME ZONE 'Pacific/Auckland'`.execute(db)
  const [one, other] = [await someAccount(db), await someAccount(db)]
  await tell(db, addToLedger, [
    { ...singleEvent({ accountId: one, units: 3 }), occurredAt: BEFORE_MIDNIGHT },
    { ...singleEvent({ accountId: one, units: 4 }), occurredAt: MIDNIGHT },
    { ...bulkEvent({ accountId: one, units: 1000 }), occurredAt: MIDNIGHT },
  ])
  await tell(db, addToLedger, [
    { ...singleEvent({ accountId: other, units: 2 }), occurredAt: MIDNIGHT },
    { ...bulkEvent({ accountId: one, units: 500 }), occurredAt: MIDNIGHT },
  ])
  const rows = await db.selectFrom('usage_daily').selectAll().orderBy('units').execute()
  expect(rows).toEqual([
    { account_id: other, day: '2026-03-02', kind: 'single', units: 2 },
    { account_id: one, day: '2026-03-01', kind: 'single', units: 3 },
    { account_id: one, day: '2026-03-02', kind: 'single', units: 4 },
    { account_id: one, day: '2026-03-02', kind: 'bulk', units: 1500 },
  ])
})

test('analytics add flags by user and UTC day, single and bulk together', async () => {
  const { db } = await useTestDatabase()
  const accountId = await someAccount(db)
  await tell(db, countVerdicts, [
    { ...singleEvent({ accountId, flags: { safe_to_send: 1 } }), occurredAt: MIDNIGHT },
    { ...bulkEvent({ accountId, flags: { safe_to_send: 900, is_disposable: 100 } }), occurredAt: MIDNIGHT },
    { ...singleEvent({ accountId, flags: {} }), occurredAt: BEFORE_MIDNIGHT },
  ])
  await tell(db, countVerdicts, [{ ...singleEvent({ accountId, flags: {} }), occurredAt: MIDNIGHT }])
  const rows = await db.selectFrom('verdict_daily').selectAll().orderBy('count').execute()
  expect(rows).toEqual([
    { account_id: accountId, day: '2026-03-02', flag: 'is_disposable', count: 100 },
    { account_id: accountId, day: '2026-03-02', flag: 'safe_to_send', count: 901 },
  ])
})
