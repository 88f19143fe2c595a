import { type SingleValidated, storedEvent } from './events.ts'

/**
 * Leaves nothing of events but their ids: whatever is delivered of them has no effect, and announcing them has none any
 * more, though it may have been sent long ago. What was delivered before stays as it is. An event that another request
 * with the same Idempotency-Key stored tells of other results, and is left alone.
 */
export const RETRACT_SQL = `
  WITH retracted AS (
    SELECT (event->>'id')::uuid AS id, (event->>'accountId')::uuid AS account_id, event FROM jsonb_array_elements($1::jsonb) AS event
  )
  INSERT INTO outbox_events AS stored (id, account_id, body)
  SELECT id, account_id, (event - 'validated') || '{"units": 0, "flags": {}, "resultIds": [], "candidates": []}' FROM retracted
  ON CONFLICT (id) DO UPDATE SET body = excluded.body
  WHERE stored.body->'resultIds' = (SELECT event->'resultIds' FROM retracted WHERE retracted.id = stored.id)`

export function retractParameter(events: readonly SingleValidated[]): string {
  return JSON.stringify(events.map(storedEvent))
}
