// Ctrl-C in a terminal reaches every process of its group, and npm passes the signal on once more: what follows within a second is
// the same wish. Only a later signal means "at once".
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const SAME_WISH_MS = 1_000

export type StopSignals = { first: Promise<NodeJS.Signals>; second: Promise<void> }

export function listenForStop(sameWishMs = SAME_WISH_MS): StopSignals {
  const first = Promise.withResolvers<NodeJS.Signals>()
  const second = Promise.withResolvers<void>()
  // They stay: a signal without a listener would end the process in the middle of its stop.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, first.resolve)
  void first.promise
    .then(() => sleep(sameWishMs, undefined, { ref: false }))
    .then(() => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => second.resolve())
    })
  return { first: first.promise, second: second.promise }
}
