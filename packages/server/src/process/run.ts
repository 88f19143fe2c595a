// One process of the fleet: serves until it is told to stop or its supervisor is gone, and then drains.
import { once } from 'node:events'
import process from 'node:process'
import type { Config } from '../config/config.ts'
import { createLog, type Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { startWatchdog } from '../platform/watchdog/watchdog.ts'
import { warnOfSettings } from './advice.ts'
import { type FirstSteps, isSupervised, tellPool, tellReady, untilGo } from './child.ts'
import { listenForStop } from './stop-signals.ts'

type Running = {
  stop(): Promise<void>
  /** Settles when it has ended by itself, which only a fault does. */
  ended?: Promise<void>
  /** The API makes the first account of a machine that runs on its own, and answers how to get in. */
  firstSteps?(): Promise<FirstSteps>
}

type StartRole = (config: Config, log: Log, onPool: (poolId: string) => void) => Promise<Running>

/** The limit that orchestrators commonly give; what is not finished by then is taken up by others. */
const STOP_TIMEOUT_MS = 30_000

export async function runProcess(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel, format: config.logFormat, role: config.role })
  const stopSignals = listenForStop()
  void stopSignals.second.then(() => leave(1))
  const signalled = Promise.race([stopSignals.first, once(process, 'disconnect')])
  const start = await loadRole(config)
  if (isSupervised()) {
    if (await Promise.race([untilGo().then(() => undefined), signalled])) return leave(0)
  } else {
    warnOfSettings(config, log)
    await migrate(config.databaseDirectUrl || config.databaseUrl)
  }
  const { databaseUrl, logFormat, role, standstillMaxMs } = config
  const watchdog = startWatchdog({ databaseUrl, logFormat, role, standstillMaxMs })
  const running = await start(config, log, (poolId) => {
    watchdog.watchesTasksOf(poolId)
    tellPool(poolId)
  })
  if (isSupervised()) tellReady({ ready: true, ...(await running.firstSteps?.()) })
  const cause = await Promise.race([signalled, running.ended ?? signalled])
  if (!cause) log.fatal('ended by a fault')
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
  await running.stop()
  leave(cause ? 0 : 1)
}

/** Loaded by role, so that a worker does not carry the HTTP server. */
async function loadRole({ role }: Config): Promise<StartRole> {
  if (role === 'worker') return (await import('../worker.ts')).startWorker
  const { startApi } = await import('../api.ts')
  return (config, log) => startApi(config, log)
}

function leave(code: number): void {
  if (process.connected) process.disconnect()
  process.exit(code)
}
