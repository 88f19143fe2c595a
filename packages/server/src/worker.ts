// The background side: every task and every periodic entry is registered here.
import { createParts } from './app.ts'
import type { Config } from './config.ts'
import type { Log } from './platform/log.ts'
import { startQueue } from './platform/queue.ts'

export type RunningWorker = { stop(): Promise<void> }

export async function startWorker(config: Config, log: Log): Promise<RunningWorker> {
  const parts = await createParts(config, log)
  const queue = await startQueue({
    database: parts.database,
    log,
    concurrency: config.workerConcurrency,
    tasks: {},
    cron: [],
  })
  return {
    async stop() {
      await queue.stop()
      await parts.close()
    },
  }
}
