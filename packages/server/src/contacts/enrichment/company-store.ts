import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { SourceFacts } from './facts.ts'

export type CompanySource = 'website' | 'wikidata_company'

declare module '../../platform/database.ts' {
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

export type KeptFacts = { facts: SourceFacts; itemId: string | undefined; isFresh: boolean }

/** What is known about the company of a domain, too old or not. */
export async function readCompany(db: Db, domain: string): Promise<Partial<Record<CompanySource, KeptFacts>>> {
  const rows = await db
    .selectFrom('company_facts')
    .select([
      'source',
      'facts',
      'item_id',
      sql<boolean>`fetched_at > now() - make_interval(days => ${KEPT_DAYS})`.as('is_fresh'),
    ])
    .where('domain', '=', domain)
    .execute()
  return Object.fromEntries(
    rows.map(({ source, facts, item_id, is_fresh }) => [
      source,
      { facts, itemId: item_id ?? undefined, isFresh: is_fresh },
    ]),
  )
}

export async function keepCompany(
  db: Db,
  domain: string,
  source: CompanySource,
  { facts, itemId }: Pick<KeptFacts, 'facts' | 'itemId'>,
): Promise<void> {
  const row = { facts: JSON.stringify(facts) as never, item_id: itemId ?? null, fetched_at: sql<Date>`now()` }
  await db
    .insertInto('company_facts')
    .values({ domain, source, ...row })
    .onConflict((conflict) => conflict.columns(['domain', 'source']).doUpdateSet(row))
    .execute()
}
