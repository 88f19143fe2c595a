import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { groupStates, jobStates } from './edges.ts'
import { releaseSlot } from './slots.ts'

export type Expirable = 'job' | 'group'

/** The slot of a child is its group's. */
const MACHINES = {
  job: { table: 'bulk_jobs', states: jobStates, ownsSlot: sql`old.group_id IS NULL` },
  group: { table: 'bulk_groups', states: groupStates, ownsSlot: sql`true` },
} as const

/** Ends a job or a group, whatever its state, and releases the slot that it still holds. */
export async function expire(tx: Tx, kind: Expirable, id: string): Promise<void> {
  const { table, states, ownsSlot } = MACHINES[kind]
  const { rows } = await sql<{ user_id: string; held_slot: boolean }>`
    UPDATE ${sql.table(table)} AS ended SET status = 'expired', updated_at = greatest(ended.updated_at, now())
    FROM (SELECT * FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE) AS old
    WHERE ended.id = old.id AND ${states.mayExpire('old.status')}
    RETURNING old.user_id, ${ownsSlot} AND ${states.isUnfinished('old.status')} AS held_slot`.execute(tx)
  if (rows[0]?.held_slot) await releaseSlot(tx, rows[0].user_id)
}
