/** An entry becomes visible when its transaction ends, which may be later than that of an entry with a later time. */
const OVERLAP_MS = 10 * 60_000

/** How many of the newest entries the first poll looks at. */
export const BASELINE_COUNT = 1_000

/** Entries from this time on are read again. Empty, which is before every time, if nothing was seen. */
export const overlapOf = (newest: string): string =>
  newest === '' ? '' : new Date(Date.parse(newest) - OVERLAP_MS).toISOString()
