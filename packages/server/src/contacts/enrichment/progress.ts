// Where a contact stands: every change of `state` that enrichment makes is a statement of this file. The edges are those of
// ENRICHMENT_EDGES in the contract; edit.ts and refresh.ts add the ones into `updating`.
import type { Enrichment } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ContactRow } from '../store.ts'
import type { Sources } from './facts.ts'

/** A source that cannot answer is asked this often again; then the contact is completed with what is known. */
export const RETRIES_MAX_COUNT = 5

export type DueContact = Pick<
  ContactRow,
  'id' | 'email' | 'normalized' | 'first_name' | 'last_name' | 'sources' | 'attempts'
>

export async function readDue(db: Db, domain: string, count: number): Promise<DueContact[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'email', 'normalized', 'first_name', 'last_name', 'sources', 'attempts'])
    .where('domain', '=', domain)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(count)
    .execute()
}

/** When the next contact of the domain is due, if one is. */
export async function nextDueAt(db: Db, domain: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select((eb) => eb.fn.min('due_at').as('at'))
    .where('domain', '=', domain)
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return row?.at ?? undefined
}

export async function complete(
  db: Db,
  contact: DueContact,
  state: Enrichment['status'],
  sources: Sources,
): Promise<void> {
  await sql`
    UPDATE contacts SET state = ${state}, sources = ${JSON.stringify(sources)}::jsonb, attempts = 0, due_at = NULL,
      enriched_at = now(), updated_at = now()
    WHERE ${unchanged(contact)}`.execute(db)
}

/** Puts off every due contact of a domain that has a retry left. They stay together, so that its sources are asked once. */
export async function postponeDomain(db: Db, domain: string, delaysMs: readonly number[]): Promise<void> {
  const seconds = delaysMs.slice(0, RETRIES_MAX_COUNT).map((delay) => delay / 1000)
  await sql`
    UPDATE contacts SET state = 'retrying', attempts = attempts + 1, updated_at = now(),
      due_at = now() + make_interval(secs => (${seconds}::float8[])[attempts + 1])
    WHERE domain = ${domain} AND due_at <= now() AND attempts < ${RETRIES_MAX_COUNT}`.execute(db)
}

/** A contact that was edited, deleted or settled during the look-up is left alone: the answer has no effect. */
function unchanged({ id, normalized, attempts }: DueContact) {
  return sql`id = ${id} AND normalized = ${normalized} AND attempts = ${attempts} AND due_at IS NOT NULL`
}
