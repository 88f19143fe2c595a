// A date in a sheet is a number of days, and only its style says that it is one.

/** Formats of dates that every file knows by number. */
export const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

export function isDateFormatCode(code: string): boolean {
  // Colours, conditions and quoted words are no part of the pattern.
  const pattern = code.replaceAll(/\[(?!h|m|s)[^[\]]{0,30}\]|"[^"]*"|\\./gi, '')
  return /[ymdhs]/i.test(pattern) && !/general/i.test(pattern)
}

const DAY_MS = 86_400_000
/** Day 0 is the one before 1900, with a 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** As ISO 8601 has it: the day, and the time where there is one. */
export function formatDate(serial: number, is1904: boolean): string | undefined {
  const date = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY_MS))
  if (Number.isNaN(date.getTime()) || serial < 0) return undefined
  const iso = date.toISOString()
  const time = iso.slice(11, 19)
  if (serial < 1) return time
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
