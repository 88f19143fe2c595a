// What any process changes is seen by every process. The answers are kept for an hour here, so that only the
// announcement of the change can explain it.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccountRows } from '../../src/accounts/accounts.ts'
import { SELF_HOSTED, setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { useTestDatabase } from '../support/database.ts'
import { addToken, addUser, signIn, type TestApp, type TestUser, useTestApp, withToken } from './test-app.ts'

const HOUR_MS = 3_600_000

type Fleet = { database: Database; apps: TestApp[]; user: TestUser; token: string }

/** Two instances on one database that both keep the token. */
async function startFleet(): Promise<Fleet> {
  const database = await useTestDatabase()
  const apps = [
    await useTestApp(database.url, { keepTokensForMs: HOUR_MS }),
    await useTestApp(database.url, { keepTokensForMs: HOUR_MS }),
  ]
  const user = await addUser(database.db)
  const token = await addToken(database.db, user.id, 'write')
  for (const app of apps) await untilKept(app, token)
  return { database, apps, user, token }
}

async function untilKept(app: TestApp, token: string): Promise<void> {
  await expect
    .poll(async () => {
      const { status } = await app.fetch('/read', withToken(token))
      return { status, isKept: !(app.authentication.tokens.find(token) instanceof Promise) }
    })
    .toEqual({ status: 200, isKept: true })
}

async function untilStatus(app: TestApp, token: string, status: number): Promise<void> {
  await expect.poll(async () => (await app.fetch('/read', withToken(token))).status).toBe(status)
}

test('a token revoked in one instance is refused by the other', async () => {
  const { apps, token, user } = await startFleet()
  const { bearer } = await signIn(apps[0]!, user)
  const headers = { authorization: `Bearer ${bearer}` }
  const { items } = (await (await apps[0]!.fetch('/account/tokens', { headers })).json()) as { items: { id: string }[] }
  const revoked = await apps[0]!.fetch(`/account/tokens/${items[0]!.id}`, { method: 'DELETE', headers })
  expect(revoked.status).toBe(204)
  for (const app of apps) await untilStatus(app, token, 401)
})

test('a deleted user is refused everywhere', async () => {
  const { database, apps, user, token } = await startFleet()
  await deleteAccountRows(database.db, user.id)
  for (const app of apps) await untilStatus(app, token, 401)
})

test('a subscription that is changed, removed or given back counts everywhere', async () => {
  const { database, apps, user, token } = await startFleet()
  await setSubscription(database.db, user.id, { ...SELF_HOSTED, status: 'past_due' })
  for (const app of apps) await untilStatus(app, token, 402)
  await setSubscription(database.db, user.id, SELF_HOSTED)
  for (const app of apps) await untilStatus(app, token, 200)
  await sql`DELETE FROM subscriptions WHERE account_id = ${user.id}`.execute(database.db)
  for (const app of apps) await untilStatus(app, token, 402)
})

test('a change made by hand in the database counts as well', async () => {
  const { database, apps, user, token } = await startFleet()
  await sql`UPDATE api_tokens SET expires_at = now() WHERE account_id = ${user.id}`.execute(database.db)
  for (const app of apps) await untilStatus(app, token, 401)
})

test('an instance that cannot hear of changes asks the database each time, and keeps again when it hears', async () => {
  const { database, apps, user, token } = await startFleet()
  const [app] = apps as [TestApp]
  const listeners = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'mailsift account changes'`
  const { rows } = await listeners.execute(database.db)
  expect(rows).toHaveLength(2)
  // The change is made while no process listens: the announcement is lost for good.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'mailsift account changes'`.execute(database.db)
  await sql`UPDATE api_tokens SET revoked_at = now() WHERE account_id = ${user.id}`.execute(database.db)
  for (const each of apps) await untilStatus(each, token, 401)

  const other = await addToken(database.db, user.id, 'read')
  await untilKept(app, other)
  expect((await listeners.execute(database.db)).rows.length).toBeGreaterThan(0)
})

test('the last use of a token is kept to the minute and written once a minute', async () => {
  const { database, apps, user, token } = await startFleet()
  const read = () =>
    database.db
      .selectFrom('api_tokens')
      .select(['last_used_at', sql<string>`xmin::text`.as('version')])
      .where('account_id', '=', user.id)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await read()).last_used_at).not.toBeNull()
  const first = await read()
  expect(first.last_used_at!.getTime() % 60_000).toBe(0)
  for (const app of apps) for (let use = 0; use < 20; use++) await app.fetch('/read', withToken(token))
  // An instance that closes writes at once what it would have written soon.
  for (const app of apps) await app.authentication.close()
  const second = await read()
  const isSameMinute = second.last_used_at!.getTime() === first.last_used_at!.getTime()
  expect(second.version === first.version).toBe(isSameMinute)
})
