import { collectDefaultMetrics, Registry } from 'prom-client'
import { mergeMetrics, READING_LIFE_MS } from './metrics-text.ts'
import { forAWhile } from './shared-value.ts'

export type Metrics = Registry

/** What one process counts by itself, and what any of them can ask the database about the whole fleet. */
export type MetricsOfProcess = { own: Metrics; fleet: Metrics }

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

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
