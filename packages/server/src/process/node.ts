// ROLE=api and ROLE=worker, a node of a fleet over an outside database: starts its processes, restarts what dies.
import process from 'node:process'
import type { Config } from '../config/config.ts'
import { giveBackOnce } from '../platform/collect.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'
import { warnOfSettings } from './advice.ts'
import { awaitDatabase } from './await-database.ts'
import { ChildRefused } from './child.ts'
import { startProcesses } from './processes.ts'
import { listenForReplace } from './replace-signal.ts'
import { listenForStop } from './stop-signals.ts'

export async function superviseNode(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat, role: 'supervisor' })
  const stopSignals = listenForStop()
  const replaceBySignal = listenForReplace()
  warnOfSettings(config, log)
  const processes = await startProcesses(config, { log, mayHaveOrphans: true })
  void stopSignals.second.then(() => processes.kill())
  try {
    const url = config.databaseDirectUrl || config.databaseUrl
    const migrated = await awaitDatabase(() => migrate(url), log, stopSignals.first)
    if (migrated === undefined) return
    processes.go({ makesFirstAccount: false })
    const up = await Promise.race([processes.ready, stopSignals.first.then(() => undefined)])
    if (!up) return
    log.info({ processes: up.length }, 'all processes ready')
    replaceBySignal(processes)
    void giveBackOnce()
    await stopSignals.first
    log.info('stopping: waiting for running requests and tasks')
  } catch (error) {
    // The process itself has said what is wrong; a second line would only hide it.
    if (!(error instanceof ChildRefused)) throw error
    process.exitCode = 1
  } finally {
    await processes.stop()
  }
}
