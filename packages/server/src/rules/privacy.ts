// Saved rules of an account, and entries of lists about one person, for the administration: exported, or deleted.
import type { ListEntry, SavedPolicy } from '@mailsift/contract'
import { sql } from 'kysely'
import type { AddressSearch } from '../platform/address-search.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { listEntries } from './allow-deny-rules.ts'
import { listPolicies } from './policies.ts'

export async function rulesOfAccount(
  db: Db,
  accountId: string,
): Promise<{ policies: SavedPolicy[]; list_entries: ListEntry[] }> {
  return { policies: await listPolicies(db, accountId), list_entries: await listEntries(db, accountId) }
}

export type FoundEntry = { accountId: string; id: string; list: string; entry: string; note: string }

/** Entries of all accounts that are the address, or whose note holds it. */
export async function entriesWithAddress(
  db: Db | Tx,
  { forms, isNamedIn, namePattern }: Pick<AddressSearch, 'forms' | 'isNamedIn' | 'namePattern'>,
): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry & { is_form: boolean }>`
    SELECT account_id AS "accountId", id, list, entry, note,
      (key = ANY(${forms}::text[]) OR lower(entry) = ANY(${forms}::text[])) AS is_form
    FROM list_entries
    WHERE key = ANY(${forms}::text[]) OR lower(entry) = ANY(${forms}::text[]) OR note ~ ${namePattern}`.execute(db)
  return rows.filter(({ is_form, note }) => is_form || isNamedIn(note)).map(({ is_form: _, ...entry }) => entry)
}

export async function forgetEntries(tx: Tx, entries: readonly FoundEntry[]): Promise<void> {
  await sql`DELETE FROM list_entries WHERE id = ANY(${entries.map(({ id }) => id)}::uuid[])`.execute(tx)
}
