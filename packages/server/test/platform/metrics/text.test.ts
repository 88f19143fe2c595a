import { Counter, Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { mergeMetrics, writeMetric } from '../../../src/platform/metrics/text.ts'

async function textOf(jobs: number): Promise<string> {
  const registry = new Registry()
  new Counter({ name: 'jobs_total', help: 'Jobs.', labelNames: ['kind'], registers: [registry] }).inc(
    { kind: 'a b{' },
    jobs,
  )
  new Gauge({ name: 'load', help: 'Load.', registers: [registry] }).set(Number.NaN)
  return registry.metrics()
}

test('metrics of several processes stand together by name, each sample with the process it is from', async () => {
  const merged = mergeMetrics([
    { process: 'api-1', text: await textOf(1) },
    { process: 'worker-1', text: await textOf(2) },
    { text: writeMetric('up', 'gauge', 'Up.', [{ labels: { process: 'api-1' }, value: 1 }]) },
  ])
  expect(merged).toBe(`# HELP jobs_total Jobs.
# TYPE jobs_total counter
jobs_total{process="api-1",kind="a b{"} 1
jobs_total{process="worker-1",kind="a b{"} 2

# HELP load Load.
# TYPE load gauge
load{process="api-1"} Nan
load{process="worker-1"} Nan

# HELP up Up.
# TYPE up gauge
up{process="api-1"} 1
`)
})
