import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { SourceFacts } from './facts.ts'

export type CompanySource = 'website' | 'wikidata_company'

declare module '../platform/database/database.ts' {
  interface Tables {
    company_facts: {
      domain: string
      source: CompanySource
      facts: SourceFacts
      item_id: string | null
      fetched_at: Date
    }
  }
}

/** Facts about companies change slowly, and one answer serves every contact of every user. */
const KEPT_DAYS = 30
/** Whether a row of company_facts is recent enough to be used. */
export const isFresh = sql<boolean>`fetched_at > now() - make_interval(days => ${KEPT_DAYS})`

export type KeptFacts = { facts: SourceFacts; itemId: string | undefined; isFresh: boolean; isFromToday: boolean }

/** The stored facts about the company of a domain, too old or not. */
export async function readCompany(db: Db, domain: string): Promise<Partial<Record<CompanySource, KeptFacts>>> {
  const rows = await db
    .selectFrom('company_facts')
    .select([
      'source',
      'facts',
      'item_id',
      isFresh.as('is_fresh'),
      sql<boolean>`fetched_at > now() - interval '1 day'`.as('is_from_today'),
    ])
    .where('domain', '=', domain)
    .execute()
  return Object.fromEntries(
    rows.map(({ source, facts, item_id, is_fresh, is_from_today }) => [
      source,
      { facts, itemId: item_id ?? undefined, isFresh: is_fresh, isFromToday: is_from_today },
    ]),
  )
}

export type KeptCompany = { domain: string; facts: SourceFacts; itemId: string | undefined }

/** Nothing is kept for contacts that were forgotten while we asked. */
export async function keepCompanies(db: Db, source: CompanySource, companies: readonly KeptCompany[]): Promise<void> {
  await sql`
    INSERT INTO company_facts (domain, source, facts, item_id, fetched_at)
    SELECT domain, ${source}, facts, "itemId", now()
    FROM json_to_recordset(${JSON.stringify(companies)}::json) AS one (domain text, facts jsonb, "itemId" text)
    WHERE EXISTS (SELECT FROM contacts WHERE contacts.domain = one.domain AND due_at IS NOT NULL)
    ORDER BY domain
    ON CONFLICT (domain, source) DO UPDATE
    SET facts = excluded.facts, item_id = excluded.item_id, fetched_at = excluded.fetched_at`.execute(db)
}
