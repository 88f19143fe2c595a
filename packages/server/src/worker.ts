// The background side: every task and every periodic entry is registered here.
import { accountsCron, cleanAccounts } from './accounts/cleaning.ts'
import { createParts, type Parts } from './app.ts'
import { bulkCron, bulkTasks, readCandidates } from './bulk/bulk.ts'
import { type Config, userAgentOf } from './config/config.ts'
import { contactsCron, contactTasks, type SaveDeps, saveContacts } from './contacts/contacts.ts'
import { domainsCron, domainTasks, planFirstRefresh } from './domains/tasks.ts'
import { deliver } from './outbox/deliver.ts'
import type { Listeners } from './outbox/outbox.ts'
import { outboxCron, sweepOutbox } from './outbox/sweep.ts'
import { systemClock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { startQueue, type TaskHandlers } from './platform/queue.ts'
import { countVerdicts } from './usage/analytics.ts'
import { addToLedger } from './usage/ledger.ts'
import { cleanPlayground, playgroundCron } from './validation/playground/allowance.ts'

export type RunningWorker = { ended: Promise<void>; stop(): Promise<void> }

export async function startWorker(config: Config, log: Log): Promise<RunningWorker> {
  const parts = await createParts(config, log)
  const queue = await startQueue({
    database: parts.database,
    log,
    concurrency: config.workerConcurrency,
    tasks: tasksOf(parts),
    cron: [...accountsCron, ...bulkCron, ...contactsCron, ...domainsCron, ...outboxCron, ...playgroundCron],
  })
  if (config.registryLookups) await planFirstRefresh(parts.database.db)
  return {
    ended: queue.ended,
    async stop() {
      await queue.stop()
      await parts.close()
    },
  }
}

function tasksOf({ config, log, metrics, database, engine, fetch, facts, blobs, wakeOutbox }: Parts): TaskHandlers {
  const { db } = database
  const outbox = { db, log, listeners: listenersOf({ engine, enrichment: config.enrichment }) }
  const asking = { fetch, userAgent: userAgentOf(config), clock: systemClock }
  return {
    'accounts.clean': () => cleanAccounts(db),
    'outbox.deliver': (task, context) => deliver(outbox, task, context),
    'outbox.sweep': () => sweepOutbox({ db }),
    'playground.clean': () => cleanPlayground({ db }),
    ...domainTasks(facts),
    ...bulkTasks({
      ...{ db, log, engine, facts, blobs },
      wake: wakeOutbox,
      registryBudgetMs: config.registryChunkBudgetMs,
    }),
    ...contactTasks(
      { ...asking, db, log, metrics, engine },
      { enabled: config.enrichment, sources: config.enrichmentSources, refreshMaxCount: config.enrichmentRefreshMax },
    ),
  }
}

/** The candidates of single validations come with their events; those of a chunk are read from its results. */
export function listenersOf(deps: SaveDeps): Listeners {
  return {
    usage: addToLedger,
    analytics: countVerdicts,
    async contacts(tx, events) {
      for (const event of events) {
        const { userId, occurredAt } = event
        const candidates = event.kind === 'single' ? event.candidates : await readCandidates(tx, event.chunkId)
        await saveContacts(
          deps,
          tx,
          candidates.map((candidate) => ({ ...candidate, userId, occurredAt })),
        )
      }
    },
  }
}
