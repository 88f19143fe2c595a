import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'
import type { ListenerName } from './events.ts'
import { wakeListeners } from './wake.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'outbox.sweep': Record<string, never>
  }
}

export const outboxCron: readonly CronEntry[] = [{ task: 'outbox.sweep', match: '* * * * *' }]

/** Delivered events are kept for an inquiry about a recent result; they hold addresses, so not longer. */
const DELIVERED_KEPT_SECONDS = 3600
const REMOVED_PER_STATEMENT = 5_000

/** Every minute: wakes listeners whose call was lost with its process, and removes what everyone has been told. */
export async function sweepOutbox({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{ listener: ListenerName }>`
    SELECT DISTINCT listener FROM outbox_deliveries WHERE due_at <= now()`.execute(db)
  await wakeListeners(
    db,
    rows.map(({ listener }) => listener),
  )
  await removeExhausted(db)
  while ((await removeDelivered(db)) === REMOVED_PER_STATEMENT);
}

/** A task that was replaced while it ran, or has failed to its end, is not run again: what it was to deliver, another does. */
async function removeExhausted(db: Db): Promise<void> {
  await sql`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE task_identifier = 'outbox.deliver' AND attempts >= max_attempts AND locked_at IS NULL
    HAVING count(*) > 0`.execute(db)
}

async function removeDelivered(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM outbox_events WHERE id IN (
      SELECT id FROM outbox_events e
      WHERE recorded_at < now() - make_interval(secs => ${DELIVERED_KEPT_SECONDS})
        AND NOT EXISTS (SELECT FROM outbox_deliveries d WHERE d.event_id = e.id)
      LIMIT ${REMOVED_PER_STATEMENT})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
