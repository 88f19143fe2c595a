import type { Metrics } from '../metrics/metrics.ts'

const NAME = 'mailsift_http_request_seconds'
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = { method: string; route: string; status: number }
type Times = { labels: Labels; counts: number[]; sumSeconds: number }

/** Notes the time of one answer of a route. */
export type NoteTime = (status: number, seconds: number) => void

/**
 * A Prometheus histogram by method, route and status. prom-client's own puts its labels together on every observation,
 * which costs more than a verdict; here they are settled when the route is made and when it first answers a status.
 */
export function createRequestTimes(metrics: Metrics): (method: string, route: string) => NoteTime {
  const all: Times[] = []
  metrics.registerMetric({
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Time from a request to its answer.',
      type: 'histogram',
      aggregator: 'sum',
      values: all.flatMap(valuesOf),
    }),
  } as never)

  return (method, route) => {
    const byStatus = new Map<number, Times>()
    function timesOf(status: number): Times {
      const known = byStatus.get(status)
      if (known) return known
      const times = { labels: { method, route, status }, counts: BUCKETS_SECONDS.map(() => 0).concat(0), sumSeconds: 0 }
      byStatus.set(status, times)
      all.push(times)
      return times
    }
    return (status, seconds) => {
      const times = timesOf(status)
      let bucket = 0
      while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]!) bucket++
      times.counts[bucket]!++
      times.sumSeconds += seconds
    }
  }
}

/** Buckets are cumulative: each counts everything up to its bound. */
function valuesOf({ labels, counts, sumSeconds }: Times) {
  let total = 0
  const buckets = counts.map((count, bucket) => {
    total += count
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: BUCKETS_SECONDS[bucket] ?? '+Inf' }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sumSeconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ]
}
