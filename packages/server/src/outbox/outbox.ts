// What happened, told once to each listener.
//
//   announcing (in the statement of what happened) ──▶ outbox_events + one outbox_deliveries row per listener
//   wake ──▶ task outbox.deliver ──▶ the listener's effect and the end of its delivery row, in one transaction
//
// A crash between the two leaves the delivery row, so every event is delivered; a delivery row can be taken only once,
// so it has its effect once. The order of commits does not matter, because nothing remembers "how far" it has read.
import type { Validations } from '@mailsift/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database.ts'

export { RETRACT_SQL, retractParameter } from './retract.ts'

declare module '../platform/database.ts' {
  interface Tables {
    outbox_events: { id: string; user_id: string; body: OutboxEvent; recorded_at: Date }
    outbox_deliveries: { listener: ListenerName; event_id: string; recorded_at: Date; attempts: number; due_at: Date }
  }
}

export const LISTENER_NAMES = ['usage', 'analytics', 'contacts'] as const
export type ListenerName = (typeof LISTENER_NAMES)[number]

/** How many of the validations carried each flag; flags that none carried are left out. */
export type FlagCounts = { readonly [Flag in keyof Validations]?: number }

/** A safe address with valid MX, to be saved as a contact (§1). */
export type ContactCandidate = {
  readonly email: string
  readonly normalized: string
  readonly firstName: string
  readonly lastName: string
}

type Validated = {
  /** Announcing the same id again changes nothing. */
  readonly id: string
  readonly userId: string
  /** Completed validations, each one unit of usage. */
  readonly units: number
  readonly flags: FlagCounts
}

/** Validations of §4.8 that were committed together. */
export type SingleValidated = Validated & {
  readonly kind: 'single'
  readonly resultIds: readonly string[]
  readonly candidates: readonly ContactCandidate[]
}

/** A chunk of a bulk job. Its candidates are read from its stored results. */
export type BulkValidated = Validated & {
  readonly kind: 'bulk'
  readonly jobId: string
  readonly chunkId: string
  readonly candidateCount: number
}

export type OutboxEvent = SingleValidated | BulkValidated
/** By the database's clock, which all processes share. */
export type DeliveredEvent = OutboxEvent & { readonly occurredAt: Date }

/** Makes the effect of events, all within `tx`. It is called again with the same events if and only if `tx` fails. */
export type Listener = (tx: Tx, events: readonly DeliveredEvent[]) => Promise<void>
export type Listeners = { readonly [Name in ListenerName]: Listener }

/** Who has something to do with an event. */
export function listenersOf(event: OutboxEvent): readonly ListenerName[] {
  const candidateCount = event.kind === 'single' ? event.candidates.length : event.candidateCount
  return candidateCount > 0 ? ['usage', 'analytics', 'contacts'] : ['usage', 'analytics']
}

/** One statement and one parameter for any number of events, so that it can be prepared once. */
export const ANNOUNCE_SQL = `
  WITH told AS (
    SELECT (event->>'id')::uuid AS id, (event->>'userId')::uuid AS user_id, event AS body, listeners
    FROM json_to_recordset($1::json) AS told (event json, listeners json)
  ), stored AS (
    INSERT INTO outbox_events (id, user_id, body) SELECT id, user_id, body::jsonb FROM told
    ON CONFLICT (id) DO NOTHING RETURNING id
  )
  INSERT INTO outbox_deliveries (listener, event_id)
  SELECT listener, id FROM stored JOIN told USING (id), json_array_elements_text(listeners) AS listener`

export function announceParameter(events: readonly OutboxEvent[]): string {
  return JSON.stringify(events.map((event) => ({ event, listeners: listenersOf(event) })))
}

/** As parts of a larger statement: writes the event if `happened`, an earlier part, has a row. */
export function announcing(event: OutboxEvent, happened: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    announced AS (
      INSERT INTO outbox_events (id, user_id, body)
      SELECT ${event.id}, ${event.userId}, ${JSON.stringify(event)} FROM ${happened}
      ON CONFLICT (id) DO NOTHING RETURNING id
    ), awaited AS (
      INSERT INTO outbox_deliveries (listener, event_id)
      SELECT listener, id FROM announced, unnest(${listenersOf(event)}::text[]) AS listener
    )`
}

/** Call it after the commit of announcements. It costs nothing when called often; a lost call delays delivery by a minute at most. */
export type Wake = (events: readonly OutboxEvent[]) => void
