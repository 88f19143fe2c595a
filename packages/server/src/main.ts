import process from 'node:process'
import { readConfig } from './config/config.ts'
import { StartupError } from './platform/fatal.ts'
import { isSupervised } from './process/supervised.ts'

try {
  const config = readConfig(process.env)
  if (config.role === 'all') {
    const { supervise } = await import('./process/supervisor.ts')
    await supervise(config)
  } else if (isSupervised()) {
    const { runProcess } = await import('./process/run.ts')
    await runProcess(config)
  } else {
    const { superviseNode } = await import('./process/node.ts')
    await superviseNode(config)
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
  // A half-made start may still hold sockets and timers.
  setTimeout(() => process.exit(), 100).unref()
}
