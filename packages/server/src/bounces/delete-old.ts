import { sql } from 'kysely'
import { EVIDENCE_KEPT_DAYS } from '../mailboxes/classes.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'
import { discardUndecided } from './bursts/decide.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'bounces.delete-old': Record<string, never>
  }
}

export const bouncesCron: readonly CronEntry[] = [{ task: 'bounces.delete-old', match: '44 * * * *' }]

/** Discards bursts without a decision, and removes those whose evidence is gone. */
export async function deleteOldBursts(deps: HashDeps, db: Db): Promise<void> {
  await discardUndecided(deps, db)
  await sql`DELETE FROM bounce_bursts
    WHERE state <> 'held' AND last_at < now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})`.execute(db)
}
