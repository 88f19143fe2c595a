import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'audit.delete-old': Record<string, never>
  }
}

export const auditCron: readonly CronEntry[] = [{ task: 'audit.delete-old', match: '20 * * * *' }]

export async function deleteOldEvents(db: Db): Promise<void> {
  // The trail's own trigger lets nothing younger go.
  await sql`DELETE FROM audit_events WHERE at < now() - interval '1 year'`.execute(db)
}
