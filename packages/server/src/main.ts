import process from 'node:process'
import { readConfig } from './config/config.ts'
import { StartupError } from './platform/fatal.ts'

try {
  const config = readConfig(process.env)
  if (config.role === 'all') {
    const { supervise } = await import('./process/supervisor.ts')
    await supervise(config)
  } else {
    const { runProcess } = await import('./process/run.ts')
    await runProcess(config)
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
  // A half-made start may still hold sockets and timers.
  setTimeout(() => process.exit(), 100).unref()
}
