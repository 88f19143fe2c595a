// A process with what every worker has, and nothing to do.
import process from 'node:process'
import { pino } from 'pino'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { startHeartbeat } from '../../src/platform/queue/heartbeat.ts'
import { startQueue } from '../../src/platform/queue/queue.ts'
import { startWatchdog } from '../../src/platform/watchdog/watchdog.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = openDatabase(databaseUrl, { log, connectionCount: 4 })
createMetrics()
startWatchdog({ databaseUrl, standstillMaxMs: 8_000, logFormat: 'json', role: 'worker' })
const shared = { database, log, cron: [], concurrency: 48, heartbeat: startHeartbeat({ database, log }) }
await startQueue({ ...shared, tasks: { 'test.one': async () => undefined } as never })
await startQueue({ ...shared, tasks: { 'test.two': async () => undefined } as never })
process.send?.('ready')
