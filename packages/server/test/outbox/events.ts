import { CompiledQuery } from 'kysely'
import { createAccount } from '../../src/accounts/accounts.ts'
import {
  ANNOUNCE_SQL,
  announceParameter,
  type BulkValidated,
  type Listener,
  type Listeners,
  type OutboxEvent,
  type SingleValidated,
} from '../../src/outbox/outbox.ts'
import type { Db, Tx } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'

export function singleEvent(change: Partial<SingleValidated> = {}): SingleValidated {
  const id = uuidv7()
  return { id, kind: 'single', accountId: uuidv7(), units: 1, flags: {}, resultIds: [id], candidates: [], ...change }
}

export function bulkEvent(change: Partial<BulkValidated> = {}): BulkValidated {
  const id = uuidv7()
  return {
    id,
    kind: 'bulk',
    accountId: uuidv7(),
    units: 1000,
    flags: {},
    jobId: uuidv7(),
    chunkId: id,
    candidateCount: 0,
    ...change,
  }
}

export async function someAccount(db: Db): Promise<string> {
  return (await createAccount(db, { email: `user-${uuidv7()}@example.com` })).id
}

export async function announce(tx: Tx, event: OutboxEvent): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(ANNOUNCE_SQL, [announceParameter([event])]))
}

export async function announceAll(db: Db, events: readonly OutboxEvent[]): Promise<void> {
  for (const event of events) await db.transaction().execute((tx) => announce(tx, event))
}

/** Listeners that do nothing, but for those given. */
export function listenersWith(some: Partial<Listeners>): Listeners {
  const ignore: Listener = async () => undefined
  return { usage: ignore, analytics: ignore, contacts: ignore, ...some }
}
