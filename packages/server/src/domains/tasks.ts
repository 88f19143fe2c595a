import type { Db } from '../platform/database/database.ts'
import { type CronEntry, enqueue, type TaskHandlers } from '../platform/queue/queue.ts'
import type { DomainFactsService } from './facts.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'domains.registry-servers': Record<string, never>
    'domains.forget': Record<string, never>
    'domains.collect': Record<string, never>
  }
}

/** Hourly, because a machine may be off at any given hour; what is fresh is not fetched again. */
export const domainsCron: readonly CronEntry[] = [
  { task: 'domains.registry-servers', match: '11 * * * *' },
  { task: 'domains.forget', match: '41 * * * *' },
  { task: 'domains.collect', match: '* * * * *' },
]

/** Ends before the next run begins. */
const COLLECT_MS = 55_000
/** Late enough that a short trial of the program sends no request. */
const FIRST_REFRESH_DELAY_MS = 60_000
/** The next hour tries again anyway. */
const FIRST_REFRESH_ATTEMPTS = 3

/** A new installation does not wait for the hour. However many workers start: it is one task, and a fresh list ends it. */
export async function planFirstRefresh(db: Db): Promise<void> {
  await enqueue(
    db,
    'domains.registry-servers',
    {},
    {
      jobKey: 'domains.registry-servers',
      jobKeyMode: 'preserve_run_at',
      runAt: new Date(Date.now() + FIRST_REFRESH_DELAY_MS),
      maxAttempts: FIRST_REFRESH_ATTEMPTS,
    },
  )
}

export function domainTasks(
  facts: DomainFactsService,
): Pick<TaskHandlers, Extract<keyof TaskHandlers, `domains.${string}`>> {
  return {
    'domains.registry-servers': () => facts.refreshRegistryServers(),
    'domains.forget': () => facts.forgetOldFacts(),
    'domains.collect': () => facts.collectBacklog(COLLECT_MS),
  }
}
