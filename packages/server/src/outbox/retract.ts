import type { SingleValidated } from './events.ts'

/**
 * Leaves nothing of events but their ids: whatever is delivered of them has no effect, and announcing them has none any
 * more, though it may have been sent long ago. What was delivered before stays as it is.
 */
export const RETRACT_SQL = `
  INSERT INTO outbox_events (id, user_id, body)
  SELECT (event->>'id')::uuid, (event->>'userId')::uuid, event FROM jsonb_array_elements($1::jsonb) AS event
  ON CONFLICT (id) DO UPDATE SET body = excluded.body`

export function retractParameter(events: readonly SingleValidated[]): string {
  return JSON.stringify(events.map((event) => ({ ...event, units: 0, flags: {}, resultIds: [], candidates: [] })))
}
