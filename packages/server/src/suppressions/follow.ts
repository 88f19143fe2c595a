// An address is suppressed because of a bounce for as long as the mailbox counts as missing, in whatever order reports arrive, are held, applied or undone.
import { sql } from 'kysely'
import { EFFECTS, effectEnds } from '../mailboxes/classes.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import { mailboxOf } from '../mailboxes/mailbox.ts'
import type { Tx } from '../platform/database/database.ts'
import { suppress, unsuppressBounces } from './suppressions.ts'

export async function followMailboxes(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  addresses: readonly string[],
  origin?: string,
): Promise<void> {
  const mailboxes = await mailboxOf(deps, tx, accountId, addresses)
  const missing = addresses.flatMap((address, at) => {
    const { mailbox, mailbox_evidence: known } = mailboxes[at]!
    // A probe is no reason to list the address: it was never mailed.
    if (mailbox !== 'does_not_exist' || known?.source === 'probe') return []
    return { address, reason: 'bounce' as const, expiresAt: effectEnds(known!.reason, new Date(known!.at)), origin }
  })
  await suppress(deps, tx, accountId, missing)
  const gone = new Set(missing.map(({ address }) => address))
  await unsuppressBounces(
    deps,
    tx,
    accountId,
    addresses.filter((address) => !gone.has(address)),
  )
}

const MISSING = Object.entries(EFFECTS).flatMap(([said, { mailbox }]) => (mailbox === 'does_not_exist' ? said : []))

/** The same after evidence has lost its effect, where only the hashes are known. Returns how many addresses are no longer suppressed. */
export async function followWithdrawn(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<number> {
  if (hashes.length === 0) return 0
  const { rows } = await sql<{ removed: number }>`
    WITH decided AS (
      SELECT DISTINCT ON (hash) hash, class, source, expires_at FROM mailbox_evidence
      WHERE account_id = ${accountId} AND hash = ANY(${hashes}::bytea[]) AND class = ANY(${Object.keys(EFFECTS)}::text[])
        AND state = 'counts'
      ORDER BY hash, happened_at DESC, recorded_at DESC
    ), missing AS (
      SELECT hash, expires_at FROM decided
      WHERE class = ANY(${MISSING}::text[]) AND source <> 'probe' AND expires_at > now()
    ), kept AS (
      UPDATE suppressions s SET expires_at = missing.expires_at FROM missing
      WHERE s.account_id = ${accountId} AND s.hash = missing.hash AND s.reason = 'bounce' AND s.expires_at <> missing.expires_at
    ), removed AS (
      DELETE FROM suppressions s
      WHERE s.account_id = ${accountId} AND s.hash = ANY(${hashes}::bytea[]) AND s.reason = 'bounce'
        AND NOT EXISTS (SELECT FROM missing WHERE missing.hash = s.hash)
      RETURNING s.hash
    )
    SELECT count(*)::int AS removed FROM removed`.execute(tx)
  return rows[0]!.removed
}
