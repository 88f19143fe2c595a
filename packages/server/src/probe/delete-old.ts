import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'probe.delete-old': Record<string, never>
  }
}

export const probeCron: readonly CronEntry[] = [{ task: 'probe.delete-old', match: '47 * * * *' }]

/** The log is kept as long as the audit trail. */
export async function deleteOldProbes(db: Db): Promise<void> {
  await sql`DELETE FROM probes WHERE ended_at < now() - interval '30 days'`.execute(db)
  // Their tasks are lost, or PROBE has been off since.
  await sql`DELETE FROM probes WHERE requested_at < now() - interval '30 days' AND ended_at IS NULL`.execute(db)
  await sql`DELETE FROM probe_lists WHERE requested_at < now() - interval '30 days'`.execute(db)
  await sql`DELETE FROM probe_log WHERE started_at < now() - interval '1 year'`.execute(db)
  await sql`DELETE FROM probed_domains WHERE asked_at < now() - interval '30 days'`.execute(db)
  await sql`DELETE FROM probe_days WHERE day < (now() AT TIME ZONE 'UTC')::date - 60`.execute(db)
}
