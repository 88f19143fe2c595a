import { CommandError, EXIT } from './command.ts'

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const DAY_CHARACTERS = '2027-01-31'.length

export const TIME_HELP = 'a date (2027-01-31), a time (2027-01-31T12:00:00Z) or a span from now (90d, 12h, 30m)'

export function parseFutureTime(option: string, text: string, now = Date.now()): Date {
  const time = parseTime(text, now, 1)
  if (time.getTime() > now) return time
  throw new CommandError(`--${option} must be in the future: ${TIME_HELP}.`, EXIT.usage)
}

export const PAST_TIME_HELP = 'a date (2026-01-31), a time (2026-01-31T12:00:00Z) or a span before now (7d, 12h, 30m)'

export function parsePastTime(option: string, text: string, now = Date.now()): Date {
  const time = parseTime(text, now, -1)
  if (time.getTime() <= now) return time
  throw new CommandError(`--${option} must be in the past: ${PAST_TIME_HELP}.`, EXIT.usage)
}

export function parseDay(option: string, text: string | undefined): string | undefined {
  if (text === undefined || isDay(text)) return text
  throw new CommandError(`--${option} must be a day such as 2026-01-31.`, EXIT.usage)
}

/** A span is counted from now, in the given direction. */
function parseTime(text: string, now: number, direction: 1 | -1): Date {
  const span = /^(\d{1,6})([mhd])$/.exec(text)
  if (span) return new Date(now + direction * Number(span[1]) * UNIT_MS[span[2] as keyof typeof UNIT_MS])
  return new Date(
    isDay(text.slice(0, DAY_CHARACTERS)) && /^(T\S+)?$/.test(text.slice(DAY_CHARACTERS)) ? text : Number.NaN,
  )
}

/** JavaScript reads 30 February as 2 March. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
