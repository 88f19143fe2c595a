import { UNFINISHED_SUBMISSIONS_MAX_COUNT } from '@mailsift/contract'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Db } from '../../platform/database.ts'
import { forAWhile } from '../../platform/http/asset.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { groupStates, jobStates } from './edges.ts'

export type Unfinished = { kind: 'job' | 'group'; status: string; count: number }

/** By the indexes of what is unfinished, however long the history is. */
export async function countUnfinished(db: Db): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    SELECT 'job' AS kind, status, count(*) AS count FROM bulk_jobs WHERE ${jobStates.isUnfinished()} GROUP BY status
    UNION ALL
    SELECT 'group', status, count(*) FROM bulk_groups WHERE ${groupStates.isUnfinished()} GROUP BY status
    ORDER BY 1, 2`.execute(db)
  return rows
}

type Slots = { taken: number; full: number }

async function countSlots(db: Db): Promise<Slots> {
  const { rows } = await sql<Slots>`
    SELECT coalesce(sum(unfinished), 0)::int AS taken,
      count(*) FILTER (WHERE unfinished >= ${UNFINISHED_SUBMISSIONS_MAX_COUNT}) AS full
    FROM bulk_accounts WHERE unfinished > 0`.execute(db)
  return rows[0]!
}

/** The submissions of the whole fleet that are under way. */
export function measureBulk({ db, metrics }: { db: Db; metrics: Metrics }): void {
  new Gauge({
    name: 'mailsift_unfinished',
    help: 'Unfinished jobs (children of groups included) and groups by status. NaN when the database could not be asked.',
    labelNames: ['kind', 'status'],
    registers: [metrics],
    async collect() {
      const rows = await countUnfinished(db).catch(() => undefined)
      for (const [kind, states] of [
        ['job', jobStates],
        ['group', groupStates],
      ] as const)
        for (const status of states.unfinished) {
          const found = rows?.find((row) => row.kind === kind && row.status === status)
          this.set({ kind, status }, rows ? (found?.count ?? 0) : Number.NaN)
        }
    },
  })
  const read = forAWhile(0, () => countSlots(db))
  const gauge = (name: string, help: string, figure: (slots: Slots) => number) =>
    new Gauge({
      ...{ name, help: `${help} NaN when the database could not be asked.`, registers: [metrics] },
      async collect() {
        this.set(await read().then(figure, () => Number.NaN))
      },
    })
  gauge('mailsift_slots_taken', 'Places for unfinished submissions that accounts have taken.', ({ taken }) => taken)
  gauge('mailsift_accounts_without_slot', 'Accounts that have taken all of theirs.', ({ full }) => full)
}
