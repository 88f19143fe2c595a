import { Worker } from 'node:worker_threads'
import { BEAT_INTERVAL_MS, type WatchdogMessage, type WatchdogOptions, type Watched } from './messages.ts'

export type Watchdog = {
  /** Under this name the process takes tasks: it is noted there why it ended. */
  watchesTasksOf(processName: string): void
  stop(): Promise<void>
}

/**
 * A process whose event loop stands still can do nothing about it: neither beat, nor heed a signal, nor stop in time. A
 * thread watches it and kills it, so that other workers take up its tasks and the supervisor starts it again.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  if (options.standstillMaxMs === 0) return { watchesTasksOf: () => undefined, stop: async () => undefined }
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_INTERVAL_MS).unref()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { ...options, beats } satisfies Watched,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  })
  thread.unref()
  // Without its watchdog a process serves as before.
  thread.on('error', () => undefined)
  return {
    watchesTasksOf: (processName) => thread.postMessage({ processName } satisfies WatchdogMessage),
    async stop() {
      clearInterval(timer)
      await thread.terminate()
    },
  }
}
