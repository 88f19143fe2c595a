// Stored evidence about one account or about one person, for the administration: exported, or deleted.
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import '../bounces/bursts/tables.ts'
import { listSources, toSource } from '../bounces/receive/sources.ts'
import { forgetValidated, hasValidated } from '../calibration/privacy.ts'
import { forgetProbes, hasProbes } from '../probe/privacy.ts'
import { hashesOf } from './hash.ts'

export { validationsOfAccount, validationsOfAddress } from '../calibration/privacy.ts'
export { probesOfAccount, probesOfAddress } from '../probe/privacy.ts'

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

/** Sources of reports, without their secrets. */
export async function sourcesOfAccount(db: Db, accountId: string): Promise<object[]> {
  return (await listSources(db, accountId)).map(toSource)
}

/** The words of a burst have no address. */
export async function burstsOfAccount(db: Db, accountId: string): Promise<object[]> {
  return db
    .selectFrom('bounce_bursts')
    .select(['reply', 'state', 'first_at', 'last_at', 'held_at', 'decided_at'])
    .where('account_id', '=', accountId)
    .orderBy('held_at')
    .execute()
}

export type FoundSourceName = { kind: 'source_name'; userId: string; id: string; text: string }

/** Names of sources that hold an address. */
export async function findSourceNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundSourceName[]> {
  const { rows } = await sql<FoundSourceName>`
    SELECT 'source_name' AS kind, account_id AS "userId", id, name AS text
    FROM bounce_sources WHERE name ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

export async function forgetSourceNames(tx: Tx, names: readonly FoundSourceName[]): Promise<void> {
  for (const { id, userId } of names)
    await sql`UPDATE bounce_sources SET name = 'Removed' WHERE id = ${id} AND account_id = ${userId}`.execute(tx)
}

/** Whether deleting an address has to look for hashes, which needs the secret. */
export async function hasEvidence(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`SELECT EXISTS (SELECT FROM mailbox_evidence) OR EXISTS (SELECT FROM suppressions) AS has`.execute(db)
  return rows[0]!.has || (await hasProbes(db)) || (await hasValidated(db))
}

/** The evidence of every account about the person's mailboxes: those of other tags are found by the normalized address. */
export async function evidenceOfAddress(db: Db, secrets: Secrets, forms: readonly string[]): Promise<object[]> {
  const hashes = hashesOf(secrets, forms)
  const { rows } = await sql<object>`
    SELECT account_id, class, source, origin, status_code, reply, happened_at, expires_at, recorded_at, state, address FROM mailbox_evidence
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) ORDER BY happened_at`.execute(db)
  return rows
}

/** A complaint or unsubscribe leaves its hash behind, so that the person is not mailed again. */
export async function forgetEvidence(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<void> {
  await forgetProbes(tx, secrets, forms)
  await forgetValidated(tx, secrets, forms)
  const hashes = hashesOf(secrets, forms)
  await sql`DELETE FROM suppressions
    WHERE (hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])) AND reason IN ('bounce', 'manual')`.execute(
    tx,
  )
  await sql`UPDATE suppressions SET email = NULL
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) OR lower(email) = ANY(${forms}::text[])`.execute(
    tx,
  )
  await sql`DELETE FROM mailbox_evidence WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])`.execute(
    tx,
  )
}
