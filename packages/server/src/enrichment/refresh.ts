import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { scheduleDomains, scheduleFairly, type WantedDomain } from './schedule.ts'
import { deleteExpiredSiteLeases } from './site-lease.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'enrichment.refresh': Record<string, never>
  }
}

const REFRESH_AFTER_DAYS = 90
/** A domain that has been due for this long has no task: enrichment was off, or its task failed for good. */
const FORGOTTEN_AFTER_MINUTES = 15
const DOMAINS_PER_RUN = 1_000

/**
 * The periodic task: starts the refresh of the contacts that have waited longest, at most `count` in a run, and takes up
 * what was forgotten.
 */
export async function refreshContacts({ db }: { db: Db }, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<WantedDomain>`
      UPDATE contacts SET state = 'updating', attempts = 0, due_at = now(), updated_at = now(),
        pending_sources = ${ENRICHMENT_SOURCES}::text[]
      WHERE id IN (
        SELECT id FROM contacts WHERE due_at IS NULL AND enriched_at < now() - make_interval(days => ${REFRESH_AFTER_DAYS})
        ORDER BY enriched_at LIMIT ${count} FOR UPDATE SKIP LOCKED)
      RETURNING domain, account_id AS "accountId"`.execute(tx)
    await scheduleFairly(tx, rows)
  })
  await deleteExpiredSiteLeases(db)
  const { rows } = await sql<{ domain: string }>`
    SELECT domain FROM contacts WHERE due_at < now() - make_interval(mins => ${FORGOTTEN_AFTER_MINUTES})
    GROUP BY domain LIMIT ${DOMAINS_PER_RUN}`.execute(db)
  await scheduleDomains(
    db,
    rows.map(({ domain }) => domain),
    { keepWaiting: true },
  )
}
