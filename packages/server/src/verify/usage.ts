// 3: what is billed is what was delivered, both ways.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Violation, Violations } from './violation.ts'

const LEDGER_PATIENCE_MS = 60_000
const LEDGER_POLL_MS = 250

/** A chunk as rows.ts found it, with what the outbox remembers of it. */
export type AnnouncedChunk = {
  id: string
  announced_units: number | null
  announced_account: string | null
  fresh: boolean
}

/** Delivered events are kept for an hour; until then every chunk is compared with its own. */
export function* checkAnnounced(
  { id, announced_units, announced_account, fresh }: AnnouncedChunk,
  owner: string,
  success: number,
): Generator<Violation> {
  const violated = (what: string): Violation => ({ invariant: 3, subject: `chunk ${id}`, what })
  if (announced_units === null) {
    if (fresh && success > 0) yield violated(`has ${success} results that were never announced`)
    return
  }
  if (announced_units !== success) yield violated(`has ${success} results, but ${announced_units} units were announced`)
  if (announced_account !== owner) yield violated("was announced as another user's")
}

type Bill = { account_id: string; results: number; billed: number; waiting: number }

/** Chunk by chunk in rows.ts; here what no chunk stands for, and for ever the ledger in total. */
export async function* checkUsage(db: Db): Violations {
  const { rows: strays } = await sql<{ id: string }>`
    SELECT event.id FROM outbox_events event
    WHERE body->>'kind' = 'bulk' AND EXISTS (SELECT FROM bulk_jobs WHERE id = (body->>'jobId')::uuid)
      AND NOT EXISTS (
        SELECT FROM bulk_chunks chunk WHERE chunk.id = event.id AND chunk.id = (body->>'chunkId')::uuid
          AND chunk.job_id = (body->>'jobId')::uuid AND done_at IS NOT NULL)`.execute(db)
  for (const { id } of strays)
    yield { invariant: 3, subject: `event ${id}`, what: 'announces units for which there is no finished chunk' }
  for (const deadline = Date.now() + LEDGER_PATIENCE_MS; ; await sleep(LEDGER_POLL_MS)) {
    const bills = (await readBills(db)).filter(({ results, billed, waiting }) => billed !== results || waiting > 0)
    const open = bills.some(({ waiting }) => waiting > 0)
    if (bills.length === 0) return
    if (open && Date.now() < deadline) continue
    for (const { account_id, results, billed, waiting } of bills)
      yield {
        invariant: 3,
        subject: `user ${account_id}`,
        what: `${results} results, but ${billed} units billed and ${waiting} waiting`,
      }
    return
  }
}

async function readBills(db: Db): Promise<Bill[]> {
  const { rows } = await sql<Bill>`
    SELECT a.account_id,
      a.removed_units + coalesce((SELECT sum(success) FROM bulk_jobs WHERE account_id = a.account_id), 0) AS results,
      coalesce((SELECT sum(units) FROM usage_daily WHERE account_id = a.account_id AND kind = 'bulk'), 0)::bigint AS billed,
      coalesce((SELECT sum((event.body->>'units')::int) FROM outbox_deliveries delivery
        JOIN outbox_events event ON event.id = delivery.event_id
        WHERE delivery.listener = 'usage' AND event.account_id = a.account_id AND event.body->>'kind' = 'bulk'), 0) AS waiting
    FROM bulk_accounts a`.execute(db)
  return rows
}
