import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseAway } from '../platform/database/describe-failure.ts'
import type { Log } from '../platform/log.ts'

const ASK_INTERVAL_MS = 500
const TELL_INTERVAL_MS = 30_000

/** Retries until the database is available, and logs that it waits. Returns undefined if it is stopped before that. */
export async function awaitDatabase<Answer>(
  ask: () => Promise<Answer>,
  log: Log,
  stopped: Promise<unknown>,
): Promise<Answer | undefined> {
  let isStopped = false
  void stopped.then(() => {
    isStopped = true
  })
  for (let toldAt = Number.NEGATIVE_INFINITY; !isStopped; ) {
    try {
      const answer = await ask()
      if (toldAt > 0) log.info('database connected')
      return answer
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error
      if (performance.now() - toldAt > TELL_INTERVAL_MS) {
        toldAt = performance.now()
        log.warn({ reason: error.message }, 'database unavailable; retrying')
      }
    }
    await Promise.race([sleep(ASK_INTERVAL_MS), stopped])
  }
  return undefined
}
