// An installation from before 0310-people.sql. Its values were written by better-auth 1.7.7, which signed people in then.
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { readMigrations, readUnreleasedMigrations } from '../../src/platform/database/migration-files.ts'
import { codeOf as errorOf, postJson, type TestApp, useTestApp } from '../access/test-app.ts'
import { codeOf } from '../identity/second-factor/totp.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'

const SECRET = 'the secret of an installation from before'
const PASSWORD = 'correct horse battery staple'
const TOTP_URI =
  'otpauth://totp/Mailsift:ada%40example.com?secret=JE4XISZXIN3WE4C7NZBVGQKSPF2HEY2PKBHWIUKUGE2UO43MKY3A&issuer=Mailsift'
const BACKUP_CODES = ['zSYyZ-dgOQg', 'DGw5q-kiWMl'] as const
const SESSION = 'sINAeKXAcaPnNdPsW8RCd4tVcHDRQYyp.SuC9+iryzOsV508PFyjn90qhNMck6SCCZ6ZzfYzGRYY='

const ADA = '01890a5d-ac96-774b-bcce-b302099a8001'
const BOB = '01890a5d-ac96-774b-bcce-b302099a8002'
/** The tables of sign-in as they were; all others are as in 0.1.0. */
const OLD_TABLES = `
  DROP TABLE sign_in_links, sessions, people;
  DROP FUNCTION audit_password;
  ALTER TABLE users
    ADD COLUMN email text NOT NULL UNIQUE CHECK (email = lower(email)),
    ADD COLUMN email_verified boolean NOT NULL DEFAULT false,
    ADD COLUMN name text NOT NULL,
    ADD COLUMN image text,
    ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false,
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
  CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    token text NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sessions_user_id ON sessions (user_id);
  CREATE TABLE credentials (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text
  );
  CREATE FUNCTION audit_credential() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TABLE two_factors (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean NOT NULL DEFAULT true,
    failed_count integer NOT NULL DEFAULT 0,
    locked_until timestamptz
  );
  CREATE TABLE used_codes (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    code text NOT NULL,
    used_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE sign_in_links (
    sha256 bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX sign_in_links_user_id ON sign_in_links (user_id);
  CREATE TABLE verifications (id uuid PRIMARY KEY)`
const OLD_ROWS = `
  INSERT INTO users (id, email, name, two_factor_enabled, created_at) VALUES
    ('${ADA}', 'ada@example.com', 'Ada', true, '2026-01-02T03:04:05Z'),
    ('${BOB}', 'bob@example.com', 'Bob', false, '2026-01-02T03:04:06Z');
  INSERT INTO credentials (id, user_id, provider_id, account_id, password) SELECT gen_random_uuid(), id, 'credential', id,
    '47e7d4c77df071e0498219f8ee74a3cc:2ccef8963440147fbefad84cdb9cfa725153cdd60c4ed78e14f20836efe20ac9ef03f0374cf915b678d10ec34da1600fbc95f43a33a68b10233577d7a0e79270'
    FROM users WHERE email = 'ada@example.com';
  INSERT INTO two_factors (id, user_id, secret, backup_codes, failed_count) VALUES (gen_random_uuid(), '${ADA}',
    '$ba$1588996827$8503e387862735af5b2b5faa9e93f332dade180cddebedaea1e478cedaf05aee28b9d09881a41d4fedada09fd4d45ad957253ca8f78d5bffdfa3a3ce2ba5b5f054c1f53b27261300',
    '$ba$1588996827$a9f9c41c065ec21d9e31e898de9f924fba12da54ee36798f683ffa993d4d1bf4c22ea093f4c893399f2bf100a8f9aeae15277fb656aec7e2ea67a9b5fa078e7f28529285655ede46fcc97ad917e5a0d266bf7dae3672cc1d20b29855a1f87dcb5f6d5074b619886d7920a5c38cfee7ca785e96bc93b811ae1d742edcdbcd3d94790341ae056e97997297d1a8307e45d8f7ed322523cabbcbae96cb7d168670394670b9b3edb438067cd4bff5a8a817c642227878e9',
    8);
  INSERT INTO used_codes (user_id, code, used_at) VALUES ('${ADA}', '123456', now() - interval '5 minutes');
  INSERT INTO sessions (id, user_id, token, expires_at, ip_address, user_agent) VALUES
    (gen_random_uuid(), '${ADA}', 'sINAeKXAcaPnNdPsW8RCd4tVcHDRQYyp', now() + interval '7 days', '', '');
  INSERT INTO sign_in_links (sha256, user_id, purpose, expires_at) VALUES
    (sha256('the secret of a link'), '${BOB}', 'sign_in', now() + interval '1 hour');`

async function upgradedApp(): Promise<TestApp> {
  const url = await createEmptyDatabase()
  const [baseline] = await readMigrations()
  await migrate(url, [baseline!])
  const { sql } = (await readUnreleasedMigrations()).find(({ name }) => name === '0310-people.sql')!
  const { pool, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  await pool.query(OLD_TABLES)
  await pool.query(OLD_ROWS)
  await pool.query(`BEGIN; ${sql}; COMMIT`)
  await close()
  await migrate(url)
  return useTestApp(url, { secret: SECRET })
}

test('password, second factor, backup codes, sessions and links from before go on working', async () => {
  const app = await upgradedApp()
  const credentials: Record<string, string>[] = [
    { authorization: `Bearer ${SESSION}` },
    { cookie: `mailsift_session=${encodeURIComponent(SESSION)}` },
  ]
  for (const headers of credentials) {
    const answer = await app.fetch('/account/session', { headers })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({
        account: { id: ADA, email: 'ada@example.com', name: 'Ada', created_at: '2026-01-02T03:04:05.000Z' },
        has_password: true,
        second_factor: true,
      }),
    ])
  }

  const tryToSignIn = (more: object) =>
    postJson(app, '/account/sign-in', { email: 'ada@example.com', password: PASSWORD, ...more })
  expect(await errorOf(await tryToSignIn({}))).toBe('second_factor_required')
  expect(await errorOf(await tryToSignIn({ password: 'not the password' }))).toBe('invalid_credentials')
  expect(await errorOf(await tryToSignIn({ code: '000000' }))).toBe('invalid_second_factor')
  expect((await tryToSignIn({ code: codeOf(TOTP_URI) })).status).toBe(200)
  for (const code of BACKUP_CODES) expect((await tryToSignIn({ code })).status).toBe(200)
  expect(await errorOf(await tryToSignIn({ code: BACKUP_CODES[0] }))).toBe('invalid_second_factor')

  const byLink = await postJson(app, '/account/sign-in-link', { secret: 'the secret of a link' })
  expect([byLink.status, await byLink.json()]).toEqual([
    200,
    expect.objectContaining({ account: expect.objectContaining({ id: BOB, name: 'Bob' }) }),
  ])
})

test('the upgrade adds no event to the audit trail of an account', async () => {
  const app = await upgradedApp()
  const answer = await app.fetch('/account/audit', { headers: { authorization: `Bearer ${SESSION}` } })
  const { items } = (await answer.json()) as { items: { action: string }[] }
  expect(items.map(({ action }) => action)).toEqual(['account_created'])
})
