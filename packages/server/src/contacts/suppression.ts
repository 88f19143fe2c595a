// Addresses that must not be saved as contacts again, for one account or for all. The list holds no address: only hashes,
// keyed with the service's secret. When secrets are changed, an address is looked for under each of those that are named.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { type Secrets, versionOf } from '../platform/secrets.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    contact_blocklist: { hash: Buffer; account_id: string | null; key_version: number; created_at: Date }
  }
}

/** Null means every account. */
export type SuppressedFor = string | null

/** `forms` are the spellings of one address, as AddressSearch has them. */
export async function suppress(
  tx: Tx,
  secrets: Secrets,
  forms: readonly string[],
  accountId: SuppressedFor,
): Promise<void> {
  const [newest] = secrets
  const hashes = forms.map((form) => hashOf(newest, form))
  // Those who save hold this lock together (holdSuppressed): none saves by a list that has just grown.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('contact_blocklist', 0))`.execute(tx)
  await sql`
    INSERT INTO contact_blocklist (hash, account_id, key_version)
    SELECT hash, ${accountId}::uuid, ${versionOf(newest)}::integer FROM unnest(${hashes}::bytea[]) AS hash
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Returns for how many accounts, with "all of them" as one. */
export async function allowAgain(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<number> {
  const { rows } = await sql<{ account_id: string | null }>`
    DELETE FROM contact_blocklist WHERE hash = ANY(${hashesOf(secrets, forms)}::bytea[]) RETURNING account_id`.execute(
    tx,
  )
  return new Set(rows.map(({ account_id }) => account_id)).size
}

export type Suppressed = { account_id: SuppressedFor; since: Date }

export async function suppressionsOf(db: Db, secrets: Secrets, forms: readonly string[]): Promise<Suppressed[]> {
  const { rows } = await sql<Suppressed>`
    SELECT account_id, min(created_at) AS since FROM contact_blocklist
    WHERE hash = ANY(${hashesOf(secrets, forms)}::bytea[]) GROUP BY account_id`.execute(db)
  return rows
}

/** The list does not grow until the transaction has ended. Returns whether it holds anything. */
export async function holdSuppressed(tx: Tx): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('contact_blocklist', 0))`.execute(tx)
  const { rows } = await sql`SELECT FROM contact_blocklist LIMIT 1`.execute(tx)
  return rows.length > 0
}

type Candidate = { email: string; normalized: string }

/** Those that may be saved for a user. Hold the list before. */
export async function withoutSuppressed<Address extends Candidate>(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  addresses: readonly Address[],
): Promise<Address[]> {
  const hashed = addresses.map((address) => ({ address, hashes: hashesOf(secrets, formsOf(address)) }))
  const { rows } = await sql<{ hash: Buffer; account_id: SuppressedFor }>`
    SELECT hash, account_id FROM contact_blocklist
    WHERE hash = ANY(${hashed.flatMap(({ hashes }) => hashes)}::bytea[])`.execute(tx)
  const listed = new Set(rows.map(({ hash, account_id }) => keyOf(hash, account_id)))
  return hashed
    .filter(({ hashes }) =>
      hashes.every((hash) => !listed.has(keyOf(hash, null)) && !listed.has(keyOf(hash, accountId))),
    )
    .map(({ address }) => address)
}

/** The rows whose secret is no longer named: what they stand for could be saved again. */
export async function countUnreadable(db: Db, secrets: Secrets): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM contact_blocklist
    WHERE key_version <> ALL(${secrets.map(versionOf)}::integer[])`.execute(db)
  return rows[0]?.count ?? 0
}

export function formsOf({ email, normalized }: Candidate): string[] {
  return [...new Set([email.toLowerCase(), normalized.toLowerCase()])]
}

function hashesOf(secrets: Secrets, forms: readonly string[]): Buffer[] {
  return secrets.flatMap((secret) => forms.map((form) => hashOf(secret, form)))
}

function hashOf(secret: string, form: string): Buffer {
  return createHmac('sha256', secret).update('suppressed address\0').update(form).digest()
}

function keyOf(hash: Buffer, accountId: SuppressedFor): string {
  return `${hash.toString('hex')} ${accountId ?? ''}`
}
