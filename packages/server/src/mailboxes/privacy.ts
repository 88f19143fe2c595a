// Stored evidence about one account or about one person, for the administration: exported, or deleted.
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { hashesOf } from './hash.ts'

/** It names an address only while a report is held: evidence is stored by hash. */
export async function evidenceOfAccount(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('mailbox_evidence')
    .select([
      'class',
      'source',
      'origin',
      'status_code',
      'reply',
      'happened_at',
      'expires_at',
      'recorded_at',
      'state',
      'address',
    ])
    .where('account_id', '=', accountId)
    .orderBy('happened_at')
    .execute()
}

/** The evidence of every account about the person's mailboxes: those of other tags are found by the normalized address. */
export async function evidenceOfAddress(db: Db, secrets: Secrets, forms: readonly string[]): Promise<object[]> {
  const hashes = hashesOf(secrets, forms)
  const { rows } = await sql<object>`
    SELECT account_id, class, source, origin, status_code, reply, happened_at, expires_at, recorded_at, state, address FROM mailbox_evidence
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) ORDER BY happened_at`.execute(db)
  return rows
}

export async function hasEvidence(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT EXISTS (SELECT FROM mailbox_evidence) AS has`.execute(db)
  return rows[0]!.has
}

export async function forgetEvidence(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<void> {
  const hashes = hashesOf(secrets, forms)
  await sql`DELETE FROM mailbox_evidence WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])`.execute(
    tx,
  )
}
