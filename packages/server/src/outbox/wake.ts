import { type Db, isDatabaseUnavailable } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { enqueue } from '../platform/queue.ts'
import { LISTENER_NAMES, type ListenerName, type Wake } from './outbox.ts'

const WAKE_INTERVAL_MS = 250

export type Waker = { wake: Wake; stop(): Promise<void> }

/**
 * Turns any number of calls into at most one round of tasks per interval. It works outside the announcing transactions:
 * inside, they would all queue up for the one row that the task's key stands for.
 */
export function createWaker({ db, log }: { db: Db; log: Log }): Waker {
  let timer: NodeJS.Timeout | undefined
  let wanted = false
  let running: Promise<void> = Promise.resolve()

  function wake(): void {
    wanted = true
    if (timer) return
    wanted = false
    timer = setTimeout(() => {
      timer = undefined
      if (wanted) wake()
    }, WAKE_INTERVAL_MS)
    running = running
      .then(() => wakeListeners(db, LISTENER_NAMES))
      .catch((error: unknown) => {
        // The sweep of the next minute wakes the listeners instead.
        log.warn({ unavailable: isDatabaseUnavailable(error) }, 'outbox listeners could not be woken')
      })
  }

  return {
    wake,
    async stop() {
      clearTimeout(timer)
      timer = undefined
      if (wanted) wake()
      clearTimeout(timer)
      await running
    },
  }
}

/** One task per listener at a time: the key merges those that wait, the queue's name keeps them from running side by side. */
export async function wakeListeners(db: Db, names: readonly ListenerName[]): Promise<void> {
  for (const listener of names) {
    const lane = `outbox.${listener}`
    await enqueue(db, 'outbox.deliver', { listener }, { jobKey: lane, queueName: lane })
  }
}
