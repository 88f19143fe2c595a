// Stored probes about one account or about one person.
import { sql } from 'kysely'
import { hashesOf } from '../mailboxes/hash.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'

export async function probesOfAccount(db: Db, accountId: string): Promise<object> {
  const { rows: requested } = await sql<object>`
    SELECT address, list_id, requested_at, tries, asked_at, ended_at, reason FROM probes
    WHERE account_id = ${accountId} ORDER BY requested_at`.execute(db)
  const { rows: log } = await sql<object>`
    SELECT started_at, domain, mail_host, outcome, reply_code, status_code FROM probe_log
    WHERE account_id = ${accountId} ORDER BY started_at`.execute(db)
  const { rows: lists } = await sql<object>`
    SELECT list_id, requested_at, probes_max, selected_at FROM probe_lists
    WHERE account_id = ${accountId} ORDER BY requested_at`.execute(db)
  return { requested, log, lists }
}

export async function hasProbes(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`SELECT EXISTS (SELECT FROM probes) OR EXISTS (SELECT FROM probe_log) AS has`.execute(db)
  return rows[0]!.has
}

export async function probesOfAddress(db: Db, secrets: Secrets, forms: readonly string[]): Promise<object[]> {
  const hashes = hashesOf(secrets, forms)
  const { rows } = await sql<object>`
    SELECT account_id, started_at, mail_host, outcome, reply_code, status_code FROM probe_log
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[]) ORDER BY started_at`.execute(db)
  return rows
}

/** A pending probe does not run any more. The log keeps the conversation, without a trace of whom it was about. */
export async function forgetProbes(tx: Tx, secrets: Secrets, forms: readonly string[]): Promise<void> {
  const hashes = hashesOf(secrets, forms)
  await sql`DELETE FROM probes WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])`.execute(
    tx,
  )
  await sql`UPDATE probe_log SET hash = NULL, person_hash = NULL
    WHERE hash = ANY(${hashes}::bytea[]) OR person_hash = ANY(${hashes}::bytea[])`.execute(tx)
}
