import type { Db } from '../platform/database/database.ts'
import { isDatabaseUnavailable } from '../platform/database/errors.ts'
import type { Log } from '../platform/log.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { type ListenerName, listenersOf, type OutboxEvent, type Wake } from './events.ts'

/** A round costs the database as much as storing hundreds of events; a second's delay is harmless. */
const WAKE_INTERVAL_MS = 1_000

export type Waker = { wake: Wake; stop(): Promise<void> }

/**
 * Turns any number of calls into at most one round of tasks per interval. It works outside the announcing transactions:
 * inside, they would all queue up for the one row that the task's key stands for.
 */
export function createWaker({ db, log }: { db: Db; log: Log }): Waker {
  let pause: NodeJS.Timeout | undefined
  let called = new Set<ListenerName>()
  let running: Promise<void> = Promise.resolve()

  function wake(events: readonly OutboxEvent[]): void {
    for (const event of events) for (const listener of listenersOf(event)) called.add(listener)
    if (!pause) beginRound()
  }

  function beginRound(): void {
    if (called.size === 0) return
    const names = Array.from(called)
    called = new Set()
    pause = setTimeout(endPause, WAKE_INTERVAL_MS)
    running = running
      .then(() => wakeListeners(db, names))
      .catch((error: unknown) => {
        // The sweep of the next minute wakes the listeners instead.
        log.warn({ unavailable: isDatabaseUnavailable(error) }, 'outbox wake-up failed')
      })
  }

  function endPause(): void {
    clearTimeout(pause)
    pause = undefined
    beginRound()
  }

  return {
    wake,
    async stop() {
      endPause()
      clearTimeout(pause)
      await running
    },
  }
}

/** One task per listener at a time: the key merges those that wait, the queue's name keeps them from running side by side. */
export async function wakeListeners(db: Db, names: readonly ListenerName[]): Promise<void> {
  for (const listener of names) {
    const queueName = `outbox.${listener}`
    await enqueue(db, 'outbox.deliver', { listener }, { jobKey: queueName, queueName })
  }
}
