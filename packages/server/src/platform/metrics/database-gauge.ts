import { Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'
import type { Sample } from './text.ts'

type Labels = Sample['labels']

export type DatabaseGauge<Answer> = {
  metrics: Metrics
  name: string
  help: string
  labelNames?: readonly string[]
  /** The samples that are never missing; without labels, the one there is. Others are there when the answer has them. */
  always?: readonly Labels[]
  read: () => Promise<Answer>
  /** A sample of `always` that is not among them is 0. */
  figures: (answer: Answer) => number | readonly Sample[]
}

/** A gauge that queries the database whenever metrics are read. NaN, which matches no alert, says that the query failed. */
export function measureByDatabase<Answer>(gauge: DatabaseGauge<Answer>): void {
  const { metrics, name, labelNames = [], always = labelNames.length === 0 ? [{}] : [], read, figures } = gauge
  new Gauge({
    name,
    help: always.length === 0 ? gauge.help : `${gauge.help} NaN if the query failed.`,
    labelNames: [...labelNames],
    registers: [metrics],
    async collect() {
      const found = await read().then(figures, () => undefined)
      this.reset()
      for (const labels of always) this.set(labels, found === undefined ? Number.NaN : 0)
      if (typeof found === 'number') this.set(found)
      else for (const { labels, value } of found ?? []) this.set(labels, value)
    },
  })
}
