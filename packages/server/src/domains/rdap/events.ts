import { firstOf, objectsOf, textOf, wordOf } from './json.ts'

const EARLIEST_YEAR = 1980
const LATEST_YEAR = 2200

/** Reads a moment of the object's history; the action must match whole, because `reregistration` is another event. */
export function readEvent(events: unknown, ...actions: readonly string[]): string | null {
  const moments = objectsOf(events)
  const dateOf = (action: string) =>
    firstOf(moments, ({ eventAction, eventDate }) =>
      wordOf(eventAction) === action ? isoDateOf(eventDate) : undefined,
    )
  return firstOf(actions, dateOf) ?? null
}

/**
 * ISO 8601 in UTC. Registries also send bare dates, times without a zone (they mean UTC) and `+0000` without its colon;
 * one writes the year 294247 for "never".
 */
function isoDateOf(value: unknown): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    textOf(value) ?? '',
  )
  if (!match) return undefined
  const [, date, time = '00:00:00', zone = 'Z'] = match
  const moment = new Date(`${date}T${time}${zone.toUpperCase().replace(/^(.\d{2})(\d{2})$/, '$1:$2')}`)
  const year = moment.getUTCFullYear()
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR ? moment.toISOString() : undefined
}
