// A date in a sheet is a number of days; only its style shows that it is a date.

/** Built-in date formats, by number. */
export const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

export function isDateFormatCode(code: string): boolean {
  // Colors, conditions and quoted words are not part of the pattern.
  const pattern = code.replaceAll(/\[(?!h|m|s)[^[\]]{0,30}\]|"[^"]*"|\\./gi, '')
  return /[ymdhs]/i.test(pattern) && !/general/i.test(pattern)
}

const DAY_MS = 86_400_000
/** Day 0 is the one before 1900-01-01, counting a 29 February 1900 that did not exist. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** ISO 8601: the day, and the time if there is one. */
export function formatDate(serial: number, is1904: boolean): string | undefined {
  const date = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY_MS))
  if (Number.isNaN(date.getTime()) || serial < 0) return undefined
  const iso = date.toISOString()
  const time = iso.slice(11, 19)
  if (serial < 1) return time
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
