// Sample data that would otherwise need the internet or weeks, written into the program's database.
import { sql } from 'kysely'
import { findAccount } from '../../server/src/accounts/accounts.ts'
import type { Sources } from '../../server/src/enrichment/facts.ts'
import type { Db } from '../../server/src/platform/database/database.ts'
import { safeAddress, save } from '../../server/test/contacts/safe-address.ts'

const SOURCES: Sources = {
  website: {
    status: 'matched',
    fetchedAt: Date.now(),
    url: 'https://www.contoso.com/about/people',
    person: { name: 'Anna Lee', jobTitle: 'Head of Sales' },
    company: {
      name: 'Contoso Ltd.',
      website: 'https://www.contoso.com/',
      description: 'Makers of paper and other things to write on since 1911.',
      links: ['https://www.linkedin.com/company/contoso', 'https://github.com/contoso'],
    },
  },
  wikidata_company: {
    status: 'matched',
    fetchedAt: Date.now(),
    url: 'https://www.wikidata.org/wiki/Q1',
    company: { name: 'Contoso', website: 'https://www.contoso.com/' },
  },
  wikidata_person: { status: 'no_match', fetchedAt: Date.now() },
}

export async function addUsage(db: Db): Promise<void> {
  await sql`
    INSERT INTO usage_daily (account_id, day, kind, units)
    SELECT accounts.id, current_date - day, kind, (CASE kind WHEN 'bulk' THEN 900 ELSE 240 END * (2 + sin(day / 2.0) + day % 3))::bigint
    FROM accounts, generate_series(1, 40) AS day, unnest(ARRAY['bulk', 'single']) AS kind
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Like contacts from validations with domain lookups, before their enrichment. */
export async function addContacts(db: Db, owner: string, addresses: readonly string[]): Promise<void> {
  const { id } = (await findAccount(db, owner))!
  await save(
    db,
    addresses.map((address) => safeAddress(id, address, Date.now())),
  )
}

/** One contact has enrichment data, another is waiting for it. */
export async function addSources(db: Db): Promise<void> {
  await sql`
    UPDATE contacts SET state = 'matched', due_at = NULL, enriched_at = now(), sources = ${JSON.stringify(SOURCES)}::jsonb
    WHERE normalized LIKE 'anna.lee@%'`.execute(db)
  await sql`
    UPDATE contacts SET state = 'pending', due_at = now() + interval '1 day' WHERE normalized LIKE 'bob.ray@%'`.execute(
    db,
  )
}

const HOSTILE: Sources = {
  website: {
    status: 'matched',
    fetchedAt: Date.now(),
    url: 'javascript:alert(1)',
    person: { name: '<img src=x onerror=alert(2)>', jobTitle: 'ע'.repeat(200), links: ['javascript:alert(3)'] },
    company: { name: 'W'.repeat(300), website: 'data:text/html,<script>alert(4)</script>' },
  },
}

/** Data from a malicious site. */
export async function addHostileSources(db: Db, address: string): Promise<void> {
  await sql`
    UPDATE contacts SET state = 'matched', due_at = NULL, enriched_at = now(), sources = ${JSON.stringify(HOSTILE)}::jsonb
    WHERE normalized = ${address}`.execute(db)
}

export async function countContacts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM contacts`.execute(db)
  return Number(rows[0]?.count)
}

/** Registry data of a domain. */
export const REGISTERED = {
  registered_at: '1995-08-14T12:00:00.000Z',
  expires_at: '2099-08-13T12:00:00.000Z',
  last_checked_at: null,
  last_changed_at: '2024-05-03T12:00:00.000Z',
  domain_age_days: 11_000,
  registrar_name: 'MarkMonitor Inc.',
  epp_statuses: ['client transfer prohibited'],
  dnssec_signed: true,
}

/** Makes one part of a file fail. */
export async function failPart(db: Db, name: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE bulk_groups SET status = 'partial'
    WHERE upload_id IN (SELECT id FROM bulk_uploads WHERE filename::text LIKE ${`%${name}%`}) RETURNING id`.execute(db)
  await sql`
    UPDATE bulk_jobs SET status = 'failed', failure = 'The part failed.' WHERE group_id = ${rows[0]!.id}`.execute(db)
}

/** Makes one file expire and another fail. */
export async function endFiles(db: Db, names: { expired: string; failed: string }): Promise<void> {
  const named = (name: string) =>
    sql`upload_id IN (SELECT id FROM bulk_uploads WHERE filename::text LIKE ${`%${name}%`})`
  await sql`UPDATE bulk_groups SET status = 'expired', csv_key = NULL WHERE ${named(names.expired)}`.execute(db)
  await sql`
    UPDATE bulk_groups SET status = 'failed', failure = 'The file has no column "E-Mail".', csv_key = NULL
    WHERE ${named(names.failed)}`.execute(db)
}
