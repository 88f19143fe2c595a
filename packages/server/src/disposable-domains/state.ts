/** The state of the fetched lists, for people and for monitoring. */
import type { Engine } from '@mailsift/engine'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Db } from '../platform/database/database.ts'
import { measureByDatabase } from '../platform/metrics/database-gauge.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { forAWhile } from '../platform/shared-value.ts'
import { SHRUNK_DAYS } from './refresh.ts'
import { nameLists } from './source-names.ts'

export type ListState = {
  list: string
  url: string
  outcome: string
  /** In its last good content. */
  names: number
  /** Includes names seen in the last 180 days. */
  kept: number
  fetched_at: string | null
  checked_at: string
  /** When a list that lost more than half of its names is taken as it is, if it stays so. */
  taken_from: string | null
}

export async function readListStates(db: Db): Promise<ListState[]> {
  const rows = await db
    .selectFrom('domain_lists as list')
    .select(['url', 'outcome', 'name_count', 'fetched_at', 'checked_at'])
    .select(sql<Date | null>`shrunk_since + make_interval(days => ${SHRUNK_DAYS})`.as('taken_from'))
    .select(sql<number>`(SELECT count(*) FROM listed_domains WHERE listed_domains.url = list.url)`.as('kept'))
    .orderBy('url')
    .execute()
  const lists = nameLists(rows.map(({ url }) => url))
  return rows.map(({ url, outcome, name_count, kept, fetched_at, checked_at, taken_from }) => ({
    list: lists.get(url)!,
    url,
    outcome,
    names: name_count,
    kept: Number(kept),
    fetched_at: fetched_at?.toISOString() ?? null,
    checked_at: checked_at.toISOString(),
    taken_from: taken_from?.toISOString() ?? null,
  }))
}

/** Which data validates in this process. */
export function measureData({ metrics, engine }: { metrics: Metrics; engine: Pick<Engine, 'dataVersion'> }): void {
  new Gauge({
    name: 'mailsift_data_version_info',
    help: 'Version of the validation data in this process; always 1.',
    labelNames: ['version'],
    registers: [metrics],
    collect() {
      this.reset()
      this.set({ version: engine.dataVersion }, 1)
    },
  })
}

/** How many names each list brings to the whole fleet, and how old its last good content is. */
export function measureLists({ db, metrics }: { db: Db; metrics: Metrics }): void {
  const read = forAWhile(0, () => readListStates(db))
  const gauge = (name: string, help: string, figure: (state: ListState) => number) =>
    measureByDatabase({
      metrics,
      name,
      help,
      read,
      labelNames: ['list'],
      figures: (states) => states.map((state) => ({ labels: { list: state.list }, value: figure(state) })),
    })
  gauge('mailsift_list_names', 'Domains in use from each list of disposable domains.', ({ kept }) => kept)
  gauge(
    'mailsift_list_age_seconds',
    'Time since each list of disposable domains was last downloaded; NaN if it never was.',
    ({ fetched_at }) => (fetched_at ? (Date.now() - Date.parse(fetched_at)) / 1000 : Number.NaN),
  )
}
