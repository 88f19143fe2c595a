import type { Contact, ContactList, EnrichmentSource, EnrichmentState, Paging } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Sources } from '../enrichment/facts.ts'
import { mergeSources } from '../enrichment/merge.ts'
import type { Db, Tx } from '../platform/database/database.ts'

export type ContactRow = {
  id: string
  account_id: string
  position: number
  email: string
  normalized: string
  domain: string
  first_name: string | null
  last_name: string | null
  edited: boolean
  validated_at: Date
  state: EnrichmentState
  sources: Sources
  enriched_at: Date | null
  attempts: number
  /** The sources that have yet to answer, while it is due. */
  pending_sources: EnrichmentSource[]
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

declare module '../platform/database/database.ts' {
  interface Tables {
    contacts: ContactRow
    contact_counts: { account_id: string; total: number; last_position: number }
    contact_gaps: { account_id: string; position: number }
  }
}

export const SHOWN = [
  'id',
  'email',
  'domain',
  'first_name',
  'last_name',
  'state',
  'sources',
  'enriched_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof ContactRow)[]
export type ShownRow = Pick<ContactRow, (typeof SHOWN)[number]>

/**
 * One page, newest first (§4.9), in one snapshot. The first position of the page is computed, not counted to: it is
 * `skip` contacts below the newest, and lower by one for each gap that lies above it.
 */
export async function listContacts(
  { db }: { db: Db },
  accountId: string,
  { page, take }: Paging,
): Promise<ContactList> {
  const skip = (page - 1) * take
  const { rows } = await sql<{ total: number } & (ShownRow | { id: null })>`
    WITH mine AS (SELECT total, last_position FROM contact_counts WHERE account_id = ${accountId}),
    gaps AS (
      SELECT last_position - position - row_number() OVER (ORDER BY position DESC) + 1 AS newer_contacts
      FROM contact_gaps, mine WHERE account_id = ${accountId}
    ),
    start AS (
      SELECT last_position - ${skip}::bigint
        - (SELECT count(*) FROM gaps WHERE newer_contacts <= ${skip}::bigint) AS position FROM mine
    )
    SELECT total, listed.* FROM mine LEFT JOIN (
      SELECT * FROM contacts
      WHERE account_id = ${accountId} AND position <= (SELECT position FROM start)
      ORDER BY position DESC LIMIT ${take}
    ) AS listed ON true ORDER BY position DESC`.execute(db)
  const totalItems = rows[0]?.total ?? 0
  const data = rows.filter((row) => row.id !== null).map(toContact)
  return {
    totalItems,
    totalPages: Math.ceil(totalItems / take),
    itemsPerPage: take,
    currentPage: page,
    currentPageItemCount: data.length,
    data,
  }
}

export async function findContact(db: Db | Tx, accountId: string, id: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(SHOWN)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && toContact(row)
}

/** To be taken before contacts of these users are added or removed; in one order, so that no deadlock arises. */
export async function lockAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO contact_counts (account_id)
    SELECT id FROM accounts WHERE id = ANY(${accountIds}::uuid[]) ORDER BY id FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT FROM contact_counts WHERE account_id = ANY(${accountIds}::uuid[]) ORDER BY account_id FOR UPDATE`.execute(
    tx,
  )
}

export function toContact(row: ShownRow): Contact {
  return {
    id: row.id,
    version: row.state === 'matched' || row.state === 'no_match' ? 'v1' : null,
    enrichment: mergeSources(row.state === 'pending' ? {} : row.sources),
    enrichedAt: row.enriched_at?.getTime() ?? null,
    enrichmentState: row.state,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    domain: row.domain,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  }
}
