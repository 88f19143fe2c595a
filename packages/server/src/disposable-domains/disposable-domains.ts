// The lists of disposable domains that change daily: fetched once for the fleet, followed by every process.
import type { Db } from '../platform/database/database.ts'
import { type CronEntry, enqueue, type TaskHandlers } from '../platform/queue/queue.ts'
import { type LearnDeps, learnHosts } from './learned-hosts.ts'
import { forgetNames, type RefreshDeps, refreshLists } from './refresh.ts'

export { followLists, type ListFollower } from './follow.ts'
export { measureData, measureLists, readListStates } from './state.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'disposable-domains.refresh': Record<string, never>
    'disposable-domains.learn-hosts': Record<string, never>
  }
}

/**
 * Hourly, because a machine may be off at any given hour; what is fresh is not fetched again. Mail hosts and name servers are learned just before
 * the lookups of the hour are forgotten (domains/tasks.ts).
 */
export const listsCron: readonly CronEntry[] = [
  { task: 'disposable-domains.refresh', match: '23 * * * *' },
  { task: 'disposable-domains.learn-hosts', match: '38 * * * *' },
]

/** Late enough that a short trial of the program sends no request. */
const FIRST_REFRESH_DELAY_MS = 60_000
/** The next hour tries again anyway. */
const FIRST_REFRESH_ATTEMPTS = 3

export function listTasks(
  deps: RefreshDeps & LearnDeps,
  { enabled }: { enabled: boolean },
): Pick<TaskHandlers, 'disposable-domains.refresh' | 'disposable-domains.learn-hosts'> {
  return {
    'disposable-domains.refresh': () => (enabled ? refreshLists(deps) : forgetNames(deps.db)),
    'disposable-domains.learn-hosts': () => learnHosts(deps),
  }
}

/** A new installation does not wait for the hour. However many workers start: it is one task, and fresh lists end it. */
export async function planFirstListRefresh(db: Db): Promise<void> {
  await enqueue(
    db,
    'disposable-domains.refresh',
    {},
    {
      jobKey: 'disposable-domains.refresh',
      jobKeyMode: 'preserve_run_at',
      runAt: new Date(Date.now() + FIRST_REFRESH_DELAY_MS),
      maxAttempts: FIRST_REFRESH_ATTEMPTS,
    },
  )
}
