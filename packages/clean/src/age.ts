// Parses dates in cells: larger is newer.

const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/

/** An unreadable date is older than any other. A date with slashes is read as day first, unless that is impossible. */
export function ageOf(cell: string): number {
  const text = cell.trim()
  if (!text) return Number.NEGATIVE_INFINITY
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  const [, one, other, year, hour, minute, second] = DAY_FIRST.exec(text) ?? []
  if (year) {
    const isDayFirst = Number(other) <= 12
    const [day, month] = isDayFirst ? [one, other] : [other, one]
    return Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    )
  }
  const time = Date.parse(/^\d{4}-\d{2}-\d{2} \d/.test(text) ? text.replace(' ', 'T') : text)
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
}
