// Events, delivered once to each listener.
//
//   announced in the statement of what happened  ──▶ outbox_events + one outbox_deliveries row per listener
//   wake ──▶ task outbox.deliver ──▶ the listener's effect and the end of its delivery row, in one transaction
//
// A crash between the two leaves the delivery row, so every event is delivered; a delivery row can be taken only once,
// so it has its effect once. The order of commits does not matter, because nothing remembers "how far" it has read.
import { listenersOf, type OutboxEvent, storedEvent } from './events.ts'

export { type ContactCandidate, candidateOf } from './candidate.ts'
export {
  type BulkValidated,
  type FlagCounts,
  type Listener,
  type Listeners,
  listenersOf,
  type OutboxEvent,
  quotaOf,
  type SingleValidated,
  storedEvent,
  tracesOf,
  type Wake,
} from './events.ts'
export { readWaiting, type Waiting } from './lag.ts'
export { RETRACT_SQL, retractParameter } from './retract.ts'

/** One statement and one parameter for any number of events, so that it can be prepared once. */
export const ANNOUNCE_SQL = `
  WITH told AS (
    SELECT (event->>'id')::uuid AS id, (event->>'accountId')::uuid AS account_id, event AS body, listeners
    FROM json_to_recordset($1::json) AS told (event json, listeners json)
  ), stored AS (
    INSERT INTO outbox_events (id, account_id, body) SELECT id, account_id, body::jsonb FROM told
    ON CONFLICT (id) DO NOTHING RETURNING id
  )
  INSERT INTO outbox_deliveries (listener, event_id, account_id)
  SELECT listener, id, account_id FROM stored JOIN told USING (id), json_array_elements_text(listeners) AS listener`

export function announceParameter(events: readonly OutboxEvent[]): string {
  return JSON.stringify(events.map((event) => ({ event: storedEvent(event), listeners: listenersOf(event) })))
}
