import { expect, test } from 'vitest'
import { useLockedDatabase } from '../support/database.ts'
import { addToken, addUser, codeOf, postJson, signIn, useTestApp, withToken } from './test-app.ts'

const NO_DATABASE = 'postgres://mailsift@localhost/mailsift?host=%2Fnonexistent'

/** What an operator meets who changes the password of the role, or closes the database, while the service runs. */
const WRONG_PASSWORD = (url: string) => Object.assign(new URL(url), { password: 'changed' }).href
const WRONG_NAME = (url: string) => Object.assign(new URL(url), { pathname: '/gone' }).href

test.each([
  ['cannot be reached', () => NO_DATABASE],
  ['refuses the password', WRONG_PASSWORD],
  ['is gone', WRONG_NAME],
])('a database that %s is 503 for every credential, never "invalid"', async (_, change) => {
  const { db, url } = await useLockedDatabase()
  const user = await addUser(db)
  const token = await addToken(db, user.id, 'read')
  const { cookie, bearer } = await signIn(await useTestApp(url), user)

  const app = await useTestApp(change(url))
  const answers = [
    await app.fetch('/read', withToken(token)),
    await app.fetch('/read', { headers: { cookie } }),
    await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } }),
    await postJson(app, '/account/sign-in', { email: user.email, password: user.password }),
    await postJson(app, '/account/sign-up', { email: 'new@example.com', password: user.password }),
  ]
  for (const answer of answers) {
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    expect(await codeOf(answer)).toBe('unavailable')
  }
  for (const secret of [token, cookie, bearer, user.email, user.password, 'new@example.com'])
    expect(app.logged()).not.toContain(secret)
})
