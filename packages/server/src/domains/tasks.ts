import type { CronEntry, TaskHandlers } from '../platform/queue.ts'
import type { DomainFactsService } from './facts.ts'

declare module '../platform/queue.ts' {
  interface Tasks {
    'domains.registry-servers': Record<string, never>
    'domains.forget': Record<string, never>
  }
}

/** Hourly, because a machine may be off at any given hour; what is fresh is not fetched again. */
export const domainsCron: readonly CronEntry[] = [
  { task: 'domains.registry-servers', match: '11 * * * *' },
  { task: 'domains.forget', match: '41 * * * *' },
]

export function domainTasks(
  facts: DomainFactsService,
): Pick<TaskHandlers, 'domains.registry-servers' | 'domains.forget'> {
  return {
    'domains.registry-servers': () => facts.refreshRegistryServers(),
    'domains.forget': () => facts.forgetOldFacts(),
  }
}
