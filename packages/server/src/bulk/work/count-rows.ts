import { Counter } from 'prom-client'
import type { Metrics } from '../../platform/metrics/metrics.ts'

export type CountRows = (rows: { success: number; errors: number }) => void

/** Rows of jobs as they are stored; of single addresses, the request times tell. */
export function createRowCounter(metrics: Metrics): CountRows {
  const rows = new Counter({
    name: 'mailsift_rows_total',
    help: 'Rows of bulk jobs that this process has validated and stored.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const [validated, failed] = [rows.labels({ outcome: 'validated' }), rows.labels({ outcome: 'error' })]
  for (const outcome of [validated, failed]) outcome.inc(0)
  return ({ success, errors }) => {
    validated.inc(success)
    failed.inc(errors)
  }
}
