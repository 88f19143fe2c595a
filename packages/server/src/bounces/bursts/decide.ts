// A burst is applied or discarded by a person, or discarded after 30 days.
import { sql } from 'kysely'
import { note } from '../../audit/audit.ts'
import type { HashDeps } from '../../mailboxes/hash.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { followMailboxes } from '../../suppressions/follow.ts'
import { lockTexts } from './hold.ts'
import { BURST_DECIDED_DAYS, type BurstDecision } from './tables.ts'

/** Addresses that are suppressed at a time. */
const BATCH_COUNT = 1_000

export type Decided = { reports: number }

/** Undefined if the burst does not exist or was decided already. */
export async function decideBurst(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  burstId: string,
  decision: BurstDecision,
): Promise<Decided | undefined> {
  const { rows } = await sql<{ text_hash: Buffer }>`
    SELECT text_hash FROM bounce_bursts WHERE account_id = ${accountId} AND id = ${burstId}`.execute(tx)
  if (!rows[0]) return undefined
  // Reports that arrive at this moment join the burst before or after the decision, and share it in either case.
  await lockTexts(tx, accountId, [rows[0].text_hash.toString('hex')])
  const { numAffectedRows } = await sql`
    UPDATE bounce_bursts SET state = ${decision}, decided_at = now()
    WHERE account_id = ${accountId} AND id = ${burstId} AND state = 'held'`.execute(tx)
  if (numAffectedRows === 0n) return undefined
  const { rows: reports } = await sql<{ address: string | null; origin: string | null }>`
    UPDATE mailbox_evidence AS e SET state = ${decision === 'applied' ? 'counts' : decision}, state_at = now(), address = NULL
    FROM (SELECT hash, source, report, address FROM mailbox_evidence
      WHERE account_id = ${accountId} AND burst_id = ${burstId} AND state = 'held') AS held
    WHERE e.account_id = ${accountId} AND e.hash = held.hash AND e.source = held.source AND e.report = held.report
    RETURNING held.address, e.origin`.execute(tx)
  if (decision === 'applied')
    for (const [origin, addresses] of byOrigin(reports))
      for (let at = 0; at < addresses.length; at += BATCH_COUNT)
        await followMailboxes(deps, tx, accountId, addresses.slice(at, at + BATCH_COUNT), origin)
  return { reports: reports.length }
}

function byOrigin(
  reports: readonly { address: string | null; origin: string | null }[],
): Map<string | undefined, string[]> {
  const origins = new Map<string | undefined, string[]>()
  for (const { address, origin } of reports) {
    if (address === null) continue
    const own = origins.get(origin ?? undefined) ?? []
    own.push(address)
    origins.set(origin ?? undefined, own)
  }
  return origins
}

/** The hourly task: bursts without a decision for 30 days had no effect, and get none. */
export async function discardUndecided(deps: HashDeps, db: Db): Promise<void> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    SELECT account_id, id FROM bounce_bursts
    WHERE state = 'held' AND held_at < now() - make_interval(days => ${BURST_DECIDED_DAYS})`.execute(db)
  for (const { account_id: accountId, id: subjectId } of rows)
    await db.transaction().execute(async (tx) => {
      const decided = await decideBurst(deps, tx, accountId, subjectId, 'discarded')
      if (!decided) return
      const detail = `reports: ${decided.reports}`
      await note(tx, { action: 'burst_discarded', actor: 'service', accountId, subjectId, detail })
    })
}
