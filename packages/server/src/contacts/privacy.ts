// Stored data about one user's contacts or about one person, for the administration: exported, or deleted.
import type { Contact } from '@mailsift/contract'
import { sql } from 'kysely'
import type { AddressSearch } from '../platform/address-search.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { forgetCompanies, removeContacts } from './remove.ts'
import { lockAccounts, SHOWN, toContact } from './store.ts'

export { allowAgain, suppress, suppressionsOf } from './suppression.ts'

/** The part of a search that is enough where addresses are stored as such. */
type StoredSearch = Pick<AddressSearch, 'forms' | 'isReadIn' | 'plainPattern'>

export type StoredContact = Contact & { accountId: string }

const ROWS_PER_QUERY = 1_000

/** All contacts of a user, oldest first; read in pages, because there may be a million. */
export async function* contactsOfAccount(db: Db, accountId: string): AsyncGenerator<Contact> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('contacts')
      .select([...SHOWN, 'position'])
      .where('account_id', '=', accountId)
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS_PER_QUERY)
      .execute()
    yield* rows.map(toContact)
    if (rows.length < ROWS_PER_QUERY) return
    after = rows.at(-1)!.position
  }
}

export async function forgetContactsOfAccount(tx: Tx, accountId: string): Promise<void> {
  await lockAccounts(tx, [accountId])
  const { rows } = await sql<{ domain: string }>`
    WITH gone AS (DELETE FROM contacts WHERE account_id = ${accountId} RETURNING domain),
    gaps AS (DELETE FROM contact_gaps WHERE account_id = ${accountId}),
    counts AS (DELETE FROM contact_counts WHERE account_id = ${accountId})
    SELECT DISTINCT domain FROM gone`.execute(tx)
  await forgetCompanies(tx, rows)
}

/** Every user's contact with this address. */
export async function contactsWithAddress(db: Db | Tx, search: StoredSearch): Promise<StoredContact[]> {
  const { forms, plainPattern, isReadIn } = search
  // Domain checks may have normalized it by rules that the address alone does not show; used rarely, it may take a scan.
  const isForm = sql<boolean>`(normalized = ANY(${forms}::text[]) OR lower(email) = ANY(${forms}::text[]))`
  const rows = await db
    .selectFrom('contacts')
    .select([...SHOWN, 'account_id', isForm.as('is_form')])
    .where(sql<boolean>`(${isForm} OR email !~ ${plainPattern})`)
    .execute()
  return rows
    .filter(({ is_form, email }) => is_form || isReadIn(email))
    .map((row) => ({ ...toContact(row), accountId: row.account_id }))
}

export type FoundContactName = { kind: 'contact_name'; accountId: string; id: string; text: string }

/** Contacts of other people whose name holds the address. */
export async function findContactNames(
  db: Db,
  { isNamedIn, namePattern }: { isNamedIn(name: string): boolean; namePattern: string },
): Promise<FoundContactName[]> {
  const { rows } = await sql<FoundContactName>`
    SELECT 'contact_name' AS kind, account_id AS "accountId", id, concat_ws(' ', first_name, last_name) AS text
    FROM contacts WHERE concat(first_name, last_name) ~ ${namePattern}`.execute(db)
  return rows.filter(({ text }) => isNamedIn(text))
}

/** Both names go: an address may stand across them. They count as edited, so that no validation brings back a guess. */
export async function forgetContactNames(tx: Tx, names: readonly FoundContactName[]): Promise<void> {
  await sql`UPDATE contacts SET first_name = NULL, last_name = NULL, edited = true, updated_at = now()
    WHERE id = ANY(${names.map(({ id }) => id)}::uuid[])`.execute(tx)
}

export async function forgetAddress(tx: Tx, search: StoredSearch): Promise<number> {
  const contacts = await contactsWithAddress(tx, search)
  await lockAccounts(tx, [...new Set(contacts.map(({ accountId }) => accountId))])
  const removed = await removeContacts(
    tx,
    contacts.map(({ id }) => id),
  )
  return removed.length
}
