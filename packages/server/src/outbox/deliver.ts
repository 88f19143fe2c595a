import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { isDatabaseUnavailable, isTimeLimit } from '../platform/database/errors.ts'
import type { Log } from '../platform/log.ts'
import { findPoison, forgetTrials, isolateFailures } from '../platform/queue/isolate.ts'
import type { TaskContext } from '../platform/queue/queue.ts'
import type { Span, Tracing } from '../platform/tracing/tracing.ts'
import { type ListenerName, type Listeners, readEvent, type StoredEvent } from './events.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    /** `event_id` names an event that an operator released from quarantine. */
    'outbox.deliver': { listener: ListenerName; event_id?: string }
  }
}

export type DeliverDeps = { db: Db; log: Log; listeners: Listeners; tracing?: Tracing | undefined }

const BATCH_MAX_COUNT = 256
const POSTPONE_MAX_SECONDS = 3600

/**
 * Delivers all that waits for one listener, in the order of the events' ids, which are made in order of time; those of an Idempotency-Key come first. When a
 * batch fails it is halved until the failing event is alone; that one is retried later and delays no other.
 */
export async function deliver(
  deps: DeliverDeps,
  { listener, event_id }: { listener: ListenerName; event_id?: string },
  { signal, isIsolated = false }: Pick<TaskContext, 'signal'> & Partial<Pick<TaskContext, 'isIsolated'>>,
): Promise<void> {
  if (event_id !== undefined) await releaseEvent(deps.db, listener, event_id)
  // The batch that ended the process is still the first: the ones before it are delivered.
  if (isIsolated) await quarantinePoison(deps, listener, signal)
  for (;;) {
    signal.throwIfAborted()
    const outcome = await deliverBatch(deps, listener, (tx) => takeDeliveries(tx, listener))
    // Events announced after this read come with their own call.
    if (outcome.delivered && outcome.count < BATCH_MAX_COUNT) return
    if (!outcome.delivered) await deliverHalves(deps, listener, outcome.ids)
  }
}

/** Only an event that fails alone is postponed. */
async function deliverHalves(deps: DeliverDeps, listener: ListenerName, ids: readonly string[]): Promise<void> {
  const deliverThese = async (some: readonly string[]) => {
    const outcome = await deliverBatch(deps, listener, (tx) => takeThese(tx, listener, some))
    if (!outcome.delivered) throw outcome.error
    return some.map(() => undefined)
  }
  await isolateFailures(ids, deliverThese, async (id, error) => {
    if (isUnavailable(error)) throw error
    await postpone(deps, listener, id, error)
    return undefined
  })
}

/** One event of the first batch ends its process. All others of the batch are delivered. */
async function quarantinePoison(deps: DeliverDeps, listener: ListenerName, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  const subject = trialsOf(listener)
  const { rows } = await sql<{ event_id: string }>`
    SELECT event_id FROM outbox_deliveries WHERE listener = ${listener} AND due_at <= now()
    ORDER BY event_id LIMIT ${BATCH_MAX_COUNT}`.execute(db)
  const ids = rows.map(({ event_id }) => event_id)
  const poison = await findPoison(db, subject, ids, async (some) => {
    signal.throwIfAborted()
    await deliverHalves(deps, listener, some)
  })
  for (const event_id of poison) {
    const reason = 'delivering this event crashed its process every time'
    // One statement: the event is due or in quarantine, never both and never neither.
    await sql`
      WITH held AS (
        UPDATE outbox_deliveries SET due_at = 'infinity'
        WHERE listener = ${listener} AND event_id = ${event_id} RETURNING event_id)
      INSERT INTO quarantine (task, payload, interruptions, reason)
      SELECT 'outbox.deliver', jsonb_build_object('listener', ${listener}::text, 'event_id', event_id), trials, ${reason}
      FROM held JOIN isolation_trials ON subject = ${subject} AND item = event_id::text ON CONFLICT DO NOTHING`.execute(
      db,
    )
    log.error({ listener, event_id, reason }, 'quarantined an outbox event: see `admin -- tasks list`')
  }
  await forgetTrials(db, subject, poison)
}

function trialsOf(listener: ListenerName): string {
  return `outbox.deliver:${listener}`
}

/** `admin tasks retry`: the event is delivered as if nothing were known about it. */
async function releaseEvent(db: Db, listener: ListenerName, eventId: string): Promise<void> {
  await sql`
    UPDATE outbox_deliveries SET due_at = now() WHERE listener = ${listener} AND event_id = ${eventId}`.execute(db)
}

type Outcome = { delivered: true; count: number } | { delivered: false; ids: readonly string[]; error: unknown }

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
    if (taken.events.length === 0 || isUnavailable(error)) throw error
    return { delivered: false, ids: taken.events.map(({ id }) => id), error }
  }
}

/** Fewer events may fit into a time limit that many did not. */
function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isTimeLimit(error)
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

type TakenRow = { body: StoredEvent | null; recorded_at: Date }

/** All that is due, except what an isolated task tries at this time. */
async function takeDeliveries(tx: Tx, listener: ListenerName): Promise<Taken> {
  const { rows } = await sql<TakenRow>`
    WITH taken AS (
      DELETE FROM outbox_deliveries WHERE listener = ${listener} AND event_id IN (
        SELECT event_id FROM outbox_deliveries WHERE listener = ${listener} AND due_at <= now() AND NOT EXISTS (
          SELECT FROM isolation_trials
          WHERE subject = ${trialsOf(listener)} AND item = event_id::text AND tried_at > now() - interval '1 hour')
        ORDER BY event_id LIMIT ${BATCH_MAX_COUNT} FOR UPDATE SKIP LOCKED)
      RETURNING event_id, recorded_at
    )
    SELECT body, taken.recorded_at FROM taken LEFT JOIN outbox_events ON id = event_id ORDER BY event_id`.execute(tx)
  return toTaken(rows)
}

async function takeThese(tx: Tx, listener: ListenerName, eventIds: readonly string[]): Promise<Taken> {
  const { rows } = await sql<TakenRow>`
    WITH taken AS (
      DELETE FROM outbox_deliveries WHERE listener = ${listener} AND event_id = ANY(${eventIds}::uuid[])
      RETURNING event_id, recorded_at
    )
    SELECT body, taken.recorded_at FROM taken LEFT JOIN outbox_events ON id = event_id ORDER BY event_id`.execute(tx)
  return toTaken(rows)
}

function toTaken(rows: readonly TakenRow[]): Taken {
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
  log.error({ listener, event_id: eventId, error: name, code }, 'outbox event delivery failed')
}
