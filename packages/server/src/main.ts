import process from 'node:process'
import { type Config, readConfig, readLogFormat } from './config/config.ts'
import { StartupError } from './platform/fatal.ts'
import { reportCrash, reportCrashes, reportRefusal } from './process/crash.ts'
import { isSupervised } from './process/supervised.ts'

let config: Config | undefined
try {
  config = readConfig(process.env)
  reportCrashes(config)
  await run(config)
} catch (error) {
  if (config && !(error instanceof StartupError)) reportCrash(error, config)
  else reportRefusal((error as Error).message, config ?? { logFormat: readLogFormat(process.env), role: 'supervisor' })
  process.exitCode = 1
  // A half-made start may still hold sockets and timers.
  setTimeout(() => process.exit(), 100).unref()
}

async function run(settings: Config): Promise<void> {
  if (settings.role === 'all') return (await import('./process/supervisor.ts')).supervise(settings)
  if (isSupervised()) return (await import('./process/run.ts')).runProcess(settings)
  return (await import('./process/node.ts')).superviseNode(settings)
}
