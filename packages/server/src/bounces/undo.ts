// Takes the effect of bounces back. The evidence stays, marked, until it is too old, so that the same report does not count when it comes in again; a new one does.
import type { BounceUndo, UndoneBounces } from '@mailsift/contract'
import { sql } from 'kysely'
import { EFFECTS } from '../mailboxes/classes.ts'
import { type HashDeps, hashesToFind } from '../mailboxes/hash.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { followWithdrawn } from '../suppressions/follow.ts'

export type UndoFilter = {
  /** The id of a source, `upload` or `events`. */
  origin?: string | undefined
  /** When they came in. */
  since?: Date | undefined
  until?: Date | undefined
}

/** Complaints and unsubscribes stay: they are the wish of a person. */
export async function undoBounces(tx: Tx, accountId: string, filter: UndoFilter): Promise<UndoneBounces> {
  const { origin = null, since = null, until = null } = filter
  const { rows } = await sql<{ hash: Buffer }>`
    UPDATE mailbox_evidence SET state = 'undone', state_at = now(), address = NULL
    WHERE account_id = ${accountId} AND source = 'bounce' AND class = ANY(${Object.keys(EFFECTS)}::text[])
      AND state IN ('counts', 'held')
      AND (${origin}::text IS NULL OR origin = ${origin})
      AND (${since}::timestamptz IS NULL OR recorded_at >= ${since})
      AND (${until}::timestamptz IS NULL OR recorded_at < ${until})
    RETURNING hash`.execute(tx)
  const hashes = [...new Map(rows.map(({ hash }) => [hash.toString('hex'), hash])).values()]
  return { bounces: rows.length, suppressions: await followWithdrawn(tx, accountId, hashes) }
}

/** All evidence against one mailbox, from every source. */
export async function undoAddress(deps: HashDeps, tx: Tx, accountId: string, address: string): Promise<UndoneBounces> {
  const hashes = hashesToFind(deps, address).map(({ mailbox }) => mailbox)
  const { numAffectedRows } = await sql`
    UPDATE mailbox_evidence SET state = 'undone', state_at = now(), address = NULL
    WHERE account_id = ${accountId} AND hash = ANY(${hashes}::bytea[]) AND source IN ('bounce', 'manual')
      AND class IN ('no_such_mailbox', 'domain_gone', 'mailbox_full') AND state IN ('counts', 'held')`.execute(tx)
  return { bounces: Number(numAffectedRows ?? 0), suppressions: await followWithdrawn(tx, accountId, hashes) }
}

const LISTED_MAX_COUNT = 20

/** The newest first; for as long as the evidence is kept. */
export async function listUndos(db: Db, accountId: string): Promise<BounceUndo[]> {
  const { rows } = await sql<{ at: Date; bounces: number }>`
    SELECT state_at AS at, count(*)::int AS bounces FROM mailbox_evidence
    WHERE account_id = ${accountId} AND state = 'undone' GROUP BY 1 ORDER BY 1 DESC LIMIT ${LISTED_MAX_COUNT}`.execute(
    db,
  )
  return rows.map(({ at, bounces }) => ({ at: at.toISOString(), bounces }))
}
