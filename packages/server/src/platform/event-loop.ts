import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10
const SAMPLE_INTERVAL_MS = 1_000

export type EventLoopWatch = { isLate(): boolean; stop(): void }

/** Whether, over the last second, the event loop came to its timers later than allowed on average; 0 allows anything. */
export function watchEventLoop(delayMaxMs: number): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let late = false
  const timer = setInterval(() => {
    late = delayMaxMs > 0 && histogram.mean / 1e6 - RESOLUTION_MS > delayMaxMs
    histogram.reset()
  }, SAMPLE_INTERVAL_MS).unref()
  return {
    isLate: () => late,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
