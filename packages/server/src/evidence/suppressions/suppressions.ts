// The addresses that an account must not mail. The account can read them, unlike those of forgotten contacts (contacts/suppression.ts):
// it has to export them to the programs that send. Once an address is forgotten, only the hash of a complaint or unsubscribe is left.
import type { SuppressionReason } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { versionOf } from '../../platform/secrets.ts'
import { type HashDeps, hashesToFind, hashToStore } from '../hash.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    suppressions: {
      account_id: string
      hash: Buffer
      email: string | null
      reason: SuppressionReason
      key_version: number
      suppressed_at: Date
      expires_at: Date | null
    }
  }
}

export type NewSuppression = {
  address: string
  reason: SuppressionReason
  /** The end of a bounce. */
  expiresAt?: Date | undefined
}

/** The wish of a person outranks an import, and both outrank a bounce. Returns how many are new or changed. */
export async function suppress(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  suppressions: readonly NewSuppression[],
): Promise<number> {
  const rows = new Map<string, { hash: string; email: string; reason: SuppressionReason; expires_at: Date | null }>()
  for (const { address, reason, expiresAt } of suppressions) {
    const hash = hashToStore(deps, address)?.toString('hex')
    const known = hash === undefined ? undefined : rows.get(hash)
    if (hash === undefined || (known && RANK[known.reason] >= RANK[reason])) continue
    rows.set(hash, { hash, email: address.trim(), reason, expires_at: expiresAt ?? null })
  }
  if (rows.size === 0) return 0
  const { numAffectedRows } = await sql`
    INSERT INTO suppressions (account_id, hash, email, reason, key_version, expires_at)
    SELECT ${accountId}::uuid, decode(hash, 'hex'), email, reason, ${versionOf(deps.secrets[0])}::integer, expires_at
    FROM json_to_recordset(${JSON.stringify([...rows.values()])}::json) AS told
      (hash text, email text, reason text, expires_at timestamptz) ORDER BY hash
    ON CONFLICT (account_id, hash) DO UPDATE SET reason = excluded.reason, expires_at = excluded.expires_at,
      email = coalesce(suppressions.email, excluded.email)
    WHERE array_position(${BY_RANK}::text[], excluded.reason) > array_position(${BY_RANK}::text[], suppressions.reason)
      OR (suppressions.reason = 'bounce' AND excluded.reason = 'bounce' AND suppressions.expires_at < excluded.expires_at)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

const BY_RANK: readonly SuppressionReason[] = ['bounce', 'manual', 'unsubscribe', 'complaint']
const RANK = Object.fromEntries(BY_RANK.map((reason, rank) => [reason, rank])) as Record<SuppressionReason, number>

/** Why each address is on the list, in the order of the addresses. */
export async function suppressionsOf(
  deps: HashDeps,
  db: Db | Tx,
  accountId: string,
  addresses: readonly string[],
): Promise<(SuppressionReason | null)[]> {
  const hashes = addresses.map((address) => hashesToFind(deps, address).map((hash) => hash.toString('hex')))
  const wanted = [...new Set(hashes.flat())].map((hex) => Buffer.from(hex, 'hex'))
  if (wanted.length === 0) return addresses.map(() => null)
  const { rows } = await sql<{ hash: Buffer; reason: SuppressionReason }>`
    SELECT hash, reason FROM suppressions WHERE account_id = ${accountId} AND hash = ANY(${wanted}::bytea[])
      AND coalesce(expires_at > now(), true)`.execute(db)
  const reasons = new Map(rows.map(({ hash, reason }) => [hash.toString('hex'), reason]))
  return hashes.map((own) => own.map((hash) => reasons.get(hash)).find((reason) => reason !== undefined) ?? null)
}

/** Returns how many were on the list. `onlyBounces` keeps what a person asked for. */
export async function unsuppress(
  deps: HashDeps,
  tx: Db | Tx,
  accountId: string,
  addresses: readonly string[],
  { onlyBounces = false } = {},
): Promise<number> {
  const hashes = addresses.flatMap((address) => hashesToFind(deps, address))
  if (hashes.length === 0) return 0
  const { numAffectedRows } = await sql`
    DELETE FROM suppressions WHERE account_id = ${accountId} AND hash = ANY(${hashes}::bytea[])
      AND (reason = 'bounce' OR NOT ${onlyBounces}::boolean)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
