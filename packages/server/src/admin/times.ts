import { CommandError, EXIT } from './command.ts'

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export const TIME_HELP = 'a date (2027-01-31), a time (2027-01-31T12:00:00Z) or a span from now (90d, 12h, 30m)'

export function parseFutureTime(option: string, text: string, now = Date.now()): Date {
  const span = /^(\d{1,6})([mhd])$/.exec(text)
  const time = span
    ? new Date(now + Number(span[1]) * UNIT_MS[span[2] as keyof typeof UNIT_MS])
    : new Date(/^\d{4}-\d\d-\d\d(T\S+)?$/.test(text) ? text : Number.NaN)
  if (time.getTime() > now) return time
  throw new CommandError(`--${option} must lie in the future: ${TIME_HELP}.`, EXIT.usage)
}

export function parseDay(option: string, text: string | undefined): string | undefined {
  if (text === undefined || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))) return text
  throw new CommandError(`--${option} must be a day such as 2026-01-31.`, EXIT.usage)
}
