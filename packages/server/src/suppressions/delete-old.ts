import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'suppressions.delete-old': Record<string, never>
  }
}

export const suppressionsCron: readonly CronEntry[] = [{ task: 'suppressions.delete-old', match: '45 * * * *' }]

/** Those that followed from evidence end with it. */
export async function deleteOldSuppressions(db: Db): Promise<void> {
  await sql`DELETE FROM suppressions WHERE expires_at < now()`.execute(db)
}
