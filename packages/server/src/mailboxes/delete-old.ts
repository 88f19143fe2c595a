import { sql } from 'kysely'
import { discardUndecided } from '../bounces/bursts/decide.ts'
import { cleanValidated, VALIDATED_KEPT_DAYS } from '../calibration/keep.ts'
import type { Db } from '../platform/database/database.ts'
import type { CronEntry } from '../platform/queue/queue.ts'
import { EVIDENCE_KEPT_DAYS } from './classes.ts'
import type { HashDeps } from './hash.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'evidence.clean': Record<string, never>
  }
}

export const evidenceCron: readonly CronEntry[] = [{ task: 'evidence.clean', match: '43 * * * *' }]

/** Discards bursts without a decision. Removes evidence that is too old to count, the suppressions that followed from it, and old validated addresses. */
export async function cleanEvidence(deps: HashDeps, db: Db, { calibration }: { calibration: boolean }): Promise<void> {
  await sql`DELETE FROM mailbox_evidence
    WHERE happened_at < now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})`.execute(db)
  await discardUndecided(deps, db)
  await sql`DELETE FROM bounce_bursts
    WHERE state <> 'held' AND last_at < now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})`.execute(db)
  await sql`DELETE FROM suppressions WHERE expires_at < now()`.execute(db)
  await cleanValidated(db, calibration ? VALIDATED_KEPT_DAYS : 0)
}
