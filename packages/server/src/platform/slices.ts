import { setImmediate } from 'node:timers/promises'

/** The longest that others wait while a slice runs, if the work yields often enough. */
const SLICE_MS = 8

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs work that would hold the event loop for long, a slice at a time: whatever else has come is served at the work's
 * `yield`s. One piece of such work runs at a time, in the order in which they came, because the slices of many would
 * together hold the loop as long as one of them undivided.
 */
export function inSlices<T>(work: () => Generator<void, T>): Promise<T> {
  const turn = last.then(() => run(work()))
  last = turn.catch(() => undefined)
  return turn
}

async function run<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    await setImmediate()
    for (const until = performance.now() + SLICE_MS; performance.now() < until; ) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }
}

/** The same work without a pause, for small amounts of it. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
