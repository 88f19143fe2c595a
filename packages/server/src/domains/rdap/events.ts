import { firstOf, objectsOf, textOf, wordOf } from './json.ts'

const EARLIEST_YEAR = 1980
const LATEST_YEAR = 2200

/**
 * The moments of an action in the object's history; the action must match whole, because `reregistration` is another event.
 */
function datesOf(events: unknown, action: string): readonly ReadDate[] {
  return objectsOf(events).flatMap(({ eventAction, eventDate }) =>
    wordOf(eventAction) === action ? (readDate(eventDate) ?? []) : [],
  )
}

/** The first moment of the first action that has one. */
export function readEvent(events: unknown, ...actions: readonly string[]): ReadDate | null {
  return firstOf(actions, (action) => datesOf(events, action)[0]) ?? null
}

/** The last one instead: some registries list every change. */
export function readLatestEvent(events: unknown, ...actions: readonly string[]): ReadDate | null {
  const latest = (action: string) => datesOf(events, action).toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
  return firstOf(actions, latest) ?? null
}

type ReadDate = {
  /** ISO 8601 in UTC. */
  readonly at: string
  /** Without a time: it stands for the whole day. */
  readonly isDay: boolean
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
/** RFC 1123 §5.2.14, as in email and HTTP. */
const NAMED = /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) \d{2}:\d{2}(?::\d{2})?( (?:gmt|utc|z|[+-]\d{4}))?$/i
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Registries also send bare dates, times without a zone (they mean UTC), `+0000` without its colon, `YYYYMMDD` and the dates of
 * email; one writes the year 294247 for "never".
 */
function readDate(value: unknown): ReadDate | undefined {
  const text = (textOf(value) ?? '').replace(COMPACT, '$1-$2-$3')
  const iso = ISO.exec(text)
  if (!iso) return readNamedDate(text)
  const [, year = '', month = '', day = '', time, zone = 'Z'] = iso
  if (!isInCalendar(year, month, day)) return undefined
  const zoned = zone.toUpperCase().replace(/^(.\d{2})(\d{2})$/, '$1:$2')
  return momentOf(`${year}-${month}-${day}T${time ?? '00:00:00'}${zoned}`, time === undefined)
}

function readNamedDate(text: string): ReadDate | undefined {
  const [, day = '', name = '', year = '', zone] = NAMED.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  if (month === 0 || !isInCalendar(year, String(month), day)) return undefined
  return momentOf(zone === undefined ? `${text} GMT` : text)
}

function momentOf(text: string, isDay = false): ReadDate | undefined {
  const moment = new Date(text)
  const year = moment.getUTCFullYear()
  return year >= EARLIEST_YEAR && year <= LATEST_YEAR ? { at: moment.toISOString(), isDay } : undefined
}

/** `Date` turns February 30 into March 1, a day that the registry did not send. */
function isInCalendar(year: string, month: string, day: string): boolean {
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}
