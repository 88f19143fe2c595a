import { CONTACTS_DELETE_MAX_COUNT, type ContactFilter } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findMatching } from './search.ts'
import { lockAccounts } from './store.ts'
import { formsOf, suppress } from './suppression.ts'

type Removed = { email: string; normalized: string; domain: string }

/** To be called with the users' lock. */
export async function removeContacts(tx: Tx, ids: readonly string[]): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    WITH gone AS (
      DELETE FROM contacts WHERE id = ANY(${ids}::uuid[]) RETURNING account_id, position, email, normalized, domain
    ),
    gaps AS (INSERT INTO contact_gaps (account_id, position) SELECT account_id, position FROM gone),
    counts AS (
      UPDATE contact_counts SET total = total - n
      FROM (SELECT account_id, count(*) AS n FROM gone GROUP BY account_id) AS less WHERE less.account_id = contact_counts.account_id
    )
    SELECT email, normalized, domain FROM gone`.execute(tx)
  await forgetCompanies(tx, rows)
  return rows
}

/** A company that only they knew may be the person's own. */
export async function forgetCompanies(tx: Tx, rows: readonly { domain: string }[]): Promise<void> {
  await sql`
    DELETE FROM company_facts WHERE domain = ANY(${rows.map(({ domain }) => domain)}::text[])
      AND NOT EXISTS (SELECT FROM contacts WHERE contacts.domain = company_facts.domain)`.execute(tx)
}

export type RemoveDeps = { db: Db; secrets: Secrets }

/** One contact of a user; with `isSuppressed` its address stays away from this user's contacts. False if there is none. */
export async function removeContact(
  { db, secrets }: RemoveDeps,
  { accountId, id, isSuppressed }: { accountId: string; id: string; isSuppressed: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx, [accountId])
    const own = await tx
      .selectFrom('contacts')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!own) return false
    const [removed] = await removeContacts(tx, [id])
    if (removed && isSuppressed) await suppress(tx, secrets, formsOf(removed), accountId)
    return true
  })
}

/** The named contacts of a user, or those that match. More than the maximum are counted and not removed. */
export async function removeMany(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  { ids, filter, isSuppressed }: { ids: string[] | undefined; filter: ContactFilter; isSuppressed: boolean },
): Promise<number> {
  await lockAccounts(tx, [accountId])
  const found = ids
    ? await ownOf(tx, accountId, ids)
    : await findMatching(tx, accountId, filter, CONTACTS_DELETE_MAX_COUNT)
  if (found.length > CONTACTS_DELETE_MAX_COUNT) return found.length
  const removed = await removeContacts(tx, found)
  if (isSuppressed) await suppress(tx, secrets, removed.flatMap(formsOf), accountId)
  return removed.length
}

async function ownOf(tx: Tx, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM contacts WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
