// A worker whose process is killed by the address it is given, as a crash of the runtime would: no exception, no farewell.
import process from 'node:process'
import { pino } from 'pino'
import { createParts } from '../../../src/app.ts'
import { bulkTasks, createJobEncoders } from '../../../src/bulk/bulk.ts'
import { readConfig } from '../../../src/config/config.ts'
import { startQueue, type TaskHandlers } from '../../../src/platform/queue/queue.ts'

const [poison] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const { database, engine, facts, blobs, wakeOutbox } = await createParts(readConfig(process.env), log)
const deadlyEngine = {
  ...engine,
  validate(address: string) {
    if (address === poison) process.kill(process.pid, 'SIGKILL')
    return engine.validate(address)
  },
}
const tasks = bulkTasks({
  db: database.db,
  log,
  engine: deadlyEngine,
  facts,
  blobs,
  wake: wakeOutbox,
  encoders: createJobEncoders(),
  countRows: () => undefined,
  registryBudgetMs: 0,
  lookupPatienceMs: 0,
})
await startQueue({
  database,
  log,
  tasks: tasks as TaskHandlers,
  cron: [],
  concurrency: 4,
  splittableTasks: ['bulk.chunk'],
})
