// Validated addresses of one person, for the administration: counted, or deleted.
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { ENTRY_BYTES, SHORT_HASH_BYTES, shortHashesOf } from './pack.ts'

/** When addresses were validated, and how many. It names no address. */
export async function validationsOfAccount(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT validated_at, octet_length(packed) / ${ENTRY_BYTES}::int AS addresses FROM validated_addresses
    WHERE account_id = ${accountId} ORDER BY validated_at`.execute(db)
  return rows
}

/** When accounts validated the address. */
export async function validationsOfAddress(db: Db, secrets: Secrets, forms: readonly string[]): Promise<object[]> {
  const hashes = shortHashesOf(secrets, forms)
  const rows = await findRows(db, hashes)
  return rows.flatMap(({ account_id, packed, validated_at }) =>
    packed.length === withoutHashes(packed, hashes).length ? [] : { account_id, validated_at },
  )
}

export async function hasValidated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM validated_addresses)
      OR EXISTS (SELECT FROM outbox_events WHERE body ? 'validated') AS has`.execute(db)
  return rows[0]!.has
}

/** Call it when no unfinished job has the address any more. */
export async function forgetValidated(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<void> {
  const hashes = shortHashesOf(secrets, forms)
  // Events first, those under delivery included: whatever they have stored can be seen after this.
  await sql`SELECT FROM outbox_deliveries WHERE listener = 'analytics' FOR UPDATE`.execute(tx)
  const { rows: events } = await sql<{ id: string; packed: string }>`
    SELECT id, body->'validated'->>'packed' AS packed FROM outbox_events WHERE body ? 'validated'`.execute(tx)
  for (const { id, packed } of events) {
    const bytes = Buffer.from(packed, 'base64')
    const left = withoutHashes(bytes, hashes)
    if (left.length === bytes.length) continue
    await sql`UPDATE outbox_events
      SET body = jsonb_set(body, '{validated,packed}', to_jsonb(${left.toString('base64')}::text)) WHERE id = ${id}`.execute(
      tx,
    )
  }
  for (const { account_id, id, packed } of await findRows(tx, hashes)) {
    const left = withoutHashes(packed, hashes)
    await sql`UPDATE validated_addresses SET packed = ${left} WHERE account_id = ${account_id} AND id = ${id}`.execute(
      tx,
    )
  }
}

type Row = { account_id: string; id: string; packed: Buffer; validated_at: Date }

/** Also rows where the bytes belong to two entries, which the caller finds out. */
async function findRows(db: Db | Tx, hashes: readonly Buffer[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT account_id, id, packed, validated_at FROM validated_addresses
    WHERE EXISTS (SELECT FROM unnest(${hashes}::bytea[]) AS hash WHERE position(hash IN packed) > 0)
    ORDER BY validated_at`.execute(db)
  return rows
}

function withoutHashes(packed: Buffer, hashes: readonly Buffer[]): Buffer {
  const left: Buffer[] = []
  for (let at = 0; at < packed.length; at += ENTRY_BYTES) {
    const own = packed.subarray(at, at + SHORT_HASH_BYTES)
    if (!hashes.some((hash) => hash.equals(own))) left.push(packed.subarray(at, at + ENTRY_BYTES))
  }
  return Buffer.concat(left)
}
