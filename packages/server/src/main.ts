import process from 'node:process'
import { type Config, readConfig, readLogFormat } from './config/config.ts'
import { DatabaseAway } from './platform/database/describe-failure.ts'
import { StartupError } from './platform/fatal.ts'
import { reportCrash, reportCrashes, reportRefusal } from './process/crash.ts'
import { REFUSED_EXIT_CODE } from './process/messages.ts'
import { isSupervised } from './process/supervised.ts'

let config: Config | undefined
try {
  config = readConfig(process.env)
  refuseOptions(process.argv.slice(2))
  reportCrashes(config)
  await run(config)
} catch (error) {
  if (config && !(error instanceof StartupError)) reportCrash(error, config)
  else reportRefusal((error as Error).message, config ?? { logFormat: readLogFormat(process.env), role: 'supervisor' })
  const isRefusal = error instanceof StartupError && !(error instanceof DatabaseAway)
  process.exitCode = isRefusal && isSupervised() ? REFUSED_EXIT_CODE : 1
  // A half-made start may still hold sockets and timers.
  setTimeout(() => process.exit(), 100).unref()
}

/** One that was ignored would start a service with other settings than its operator believes. */
function refuseOptions([first]: string[]): void {
  if (first !== undefined)
    throw new StartupError(
      `Unknown option: ${first}. Mailsift is configured by environment variables, such as PORT=8080 npm start; see docs/configuration.md. For administration: npm run admin -- --help`,
    )
}

async function run(settings: Config): Promise<void> {
  if (settings.role === 'all') return (await import('./process/supervisor.ts')).supervise(settings)
  if (isSupervised()) return (await import('./process/run.ts')).runProcess(settings)
  return (await import('./process/node.ts')).superviseNode(settings)
}
