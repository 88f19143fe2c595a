// 2, 3, 8: states, limits and bills, as the database has them.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Violations } from './violation.ts'

const LEDGER_PATIENCE_MS = 60_000
const LEDGER_POLL_MS = 250

export async function* checkStates(db: Db): Violations {
  const { rows } = await sql<{ id: string; what: string }>`
    SELECT id, 'updated before it was created' AS what FROM bulk_jobs WHERE updated_at < created_at
    UNION ALL SELECT id, 'pending or processing without a slot' FROM bulk_jobs job
      WHERE status IN ('pending', 'processing') AND group_id IS NULL
        AND NOT EXISTS (SELECT FROM bulk_accounts a WHERE a.user_id = job.user_id AND a.unfinished > 0)
    UNION ALL SELECT id, 'failed without saying why' FROM bulk_jobs WHERE status = 'failed' AND failure IS NULL
    UNION ALL SELECT id, 'expired jobs are still open' FROM bulk_jobs
      WHERE expires_at < now() - interval '5 minutes' AND status <> 'expired'`.execute(db)
  for (const { id, what } of rows) yield { invariant: 2, subject: `job ${id}`, what }
}

export async function* checkLimits(db: Db): Violations {
  const { rows } = await sql<{ user_id: string; unfinished: number; counted: number; unclaimed: number }>`
    SELECT a.user_id, a.unfinished,
      (SELECT count(*) FROM bulk_jobs WHERE user_id = a.user_id AND group_id IS NULL AND status IN ('pending', 'processing'))
      + (SELECT count(*) FROM bulk_groups WHERE user_id = a.user_id
          AND status IN ('queued', 'parsing', 'processing', 'finalizing')) AS counted,
      (SELECT count(*) FROM bulk_uploads WHERE user_id = a.user_id AND claimed_at IS NULL AND expires_at > now())
        AS unclaimed
    FROM bulk_accounts a`.execute(db)
  for (const { user_id, unfinished, counted, unclaimed } of rows) {
    const subject = `user ${user_id}`
    if (unfinished !== counted)
      yield { invariant: 8, subject, what: `${counted} unfinished, but ${unfinished} slots taken` }
    if (counted > 3) yield { invariant: 8, subject, what: `${counted} unfinished submissions` }
    if (unclaimed > 3) yield { invariant: 8, subject, what: `${unclaimed} unclaimed uploads` }
  }
  const lost = await sql<{ resource_id: string }>`
    SELECT resource_id FROM bulk_keys WHERE reserved_until > now()
      AND NOT EXISTS (SELECT FROM bulk_jobs WHERE id = resource_id AND bulk_jobs.user_id = bulk_keys.user_id)
      AND NOT EXISTS (SELECT FROM bulk_groups WHERE id = resource_id AND bulk_groups.user_id = bulk_keys.user_id)
      AND NOT EXISTS (SELECT FROM bulk_uploads WHERE id = resource_id AND bulk_uploads.user_id = bulk_keys.user_id)`.execute(
    db,
  )
  for (const { resource_id } of lost.rows)
    yield { invariant: 8, subject: `key of ${resource_id}`, what: 'the key leads to nothing' }
}

type Bill = { user_id: string; results: number; billed: number; waiting: number }

/** Chunk by chunk while the outbox remembers them, and in total against the ledger for ever. */
export async function* checkUsage(db: Db): Violations {
  const { rows: chunks } = await sql<{ id: string; what: string }>`
    SELECT chunk.id, 'announced with other units than its results' AS what
    FROM outbox_events event JOIN bulk_chunks chunk ON chunk.id = event.id
    WHERE chunk.done_at IS NULL OR event.user_id <> (SELECT user_id FROM bulk_jobs WHERE id = chunk.job_id)`.execute(db)
  for (const { id, what } of chunks) yield { invariant: 3, subject: `chunk ${id}`, what }
  for (const deadline = Date.now() + LEDGER_PATIENCE_MS; ; await sleep(LEDGER_POLL_MS)) {
    const bills = (await readBills(db)).filter(({ results, billed, waiting }) => billed !== results || waiting > 0)
    const open = bills.some(({ waiting }) => waiting > 0)
    if (bills.length === 0) return
    if (open && Date.now() < deadline) continue
    for (const { user_id, results, billed, waiting } of bills)
      yield {
        invariant: 3,
        subject: `user ${user_id}`,
        what: `${results} results, but ${billed} units billed and ${waiting} waiting`,
      }
    return
  }
}

async function readBills(db: Db): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    SELECT a.user_id,
      a.removed_units + coalesce((SELECT sum(success) FROM bulk_jobs WHERE user_id = a.user_id), 0) AS results,
      coalesce((SELECT sum(units) FROM usage_daily WHERE user_id = a.user_id AND kind = 'bulk'), 0)::bigint AS billed,
      coalesce((SELECT sum((event.body->>'units')::int) FROM outbox_deliveries delivery
        JOIN outbox_events event ON event.id = delivery.event_id
        WHERE delivery.listener = 'usage' AND event.user_id = a.user_id AND event.body->>'kind' = 'bulk'), 0) AS waiting
    FROM bulk_accounts a`.execute(db)
  return rows
}
