// Where a contact stands: every change of `state` that enrichment makes is a statement of this file. The edges are those of
// ENRICHMENT_EDGES in the contract; edit.ts and refresh.ts add the ones into `updating`.
import type { EnrichmentSource } from '@mailsift/contract'
import { sql } from 'kysely'
import type { ContactRow } from '../contacts/store.ts'
import type { Db } from '../platform/database/database.ts'
import type { PersonFacts, SourceFacts, Sources } from './facts.ts'

/** A source that cannot answer is retried this often; then the contact is completed with what is known. */
const RETRIES_MAX_COUNT = 5

export type DueContact = Pick<
  ContactRow,
  'id' | 'email' | 'normalized' | 'first_name' | 'last_name' | 'sources' | 'attempts' | 'pending_sources'
>

export async function readDue(db: Db, domain: string, count: number): Promise<DueContact[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'email', 'normalized', 'first_name', 'last_name', 'sources', 'attempts', 'pending_sources'])
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

/** For a contact that no source is used for. */
export async function completeUnasked(db: Db, contact: DueContact, sources: Sources): Promise<void> {
  await sql`
    UPDATE contacts SET state = 'no_match', sources = ${JSON.stringify(sources)}::jsonb, pending_sources = '{}', attempts = 0,
      due_at = NULL, enriched_at = now(), updated_at = now()
    WHERE ${unchanged(contact)}`.execute(db)
}

/** By address: the entry of a contact whom the company's site names. */
export type PeopleEntries = Record<string, { status: 'matched'; url: string; personUrl: string; person: PersonFacts }>

/** Writes a source's answer about a company to all contacts of its domain that wait for it. */
export async function answerForDomain(
  db: Db,
  domain: string,
  source: EnrichmentSource,
  facts: SourceFacts,
  people: PeopleEntries = {},
): Promise<void> {
  const entries = JSON.stringify(people)
  await sql`
    UPDATE contacts SET pending_sources = array_remove(pending_sources, ${source}), updated_at = now(),
      sources = sources || jsonb_build_object(${source}::text, ${JSON.stringify(facts)}::jsonb
        || coalesce(${entries}::jsonb -> lower(email), ${entries}::jsonb -> normalized, '{}'))
    WHERE domain = ${domain} AND due_at IS NOT NULL AND ${source} = ANY(pending_sources)`.execute(db)
}

/** Keeps what is known by now, and completes the contact once no source is pending, or none will be tried again. */
export async function settle(db: Db, contact: DueContact, answers: Sources, unknown: Sources): Promise<void> {
  await sql`
    WITH known AS (
      SELECT id, ${JSON.stringify(unknown)}::jsonb || sources || ${JSON.stringify(answers)}::jsonb AS all_sources,
        sources || ${JSON.stringify(answers)}::jsonb AS sources,
        ARRAY(SELECT unnest(pending_sources) EXCEPT SELECT unnest(${Object.keys(answers)}::text[])) AS pending_sources
      FROM contacts WHERE ${unchanged(contact)} FOR UPDATE
    ), validated AS (
      SELECT *, pending_sources = '{}' OR ${contact.attempts >= RETRIES_MAX_COUNT}::boolean AS is_done FROM known
    )
    UPDATE contacts SET updated_at = now(),
      sources = CASE WHEN is_done THEN all_sources ELSE validated.sources END,
      pending_sources = CASE WHEN is_done THEN '{}' ELSE validated.pending_sources END,
      state = CASE WHEN NOT is_done THEN state
        WHEN jsonb_path_exists(all_sources, '$.*.status ? (@ == "matched")') THEN 'matched' ELSE 'no_match' END,
      attempts = CASE WHEN is_done THEN 0 ELSE attempts END,
      due_at = CASE WHEN is_done THEN NULL ELSE due_at END,
      enriched_at = CASE WHEN is_done THEN now() ELSE enriched_at END
    FROM validated WHERE contacts.id = validated.id`.execute(db)
}

/** Puts off every due contact of a domain that has a retry left. They stay together, so that its sources are queried once. */
export async function postponeDomain(db: Db, domain: string, delaysMs: readonly number[]): Promise<void> {
  const seconds = delaysMs.slice(0, RETRIES_MAX_COUNT).map((delay) => delay / 1000)
  await sql`
    UPDATE contacts SET state = 'retrying', attempts = attempts + 1, updated_at = now(),
      due_at = now() + make_interval(secs => (${seconds}::float8[])[attempts + 1])
    WHERE domain = ${domain} AND due_at <= now() AND attempts < ${RETRIES_MAX_COUNT}`.execute(db)
}

/** A contact that was edited, deleted or settled during the lookup is left alone: the answer has no effect. */
function unchanged({ id, normalized, attempts }: DueContact) {
  return sql`id = ${id} AND normalized = ${normalized} AND attempts = ${attempts} AND due_at IS NOT NULL`
}
