export type Seen = { at: number; processed: number }

/** Counting starts with the first rows: a list may wait long for a worker. */
export const startOf = (start: Seen | undefined, now: Seen): Seen => (start?.processed ? start : now)

/** Rows per second; undefined until there is enough data. */
export function rateOf(start: Seen, now: Seen): number | undefined {
  const seconds = (now.at - start.at) / 1000
  return seconds > 0.5 ? (now.processed - start.processed) / seconds : undefined
}
