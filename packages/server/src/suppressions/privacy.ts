// Suppressions of one account or of one person, for the administration: exported, or deleted.
import { sql } from 'kysely'
import { hashesOf } from '../mailboxes/hash.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'

export async function suppressionsOfAccount(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('suppressions')
    .select(['email', 'reason', 'origin', 'suppressed_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('suppressed_at')
    .execute()
}

/** The accounts that must not mail the address. */
export async function suppressionsOfAddress(db: Db, secrets: Secrets, forms: readonly string[]): Promise<object[]> {
  const hashes = hashesOf(secrets, forms)
  const { rows } = await sql<object>`
    SELECT account_id, email, reason, origin, suppressed_at, expires_at FROM suppressions
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) ORDER BY suppressed_at`.execute(db)
  return rows
}

export async function hasSuppressions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT EXISTS (SELECT FROM suppressions) AS has`.execute(db)
  return rows[0]!.has
}

/** A complaint or unsubscribe leaves its hash behind, so that the person is not mailed again. */
export async function forgetSuppressions(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<void> {
  const hashes = hashesOf(secrets, forms)
  await sql`DELETE FROM suppressions
    WHERE (hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])) AND reason IN ('bounce', 'manual')`.execute(
    tx,
  )
  await sql`UPDATE suppressions SET email = NULL
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) OR lower(email) = ANY(${forms}::text[])`.execute(
    tx,
  )
}
