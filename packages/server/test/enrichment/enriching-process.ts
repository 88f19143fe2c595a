// A worker that does nothing but enrich, in its own process: for tests that kill it.
import process from 'node:process'
import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { pino } from 'pino'
import { enrichmentTasks } from '../../src/enrichment/enrichment.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { startQueue, type TaskHandlers } from '../../src/platform/queue/queue.ts'
import { createWebClient, TEST_USER_AGENT } from '../stand-ins/website-client.ts'

const [url, port] = process.argv.slice(2) as [string, string]
const log = pino({ level: 'silent' })
const database = openDatabase(url, { log, connectionCount: 5 })
const { fetch } = createWebClient(Number(port))
const metrics = createMetrics()
const tasks = enrichmentTasks(
  { db: database.db, clock: systemClock, log, metrics, engine: loadEngine(), fetch, userAgent: TEST_USER_AGENT },
  { enabled: true, sources: ENRICHMENT_SOURCES, searchesByName: true, refreshMaxCount: 100 },
)
await startQueue({ database, log, tasks: tasks as TaskHandlers, cron: [], concurrency: 4 })
