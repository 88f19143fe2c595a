// One process, as its supervisor starts it: serves until it is told to stop or its supervisor is gone, and then drains.
import { once } from 'node:events'
import process from 'node:process'
import type { Config } from '../config/config.ts'
import { giveBackOnce, giveBackWhenIdle } from '../platform/collect.ts'
import { requireDatabase } from '../platform/database/migrate.ts'
import { createLog, type Log } from '../platform/log.ts'
import type { MetricsOfProcess } from '../platform/metrics/metrics.ts'
import { startWatchdog } from '../platform/watchdog/watchdog.ts'
import { awaitDatabase } from './await-database.ts'
import type { FirstSteps, Go } from './messages.ts'
import { listenForStop } from './stop-signals.ts'
import { askSupervisor, tell, untilGo, untilReplaced } from './supervised.ts'

type Running = {
  metrics: MetricsOfProcess
  /** Replaced: others accept connections from the same socket. */
  stop(isReplaced: boolean): Promise<void>
  /** Settles when it has ended without a stop, which only a fault does. */
  ended?: Promise<void>
  /** The API makes the first account of a machine that runs on its own, and answers how to get in. */
  firstSteps?(): Promise<FirstSteps>
}

type RoleOptions = {
  go: Go
  onProcess: (processName: string) => void
}
type StartRole = (options: RoleOptions) => Promise<Running>

/** The limit that orchestrators commonly give; what is not finished by then is taken up by others. */
const STOP_TIMEOUT_MS = 30_000

export async function runProcess(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat, role: config.role })
  const stopSignals = listenForStop()
  void stopSignals.second.then(() => leave(1))
  const signalled = Promise.race([stopSignals.first, once(process, 'disconnect'), untilReplaced()])
  const told = untilGo()
  let metrics: MetricsOfProcess | undefined
  const supervisor = askSupervisor({
    own: async () => requireStarted(metrics).own.metrics(),
    fleet: async () => requireStarted(metrics).fleet.metrics(),
  })
  const start = await prepareRole(config, log, () => supervisor.ask('node'))
  const go = await Promise.race([told, signalled.then(() => undefined)])
  if (!go) return leave(0)
  const { databaseUrl, logFormat, role, standstillMaxMs } = config
  const watchdog = startWatchdog({ databaseUrl, logFormat, role, standstillMaxMs })
  // Without a database the API says so to its callers; a worker has nothing to do.
  if (role === 'worker') await untilDatabase(config, log, signalled)
  const running = await start({
    go,
    onProcess(processName) {
      watchdog.watchesTasksOf(processName)
      tell({ processName })
    },
  })
  metrics = running.metrics
  if (go.makesFirstAccount) await untilDatabase(config, log, signalled)
  tell({ ready: true, ...(go.makesFirstAccount && (await running.firstSteps?.())) })
  void giveBackOnce()
  giveBackWhenIdle()
  const cause = await Promise.race([signalled, running.ended ?? signalled])
  if (!cause) log.fatal('queue failed; restarting the process')
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
  await running.stop(cause === 'replaced')
  leave(cause ? 0 : 1)
}

function requireStarted(metrics: MetricsOfProcess | undefined): MetricsOfProcess {
  if (!metrics) throw new Error('This process has not started yet.')
  return metrics
}

async function untilDatabase(config: Config, log: Log, signalled: Promise<unknown>): Promise<void> {
  await awaitDatabase(() => requireDatabase(config.databaseUrl), log, signalled)
}

/** Loaded by role, so that a worker does not carry the HTTP server. What needs no database is done while that starts. */
async function prepareRole(
  config: Config,
  log: Log,
  readNodeMetrics: () => Promise<string | undefined>,
): Promise<StartRole> {
  if (config.role === 'worker') {
    const { prepareWorker } = await import('../worker.ts')
    const start = await prepareWorker(config, log)
    return ({ onProcess }) => start({ onProcess })
  }
  const { prepareApi } = await import('../api.ts')
  const start = await prepareApi(config, log, { readNodeMetrics })
  return ({ go }) => start(go.listenDescriptor)
}

function leave(code: number): void {
  if (process.connected) process.disconnect()
  process.exit(code)
}
