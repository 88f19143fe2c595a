// A worker whose tasks end its process as their payloads say; those that do not are counted as done.
import process from 'node:process'
import { pino } from 'pino'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startHeartbeat } from '../../src/platform/queue/heartbeat.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'
import { startWatchdog } from '../../src/platform/watchdog/watchdog.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = openDatabase(databaseUrl, { log, connectionCount: 4 })
const watchdog = startWatchdog({ databaseUrl, standstillMaxMs: 500, logFormat: 'json', role: 'worker' })

type Payload = { name: string; ends?: 'blocked' | 'killed' | 'never' }

async function run({ name, ends }: Payload): Promise<void> {
  if (ends === 'never') {
    await database.db.insertInto('settings').values({ name, value: 'begun' }).execute()
    await new Promise(() => undefined)
  }
  if (ends === 'blocked') standStill()
  if (ends === 'killed') process.kill(process.pid, 'SIGKILL')
  await database.db.insertInto('settings').values({ name, value: 'done' }).execute()
}

function standStill(): void {
  for (;;) Math.random()
}

const heartbeat = startHeartbeat({ database, log })
watchdog.watchesTasksOf(heartbeat.process)
await startQueue({
  database,
  log,
  cron: [],
  concurrency: 4,
  heartbeat,
  tasks: { 'test.run': run } as never,
})
