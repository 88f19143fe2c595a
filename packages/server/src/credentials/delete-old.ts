import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'credentials.delete-old': Record<string, never>
  }
}

export const credentialsCron: readonly CronEntry[] = [{ task: 'credentials.delete-old', match: '19 * * * *' }]

/** A token that cannot be used any more stays listed this long, to explain why a client stopped working. */
const DEAD_TOKEN_DAYS = 90

export async function deleteOldTokens(db: Db): Promise<void> {
  await sql`DELETE FROM api_tokens
    WHERE least(revoked_at, expires_at) < now() - make_interval(days => ${DEAD_TOKEN_DAYS})`.execute(db)
}
