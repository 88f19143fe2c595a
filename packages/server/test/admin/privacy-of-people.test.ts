// Members, invitations, ways to sign in and billing: exported, and gone with the address or the account.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { followSubscription, setSubscription } from '../../src/accounts/accounts.ts'
import { makeInvitation } from '../../src/accounts/members/invitations.ts'
import { makeLink } from '../../src/identity/identity.ts'
import { makeSignUp } from '../../src/identity/sign-up/sign-ups.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { useTestDatabase } from '../support/database.ts'
import { callAdmin } from './run-admin.ts'

const ADA = 'ada@contoso.com'
const JANE = 'jane.roe@acme-rockets.com'

type Export = Record<string, Record<string, unknown>[] & Record<string, unknown>>

/** What the export of an account says of each table that holds rows of accounts or people; or why it says nothing. */
const EXPORTED: Readonly<Record<string, string | { because: string }>> = {
  accounts: 'account',
  users: 'members',
  members: 'members',
  invitations: 'invitations',
  removed_members: { because: 'hashes, without what they stand for' },
  identities: 'identities',
  session_identities: 'sessions',
  sign_in_attempts: { because: 'ten minutes of an unfinished sign-in' },
  passkeys: 'passkeys',
  devices: 'devices',
  sessions: 'sessions',
  sign_in_links: 'sign_in_links',
  api_tokens: 'tokens',
  token_allowances: { because: 'counters of a minute' },
  account_allowances: { because: 'counters of a minute' },
  site_keys: 'site_keys',
  subscriptions: 'subscription',
  billing_customers: 'billing',
  billing_hours: 'billing',
  quotas: { because: 'a sum of the usage' },
  quota_reservations: { because: 'shares of the usage' },
  usage_daily: 'usage',
  verdict_daily: 'verdicts',
  policies: 'policies',
  list_entries: 'list_entries',
  bulk_accounts: { because: 'counters of running lists' },
  bulk_turns: { because: 'places in the queue' },
  bulk_job_times: { because: 'counters of lists' },
  bulk_totals: { because: 'counters of lists' },
  bulk_uploads: 'uploads',
  bulk_groups: 'groups',
  bulk_jobs: 'jobs',
  bulk_chunks: 'jobs',
  saved_lists: 'lists',
  saved_list_parts: 'lists',
  bulk_keys: 'idempotency_keys',
  contact_counts: { because: 'counters of contacts' },
  contact_gaps: { because: 'positions of deleted contacts' },
  contact_blocklist: { because: 'keyed hashes, without what they stand for' },
  mailbox_evidence: 'mailbox_evidence',
  validated_addresses: { because: 'keyed hashes, without what they stand for' },
  suppressions: 'suppressions',
  bounce_sources: 'bounce_sources',
  bounce_bursts: 'bounce_bursts',
  calibrations: { because: 'counts of bounces' },
  probes: 'probes',
  probe_log: 'probes',
  probe_lists: 'probes',
  probe_accounts: { because: 'a permission of the operator' },
  sign_ups: { because: 'addresses without an account: the export of an address has them' },
}

test('every table about people or accounts is exported with an account, or is known to say nothing more', async () => {
  const { db, url } = await useTestDatabase()
  const { rows } = await sql<{ name: string }>`
    WITH RECURSIVE owned AS (
      SELECT unnest('{accounts,users}'::regclass[])::oid AS id
      UNION SELECT conrelid FROM pg_constraint JOIN owned ON confrelid = owned.id WHERE contype = 'f'
    )
    SELECT id::regclass::text AS name FROM owned
    UNION SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'email' AND table_name <> 'contacts'
    ORDER BY name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(EXPORTED).sort())
  await callAdmin(url, ['users', 'create', ADA])
  const exported = await exportOf(url, '--user', ADA)
  for (const key of Object.values(EXPORTED)) if (typeof key === 'string') expect(exported).toHaveProperty(key)
})

async function exportOf(url: string, ...about: string[]): Promise<Export> {
  return JSON.parse((await callAdmin(url, ['privacy', 'export', ...about])).output) as Export
}

async function addAccount(db: Db, url: string): Promise<{ accountId: string; userId: string }> {
  await callAdmin(url, ['users', 'create', ADA])
  const { rows } = await sql<{ accountId: string; userId: string }>`
    SELECT account_id AS "accountId", user_id AS "userId" FROM first_owners WHERE email = ${ADA}`.execute(db)
  return rows[0]!
}

test('a person is exported with the ways they sign in, without secrets, and all of it goes with the account', async () => {
  const { db, url } = await useTestDatabase()
  const { accountId, userId } = await addAccount(db, url)
  const hash = (text: string) => sql`sha256(${text}::text::bytea)`
  await sql`INSERT INTO devices (user_id, sha256) VALUES (${userId}, ${hash('device')})`.execute(db)
  await sql`INSERT INTO identities (id, user_id, provider, issuer, subject_sha256)
    VALUES (${uuidv7()}, ${userId}, 'corp', 'https://id.contoso.com', ${hash('subject')})`.execute(db)
  await sql`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, backed_up, name)
    VALUES (${uuidv7()}, ${userId}, 'c', 'k', 0, true, 'Phone')`.execute(db)
  const { secret } = await makeLink(db, userId, { purpose: 'password_reset', confirms: true })
  await db
    .transaction()
    .execute((tx) => makeInvitation(tx, accountId, { role: 'viewer', email: JANE, invitedBy: userId }))

  for (const found of [await exportOf(url, '--user', ADA), (await exportOf(url, '--address', ADA)).person!]) {
    expect(found.devices).toMatchObject([{ person_id: userId }])
    expect(found.identities).toMatchObject([{ provider: 'corp', issuer: 'https://id.contoso.com' }])
    expect(found.passkeys).toMatchObject([{ name: 'Phone' }])
    expect(found.sign_in_links).toMatchObject([{ purpose: 'password_reset' }])
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`sha256|credential|public_key|${secret}`))
  }
  expect((await exportOf(url, '--user', ADA)).invitations).toMatchObject([{ email: JANE, role: 'viewer' }])
  expect((await exportOf(url, '--address', ADA)).person).toMatchObject({ accounts: [{ id: accountId, role: 'owner' }] })

  expect((await callAdmin(url, ['users', 'delete', ADA, '--yes'])).code).toBe(0)
  for (const table of ['users', 'devices', 'identities', 'passkeys', 'sign_in_links', 'invitations'])
    expect((await sql`SELECT FROM ${sql.table(table)}`.execute(db)).rows).toEqual([])
})

test('an invited address and one that has signed up are found and forgotten, in any spelling', async () => {
  const { db, url } = await useTestDatabase()
  const { accountId, userId } = await addAccount(db, url)
  for (const email of [JANE, 'jane.roe+team@acme-rockets.com', 'bob@acme-rockets.com'])
    await db.transaction().execute((tx) => makeInvitation(tx, accountId, { role: 'viewer', email, invitedBy: userId }))
  await makeSignUp(db, JANE)
  await sql`UPDATE accounts SET name = ${`Team of ${JANE}`} WHERE id = ${accountId}`.execute(db)
  await sql`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, backed_up, name)
    VALUES (${uuidv7()}, ${userId}, 'c', 'k', 0, true, ${`Key of ${JANE}`})`.execute(db)
  await sql`INSERT INTO bounce_sources (id, account_id, kind, name, sha256)
    VALUES (${uuidv7()}, ${accountId}, 'dsn', ${`For ${JANE}`}, sha256('source'))`.execute(db)

  const { invitations_and_sign_ups: awaited, names } = await exportOf(url, '--address', JANE.toUpperCase())
  expect(awaited!.map(({ kind }) => kind).sort()).toEqual(['invitation', 'invitation', 'sign_up'])
  expect(names!.map(({ kind }) => kind).sort()).toEqual(['passkey_name', 'source_name', 'team_name'])
  const { output } = await callAdmin(url, ['privacy', 'delete', '--address', JANE, '--yes'])
  expect(output).toMatch(/invitations and sign-ups +3\nnames and keys +3\n/)
  expect((await sql`SELECT email FROM invitations UNION ALL SELECT email FROM sign_ups`.execute(db)).rows).toEqual([
    { email: 'bob@acme-rockets.com' },
  ])
  expect(
    (
      await sql`SELECT name FROM accounts UNION ALL SELECT name FROM passkeys UNION ALL SELECT name FROM bounce_sources`.execute(
        db,
      )
    ).rows,
  ).toEqual([{ name: null }, { name: 'Removed' }, { name: 'Removed' }])
  expect((await exportOf(url, '--address', JANE)).invitations_and_sign_ups).toEqual([])
})

test('an account that Stripe still charges is not deleted, and one that it does not names the customer', async () => {
  const { db, url } = await useTestDatabase()
  const { accountId } = await addAccount(db, url)
  await sql`INSERT INTO billing_customers (account_id, customer_id) VALUES (${accountId}, 'cus_ada')`.execute(db)
  const month = { periodEnd: new Date(Date.now() + 86_400_000), graceUntil: null, anchor: new Date() }
  await followSubscription(db, accountId, { plan: 'team', status: 'past_due', ...month })
  expect((await exportOf(url, '--user', ADA)).billing).toMatchObject({ customer_id: 'cus_ada', hours: [] })

  const refused = await callAdmin(url, ['users', 'delete', ADA, '--yes'])
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining('Stripe still charges ada@contoso.com (customer cus_ada)'),
  ])
  expect((await callAdmin(url, ['privacy', 'delete', '--user', ADA, '--yes'])).code).toBe(1)

  await setSubscription(db, accountId, { plan: 'team', status: 'canceled', periodEnd: null })
  const deleted = await callAdmin(url, ['users', 'delete', ADA, '--yes'])
  expect([deleted.code, deleted.errors]).toEqual([0, expect.stringContaining('Stripe keeps the customer cus_ada')])
  expect((await sql`SELECT FROM billing_customers`.execute(db)).rows).toEqual([])
})
