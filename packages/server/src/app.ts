// What both roles are made of. api.ts and worker.ts add what only they need.
import type { Config } from './config.ts'
import { type Database, openDatabase } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'

export type Parts = { config: Config; log: Log; metrics: Metrics; database: Database; close(): Promise<void> }

export async function createParts(config: Config, log: Log): Promise<Parts> {
  const metrics = createMetrics()
  const database = openDatabase(config.databaseUrl, { log, connectionCount: config.databaseConnections })
  return { config, log, metrics, database, close: () => database.close() }
}
