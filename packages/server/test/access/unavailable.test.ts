import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeSignUp } from '../../src/identity/sign-up/sign-ups.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { useLockedDatabase, useTestDatabase, whileLocked } from '../support/database.ts'
import {
  addToken,
  addUser,
  codeOf,
  postJson,
  signIn,
  type TestApp,
  type TestUser,
  useTestApp,
  withToken,
} from './test-app.ts'

const NO_DATABASE = 'postgres://mailsift@localhost/mailsift?host=%2Fnonexistent'

/** What an operator meets who changes the password of the role, or closes the database, while the service runs. */
const WRONG_PASSWORD = (url: string) => Object.assign(new URL(url), { password: 'changed' }).href
const WRONG_NAME = (url: string) => Object.assign(new URL(url), { pathname: '/gone' }).href

/** Someone with each kind of credential. */
async function addCredentials({ db, url }: Database) {
  const user = await addUser(db)
  const token = await addToken(db, user.id, 'read')
  const { secret: signUp } = await makeSignUp(db, 'new@example.com')
  return { user, token, signUp, ...(await signIn(await useTestApp(url), user)) }
}

type Credentials = { user: TestUser; token: string; cookie: string; bearer: string; signUp: string }

async function expectUnavailable(app: TestApp, { user, token, cookie, bearer, signUp }: Credentials): Promise<void> {
  const answers = [
    await app.fetch('/read', withToken(token)),
    await app.fetch('/read', { headers: { cookie } }),
    await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } }),
    await postJson(app, '/account/sign-in', { email: user.email, password: user.password }),
    await postJson(app, '/account/sign-up/confirm', { secret: signUp, password: user.password }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    expect(await codeOf(answer)).toBe('unavailable')
  }
  for (const secret of [token, cookie, bearer, user.email, user.password, 'new@example.com'])
    expect(app.logged()).not.toContain(secret)
}

test.each([
  ['cannot be reached', () => NO_DATABASE],
  ['refuses the password', WRONG_PASSWORD],
  ['is gone', WRONG_NAME],
])('a database that %s is 503 for every credential, never "invalid"', async (_, change) => {
  const database = await useLockedDatabase()
  const credentials = await addCredentials(database)
  await expectUnavailable(await useTestApp(change(database.url)), credentials)
})

test.each(['statement_timeout', 'lock_timeout'])(
  'a statement that %s ends is 503 for every credential, never 500',
  async (limit) => {
    const database = await useTestDatabase()
    const { db, url } = database
    const credentials = await addCredentials(database)
    await sql.raw(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${limit} = '100ms'`).execute(db)
    const app = await useTestApp(url)
    await whileLocked(db, 'api_tokens', () => whileLocked(db, 'users', () => expectUnavailable(app, credentials)))
  },
)

test('a database that has no connection left is 503 for every credential, never 500', async () => {
  const database = await useTestDatabase()
  const credentials = await addCredentials(database)
  await sql.raw(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} CONNECTION LIMIT 0`).execute(database.db)
  await expectUnavailable(await useTestApp(database.url), credentials)
})
