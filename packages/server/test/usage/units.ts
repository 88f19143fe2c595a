import { sql } from 'kysely'
import { deliver } from '../../src/outbox/deliver.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { addToLedger } from '../../src/usage/ledger.ts'
import type { SingleUnit } from '../../src/usage/usage.ts'
import { listenersWith } from '../outbox/events.ts'
import { silentLog } from '../support/database.ts'

export function unit(accountId: string, change: Partial<SingleUnit> = {}): SingleUnit {
  return { resultId: uuidv7(), accountId, flags: ['safe_to_send'], ...change }
}

export async function storedIds({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT jsonb_array_elements_text(body->'resultIds') AS id FROM outbox_events`.execute(db)
  return rows.map((row) => row.id)
}

export async function ledgerOf({ db }: Database): Promise<Record<string, number>> {
  const deps = { db, log: silentLog, listeners: listenersWith({ usage: addToLedger }) }
  await deliver(deps, { listener: 'usage' }, { signal: new AbortController().signal })
  const rows = await db.selectFrom('usage_daily').select(['account_id', 'units']).execute()
  return Object.fromEntries(rows.map((row) => [row.account_id, row.units]))
}
