import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { isDatabaseUnavailable, isTimeLimit } from '../platform/database/errors.ts'
import type { Log } from '../platform/log.ts'
import type { TaskContext } from '../platform/queue/queue.ts'
import type { Span, Tracing } from '../platform/tracing/tracing.ts'
import { type ListenerName, type Listeners, readEvent, type StoredEvent } from './events.ts'
import { mayTry, releaseEvent, suspectedEvents } from './poison-events.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    /** `event_id` names an event that was set aside, to be tried again. */
    'outbox.deliver': { listener: ListenerName; event_id?: string }
  }
}

export type DeliverDeps = { db: Db; log: Log; listeners: Listeners; tracing?: Tracing | undefined }

const BATCH_MAX_COUNT = 256
const POSTPONE_MAX_SECONDS = 3600
/** Kills from outside cut tasks short as well, and say nothing of the events. */
const CUT_SHORT_MAX_TOGETHER = 5

/**
 * Delivers all that waits for one listener, in the order of the events' ids, which are made in order of time; those of an Idempotency-Key come first. When a
 * batch fails it is halved until the failing event stands alone; that one is tried again later and holds up no other.
 */
export async function deliver(
  deps: DeliverDeps,
  { listener, event_id }: { listener: ListenerName; event_id?: string },
  { signal, cutShort = 0 }: Pick<TaskContext, 'signal'> & Partial<Pick<TaskContext, 'cutShort'>>,
): Promise<void> {
  if (event_id !== undefined) await releaseEvent(deps.db, listener, event_id)
  // The batch that ended the process is still the first: the ones before it are delivered.
  if (cutShort >= CUT_SHORT_MAX_TOGETHER) await deliverAlone(deps, listener, signal)
  let size = BATCH_MAX_COUNT
  for (;;) {
    signal.throwIfAborted()
    const outcome = await deliverBatch(deps, listener, (tx) => takeDeliveries(tx, listener, size))
    // Events announced after this read come with a call of their own.
    if (outcome.delivered && outcome.count < size) return
    if (outcome.delivered) size = Math.min(BATCH_MAX_COUNT, size * 2)
    else if (outcome.events.length > 1) size = Math.ceil(outcome.events.length / 2)
    else await postpone(deps, listener, outcome.events[0]!.id, outcome.error)
  }
}

/** One event of the first batch ends the process. Each is counted before it is tried, so that a death is remembered. */
async function deliverAlone(deps: DeliverDeps, listener: ListenerName, signal: AbortSignal): Promise<void> {
  for (const event of await suspectedEvents(deps.db, listener, BATCH_MAX_COUNT)) {
    signal.throwIfAborted()
    if (!(await mayTry(deps, listener, event))) continue
    const outcome = await deliverBatch(deps, listener, (tx) => takeDelivery(tx, listener, event.event_id))
    if (!outcome.delivered) await postpone(deps, listener, event.event_id, outcome.error)
  }
}

type Outcome = { delivered: true; count: number } | { delivered: false; events: readonly TakenEvent[]; error: unknown }

async function deliverBatch(
  { db, listeners, tracing }: DeliverDeps,
  listener: ListenerName,
  take: (tx: Tx) => Promise<Taken>,
): Promise<Outcome> {
  let taken: Taken = { count: 0, events: [] }
  let spans: Span[] = []
  try {
    await db.transaction().execute(async (tx) => {
      // A crash leaves the deliveries waiting and no effect, or the effect and no deliveries.
      taken = await take(tx)
      spans = tracing ? spansOf(tracing, listener, taken.events) : []
      // Read only now: an event in an unknown version fails like any other, and holds up no other.
      const events = taken.events.map(({ occurredAt, ...event }) => ({ ...readEvent(event), occurredAt }))
      if (events.length > 0) await listeners[listener](tx, events)
    })
    for (const span of spans) span.end()
    return { delivered: true, count: taken.count }
  } catch (error) {
    for (const span of spans) span.end({ isError: true })
    // Fewer events may fit into a time limit that these did not.
    if (taken.events.length === 0 || (isDatabaseUnavailable(error) && !isTimeLimit(error))) throw error
    return { delivered: false, events: taken.events, error }
  }
}

/** One for each request or chunk that an event tells of: they are delivered together, and each belongs to its own trace. */
function spansOf(tracing: Tracing, listener: ListenerName, events: readonly TakenEvent[]): Span[] {
  return events.flatMap(({ id, traces = [] }) =>
    traces.map((parent) =>
      tracing.start(`outbox ${listener}`, { kind: 'consumer', parent, attributes: { 'mailsift.event_id': id } }),
    ),
  )
}

type Taken = { count: number; events: readonly TakenEvent[] }
type TakenEvent = StoredEvent & { readonly occurredAt: Date }

function takeDeliveries(tx: Tx, listener: ListenerName, size: number): Promise<Taken> {
  return take(
    tx,
    listener,
    sql`SELECT event_id FROM outbox_deliveries WHERE listener = ${listener} AND due_at <= now()
        ORDER BY event_id LIMIT ${size} FOR UPDATE SKIP LOCKED`,
  )
}

function takeDelivery(tx: Tx, listener: ListenerName, eventId: string): Promise<Taken> {
  return take(tx, listener, sql`SELECT ${eventId}::uuid`)
}

async function take(tx: Tx, listener: ListenerName, eventIds: RawBuilder<unknown>): Promise<Taken> {
  const { rows } = await sql<{ body: StoredEvent | null; recorded_at: Date }>`
    WITH taken AS (
      DELETE FROM outbox_deliveries WHERE listener = ${listener} AND event_id IN (${eventIds})
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
    UPDATE outbox_deliveries SET attempts = attempts + 1, deaths = 0,
      due_at = now() + make_interval(secs => least(power(2, least(attempts, 20)), ${POSTPONE_MAX_SECONDS}))
    WHERE listener = ${listener} AND event_id = ${eventId}`.execute(db)
  const { name, code } = error as { name?: string; code?: string }
  log.error({ listener, event_id: eventId, error: name, code }, 'an outbox event could not be delivered')
}
