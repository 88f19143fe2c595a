import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { showLife, signsOfLife } from './life.ts'
import type { WatchdogMessage, WatchdogOptions, Watched } from './messages.ts'

export type Watchdog = {
  /** Under this name the process takes tasks: it is noted there why it ended. */
  watchesTasksOf(processName: string): void
  stop(): Promise<void>
}

/**
 * A process whose event loop is blocked can do nothing about it: neither send a heartbeat, nor handle a signal, nor stop in time. A
 * thread watches it and kills it, so that other workers take up its tasks and the supervisor starts it again. The thread asks
 * for a sign of life only where it has seen none for a while: idle processes are woken as seldom as that allows.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  if (options.standstillMaxMs === 0) return { watchesTasksOf: () => undefined, stop: async () => undefined }
  // Kept by V8 while the thread's heap is made, and not after: it would wake the thread every eight seconds, for ever, to see whether it
  // has become smaller.
  setFlagsFromString('--no-memory-reducer')
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { ...options, signsOfLife } satisfies Watched,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  })
  thread.once('online', () => setFlagsFromString('--memory-reducer'))
  thread.on('message', showLife)
  thread.unref()
  // Without its watchdog a process serves as before.
  thread.on('error', () => undefined)
  return {
    watchesTasksOf: (processName) => thread.postMessage({ processName } satisfies WatchdogMessage),
    async stop() {
      await thread.terminate()
    },
  }
}
