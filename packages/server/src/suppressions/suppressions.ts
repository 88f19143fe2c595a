// The addresses that an account must not mail. The account can read them, unlike those of forgotten contacts (contacts/suppression.ts):
// it has to export them to the programs that send. Once an address is forgotten, only the hash of a complaint or unsubscribe is left.
import type { SuppressionReason } from '@mailsift/contract'
import { sql } from 'kysely'
import { type HashDeps, hashesToFind, hashToStore } from '../mailboxes/hash.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { versionOf } from '../platform/secrets.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    suppressions: {
      account_id: string
      /** The hash of the exact address for a bounce, of the normalized one for every other reason. */
      hash: Buffer
      person_hash: Buffer | null
      email: string | null
      reason: SuppressionReason
      key_version: number
      suppressed_at: Date
      expires_at: Date | null
      origin: string | null
    }
  }
}

export type NewSuppression = {
  address: string
  reason: SuppressionReason
  /** The end of a bounce. */
  expiresAt?: Date | undefined
  /** By which way it came: a bounce source, or `upload`, `events`, `person`. */
  origin?: string | undefined
}

/** The wish of a person outranks an import, and both outrank a bounce. Returns how many are new or changed. */
export async function suppress(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  suppressions: readonly NewSuppression[],
): Promise<number> {
  const rows = new Map<string, Row>()
  for (const { address, reason, expiresAt, origin } of suppressions) {
    const hashes = hashToStore(deps, address)
    if (!hashes) continue
    // A bounce is about one mailbox, a wish about the person.
    const hash = hashes[reason === 'bounce' ? 'mailbox' : 'person'].toString('hex')
    const known = rows.get(hash)
    if (known && RANK[known.reason] >= RANK[reason]) continue
    const person_hash = hashes.person.toString('hex')
    rows.set(hash, {
      ...{ hash, person_hash, email: address.trim(), reason, expires_at: expiresAt ?? null, origin: origin ?? null },
    })
  }
  if (rows.size === 0) return 0
  const { numAffectedRows } = await sql`
    INSERT INTO suppressions (account_id, hash, person_hash, email, reason, key_version, expires_at, origin)
    SELECT ${accountId}::uuid, decode(hash, 'hex'), decode(person_hash, 'hex'), email, reason, ${versionOf(deps.secrets[0])}::integer,
      expires_at, origin
    FROM json_to_recordset(${JSON.stringify([...rows.values()])}::json) AS told
      (hash text, person_hash text, email text, reason text, expires_at timestamptz, origin text) ORDER BY hash
    ON CONFLICT (account_id, hash) DO UPDATE SET reason = excluded.reason, expires_at = excluded.expires_at,
      person_hash = excluded.person_hash, origin = excluded.origin,
      -- The address of an earlier version's bounce may have a tag.
      email = CASE WHEN suppressions.person_hash IS NULL AND suppressions.reason = 'bounce' THEN excluded.email
        ELSE coalesce(suppressions.email, excluded.email) END
    WHERE array_position(${BY_RANK}::text[], excluded.reason) > array_position(${BY_RANK}::text[], suppressions.reason)
      OR (suppressions.reason = 'bounce' AND excluded.reason = 'bounce'
        AND (suppressions.expires_at < excluded.expires_at OR suppressions.person_hash IS NULL))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type Row = {
  hash: string
  person_hash: string
  email: string
  reason: SuppressionReason
  expires_at: Date | null
  origin: string | null
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
  const hashes = addresses.map((address) => hashesToFind(deps, address))
  const wanted = new Map(
    hashes.flat().flatMap(({ mailbox, person }) => [mailbox, person].map((hash) => [hex(hash), hash])),
  )
  if (wanted.size === 0) return addresses.map(() => null)
  const { rows } = await sql<{ hash: Buffer; reason: SuppressionReason }>`
    SELECT hash, reason FROM suppressions WHERE account_id = ${accountId} AND hash = ANY(${[...wanted.values()]}::bytea[])
      AND ${isEffective}`.execute(db)
  const reasons = new Map(rows.map(({ hash, reason }) => [hex(hash), reason]))
  return hashes.map((own) => {
    const found = own.flatMap(({ mailbox, person }) => {
      const wish = reasons.get(hex(person))
      return [reasons.get(hex(mailbox)), wish === 'bounce' ? undefined : wish]
    })
    return found.reduce<SuppressionReason | null>(
      (strongest, reason) => (reason && (!strongest || RANK[reason] > RANK[strongest]) ? reason : strongest),
      null,
    )
  })
}

const hex = (hash: Buffer) => hash.toString('hex')

/** Neither aged out, nor a bounce of which only an earlier version knew the address. */
export const isEffective = sql<boolean>`coalesce(expires_at > now(), true) AND (reason <> 'bounce' OR person_hash IS NOT NULL)`

/** Keeps what a person asked for. */
export async function unsuppressBounces(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  const hashes = addresses.flatMap((address) => hashesToFind(deps, address).map(({ mailbox }) => mailbox))
  if (hashes.length === 0) return
  await sql`DELETE FROM suppressions
    WHERE account_id = ${accountId} AND hash = ANY(${hashes}::bytea[]) AND reason = 'bounce'`.execute(tx)
}

/** Removes every suppression of the address: its bounce, and what its person requested. Returns how many entries there were. */
export async function unsuppress(deps: HashDeps, tx: Tx, accountId: string, address: string): Promise<number> {
  const hashes = hashesToFind(deps, address)
  const [mailboxes, people] = [hashes.map(({ mailbox }) => mailbox), hashes.map(({ person }) => person)]
  const { numAffectedRows } = await sql`
    DELETE FROM suppressions WHERE account_id = ${accountId}
      AND (hash = ANY(${mailboxes}::bytea[]) OR (hash = ANY(${people}::bytea[]) AND reason <> 'bounce'))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
