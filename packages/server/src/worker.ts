// The background side: every task and every periodic entry is registered here.
import { accountsCron, cleanAccounts } from './accounts/cleaning.ts'
import { createParts, type Parts } from './app.ts'
import { bulkCron, bulkTasks } from './bulk/bulk.ts'
import type { Config } from './config.ts'
import { deliver } from './outbox/deliver.ts'
import type { Listeners } from './outbox/outbox.ts'
import { outboxCron, sweepOutbox } from './outbox/sweep.ts'
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
    cron: [...accountsCron, ...bulkCron, ...outboxCron, ...playgroundCron],
  })
  return {
    ended: queue.ended,
    async stop() {
      await queue.stop()
      await parts.close()
    },
  }
}

function tasksOf({ config, log, database, engine, facts, blobs, wakeOutbox }: Parts): TaskHandlers {
  const { db } = database
  const listeners: Listeners = { usage: addToLedger, analytics: countVerdicts, contacts: async () => undefined }
  const outbox = { db, log, listeners }
  const { registryChunkBudgetMs } = config
  return {
    'accounts.clean': () => cleanAccounts(db),
    'outbox.deliver': (task, context) => deliver(outbox, task, context),
    'outbox.sweep': () => sweepOutbox({ db }),
    'playground.clean': () => cleanPlayground({ db }),
    ...bulkTasks({ db, log, engine, facts, blobs, wake: wakeOutbox, registryBudgetMs: registryChunkBudgetMs }),
  }
}
