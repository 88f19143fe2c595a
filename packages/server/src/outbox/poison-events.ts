// An event whose delivery ends its process would do so in every process that takes it up, and hold up all others:
//
//   in a batch ──the task cut short 5 times──► alone, counted before each try ──third death──► set aside (`admin tasks`)
//                                                   │ survives
//                                                   └──► delivered, or tried again later like any that fails
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { ListenerName } from './events.ts'

const DEATHS_MAX = 3

export type SuspectedEvent = { event_id: string; deaths: number }

/** Those without a death first: they wait no longer than they must. */
export async function suspectedEvents(db: Db, listener: ListenerName, limit: number): Promise<SuspectedEvent[]> {
  const { rows } = await sql<SuspectedEvent>`
    SELECT event_id, deaths FROM (
      SELECT event_id, deaths FROM outbox_deliveries WHERE listener = ${listener} AND due_at <= now()
      ORDER BY event_id LIMIT ${limit}) AS first
    ORDER BY deaths, event_id`.execute(db)
  return rows
}

/** Counts the try that is about to be made, or sets the event aside. */
export async function mayTry(
  { db, log }: { db: Db; log: Log },
  listener: ListenerName,
  { event_id, deaths }: SuspectedEvent,
): Promise<boolean> {
  if (deaths < DEATHS_MAX) {
    const { numAffectedRows } = await sql`
      UPDATE outbox_deliveries SET deaths = deaths + 1
      WHERE listener = ${listener} AND event_id = ${event_id}`.execute(db)
    return numAffectedRows === 1n
  }
  const payload = JSON.stringify({ listener, event_id })
  const reason = 'the delivery of this event ended its process each time'
  // One statement: the event waits to be delivered or is set aside, never both and never neither.
  await sql`
    WITH held AS (
      UPDATE outbox_deliveries SET due_at = 'infinity'
      WHERE listener = ${listener} AND event_id = ${event_id} RETURNING deaths)
    INSERT INTO tasks_set_aside (task, payload, deaths, reason)
    SELECT 'outbox.deliver', ${payload}::jsonb, deaths, ${reason} FROM held ON CONFLICT DO NOTHING`.execute(db)
  log.error({ listener, event_id, reason }, 'an outbox event was set aside: see `admin -- tasks list`')
  return false
}

/** `admin tasks retry`: the event is delivered as if nothing were known about it. */
export async function releaseEvent(db: Db, listener: ListenerName, eventId: string): Promise<void> {
  await sql`
    UPDATE outbox_deliveries SET due_at = now(), deaths = 0
    WHERE listener = ${listener} AND event_id = ${eventId}`.execute(db)
}
