import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createRequestTimes } from '../../../src/platform/http/request-times.ts'
import { createMetrics } from '../../../src/platform/metrics/metrics.ts'

test("request times read exactly like a histogram of prom-client's own", async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const histogram = new Histogram({
    name: 'mailsift_http_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [theirs],
  })
  const note = createRequestTimes(ours)('GET', '/v1/emails/validate')
  for (const [status, seconds] of [
    [200, 0.0005],
    [200, 0.001],
    [200, 0.3],
    [503, 11],
    [200, 10],
  ] as const) {
    note(status, seconds)
    histogram.observe({ method: 'GET', route: '/v1/emails/validate', status }, seconds)
  }
  const lines = async (registry: Registry) => (await registry.metrics()).split('\n').map(sortLabels).toSorted()
  expect(await lines(ours)).toEqual(await lines(theirs))
})

test('they stand beside the other metrics of a process', async () => {
  const metrics = createMetrics()
  createRequestTimes(metrics)('GET', '/')(200, 0.02)
  expect(await metrics.metrics()).toContain(
    'mailsift_http_request_seconds_count{method="GET",route="/",status="200"} 1',
  )
})

function sortLabels(line: string): string {
  return line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').toSorted().join(',')}}`)
}
