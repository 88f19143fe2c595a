import { sql } from 'kysely'
import { type Db, isDatabaseUnavailable, type Tx } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import type { TaskContext } from '../platform/queue.ts'
import type { DeliveredEvent, ListenerName, Listeners, OutboxEvent } from './events.ts'

declare module '../platform/queue.ts' {
  interface Tasks {
    'outbox.deliver': { listener: ListenerName }
  }
}

export type DeliverDeps = { db: Db; log: Log; listeners: Listeners }

const BATCH_MAX_COUNT = 256
const POSTPONE_MAX_SECONDS = 3600

/**
 * Delivers all that waits for one listener, in the order of the events' ids, which are made in order of time. When a
 * batch fails it is halved until the failing event stands alone; that one is tried again later and holds up no other.
 */
export async function deliver(
  deps: DeliverDeps,
  { listener }: { listener: ListenerName },
  { signal }: Pick<TaskContext, 'signal'>,
): Promise<void> {
  let size = BATCH_MAX_COUNT
  for (;;) {
    signal.throwIfAborted()
    const outcome = await deliverBatch(deps, listener, size)
    // Whatever is announced after this look comes with a call of its own.
    if (outcome.delivered && outcome.count < size) return
    if (outcome.delivered) size = Math.min(BATCH_MAX_COUNT, size * 2)
    else if (outcome.events.length > 1) size = Math.ceil(outcome.events.length / 2)
    else await postpone(deps, listener, outcome.events[0]!.id, outcome.error)
  }
}

type Outcome =
  | { delivered: true; count: number }
  | { delivered: false; events: readonly DeliveredEvent[]; error: unknown }

async function deliverBatch({ db, listeners }: DeliverDeps, listener: ListenerName, size: number): Promise<Outcome> {
  let taken: Taken = { count: 0, events: [] }
  try {
    await db.transaction().execute(async (tx) => {
      // A crash leaves the deliveries waiting and no effect, or the effect and no deliveries.
      taken = await takeDeliveries(tx, listener, size)
      if (taken.events.length > 0) await listeners[listener](tx, taken.events)
    })
    return { delivered: true, count: taken.count }
  } catch (error) {
    if (taken.events.length === 0 || isDatabaseUnavailable(error)) throw error
    return { delivered: false, events: taken.events, error }
  }
}

type Taken = { count: number; events: readonly DeliveredEvent[] }

async function takeDeliveries(tx: Tx, listener: ListenerName, size: number): Promise<Taken> {
  const { rows } = await sql<{ body: OutboxEvent | null; recorded_at: Date }>`
    WITH taken AS (
      DELETE FROM outbox_deliveries WHERE listener = ${listener} AND event_id IN (
        SELECT event_id FROM outbox_deliveries WHERE listener = ${listener} AND due_at <= now()
        ORDER BY event_id LIMIT ${size} FOR UPDATE SKIP LOCKED)
      RETURNING event_id, recorded_at
    )
    SELECT e.body, taken.recorded_at FROM taken LEFT JOIN outbox_events e ON e.id = event_id ORDER BY event_id`.execute(
    tx,
  )
  const events = rows.flatMap(({ body, recorded_at }) => (body ? [{ ...body, occurredAt: recorded_at }] : []))
  return { count: rows.length, events }
}

async function postpone(
  { db, log }: DeliverDeps,
  listener: ListenerName,
  eventId: string,
  error: unknown,
): Promise<void> {
  await sql`
    UPDATE outbox_deliveries SET attempts = attempts + 1,
      due_at = now() + make_interval(secs => least(power(2, least(attempts, 20)), ${POSTPONE_MAX_SECONDS}))
    WHERE listener = ${listener} AND event_id = ${eventId}`.execute(db)
  const { name, code } = error as { name?: string; code?: string }
  log.error({ listener, event_id: eventId, error: name, code }, 'an outbox event could not be delivered')
}
