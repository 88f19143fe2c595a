import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'accounts.delete-old': Record<string, never>
  }
}

export const accountsCron: readonly CronEntry[] = [{ task: 'accounts.delete-old', match: '18 * * * *' }]

export async function deleteOldInvitations(db: Db): Promise<void> {
  await sql`DELETE FROM invitations WHERE expires_at < now()`.execute(db)
}
