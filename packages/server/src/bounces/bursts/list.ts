import type { BounceBurst } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { BURST_DECIDED_DAYS, type BurstState } from './tables.ts'

type Row = {
  id: string
  state: BurstState
  reply: string
  reports: number
  domains: number
  operators: number
  first_at: Date
  last_at: Date
  held_at: Date
  decided_at: Date | null
  discarded_at: Date | null
}

const LISTED_MAX_COUNT = 50

/** Those that wait for a decision first, then the newest. */
export async function listBursts(
  db: Db | Tx,
  accountId: string,
  burstId: string | null = null,
): Promise<BounceBurst[]> {
  const { rows } = await sql<Row>`
    SELECT id, b.state, b.reply, b.first_at, b.last_at, held_at, decided_at,
      CASE b.state WHEN 'held' THEN held_at + make_interval(days => ${BURST_DECIDED_DAYS}) END AS discarded_at,
      count(e.hash)::int AS reports, count(DISTINCT e.domain_hash)::int AS domains, count(DISTINCT e.operator_hash)::int AS operators
    FROM bounce_bursts b LEFT JOIN mailbox_evidence e ON e.account_id = b.account_id AND e.burst_id = b.id
    WHERE b.account_id = ${accountId} AND (${burstId}::uuid IS NULL OR b.id = ${burstId}::uuid)
    GROUP BY b.account_id, b.id ORDER BY b.state <> 'held', held_at DESC, id LIMIT ${LISTED_MAX_COUNT}`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, state: row.state, reply: row.reply },
    ...{ reports: row.reports, domains: row.domains, operators: row.operators },
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
    held_at: row.held_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    discarded_at: row.discarded_at?.toISOString() ?? null,
  }))
}
