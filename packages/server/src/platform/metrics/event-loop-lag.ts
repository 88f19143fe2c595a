import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

const RESOLUTION_MS = 10
/** Longer than any collector of metrics is silent between two readings. */
const UNREAD_MAX_MS = 150_000
const SECOND_NS = 1e9

/**
 * How late the event loop is, since the last reading. Measuring wakes a process a hundred times a second: it begins with the
 * first reading, which has no figures yet, and ends when they are read no more.
 */
export function measureEventLoopLag(registry: Registry): void {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let ending: NodeJS.Timeout | undefined
  const gauge = (which: string, help: string, collect?: () => void) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${which}seconds`,
      help: `${help} event loop delay since the last scrape. NaN in the first scrape.`,
      registers: [registry],
      ...(collect && { collect }),
    })
  // First, because what it sets is read after it.
  gauge('mean_', 'The mean', function (this: Gauge) {
    const read = (ns: number) => (histogram.count > 0 ? ns / SECOND_NS : Number.NaN)
    this.set(read(histogram.mean))
    max.set(read(histogram.max))
    for (const { share, gauge } of percentiles) gauge.set(read(histogram.percentile(share)))
    histogram.reset()
    histogram.enable()
    clearTimeout(ending)
    ending = setTimeout(() => histogram.disable(), UNREAD_MAX_MS).unref()
  })
  const max = gauge('max_', 'The longest')
  const percentiles = [50, 90, 99].map((share) => ({
    share,
    gauge: gauge(`p${share}_`, `The ${share}th percentile of the`),
  }))
}
