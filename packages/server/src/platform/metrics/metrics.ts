import { collectDefaultMetrics, Registry } from 'prom-client'
import { forAWhile } from '../shared-value.ts'
import { measureEventLoopLag } from './event-loop-lag.ts'
import { mergeMetrics, READING_LIFE_MS } from './text.ts'

export type Metrics = Registry

/** Counters of one process, and gauges of the whole fleet that any process can read from the database. */
export type MetricsOfProcess = { own: Metrics; fleet: Metrics }

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag_')) registry.removeSingleMetric(name)
  measureEventLoopLag(registry)
  return registry
}

/** The library's own measure of the event loop cannot be left out, but it can be kept from waking the process. */
const NEVER_MS = 2 ** 31 - 1

export function createMetricsOfProcess(): MetricsOfProcess {
  return { own: createMetrics(), fleet: new Registry() }
}

/** For a process that has no others beside it. */
export function createMetricsReader({ own, fleet }: MetricsOfProcess): () => Promise<string> {
  return forAWhile(READING_LIFE_MS, async () => {
    const [mine, ours] = await Promise.all([own.metrics(), fleet.metrics()])
    return mergeMetrics([{ text: mine }, { text: ours }])
  })
}
