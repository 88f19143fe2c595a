import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'
import { EVIDENCE_KEPT_DAYS } from './classes.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'mailboxes.delete-old': Record<string, never>
  }
}

export const mailboxesCron: readonly CronEntry[] = [{ task: 'mailboxes.delete-old', match: '43 * * * *' }]

/** Evidence that is too old to count. */
export async function deleteOldEvidence(db: Db): Promise<void> {
  await sql`DELETE FROM mailbox_evidence
    WHERE happened_at < now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})`.execute(db)
}
