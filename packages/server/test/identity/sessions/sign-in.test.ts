import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/accounts/accounts.ts'
import {
  addUser,
  codeOf,
  postJson,
  signIn,
  startTestApp,
  type TestApp,
  type TestUser,
  useTestApp,
} from '../../access/test-app.ts'
import { createTestDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
let user: TestUser
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database.url)
  user = await addUser(database.db)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

test('signing in answers the account, a bearer token and a cookie that scripts cannot read', async () => {
  const answer = await postJson(app, '/account/sign-in', { email: user.email, password: user.password })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    account: { id: user.id, email: user.email, name: 'Test', created_at: expect.stringMatching(/Z$/) },
    bearer_token: expect.any(String),
    expires_at: expect.stringMatching(/Z$/),
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^mailsift_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('over https the cookie is bound to the host', async () => {
  const secure = await useTestApp(database.url, { origin: 'https://mailsift.test' })
  const { setCookie, cookie } = await signIn(secure, user)
  expect(setCookie).toMatch(/^__Host-mailsift_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const headers = { cookie, origin: 'https://mailsift.test' }
  expect((await secure.fetch('/write', { method: 'POST', headers })).status).toBe(200)
  const signedOut = await secure.fetch('/account/sign-out', { method: 'POST', headers })
  expect(signedOut.headers.get('set-cookie')).toBe(
    '__Host-mailsift_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('the address is compared without regard to case and surrounding space', async () => {
  const answer = await postJson(app, '/account/sign-in', {
    email: ` ${user.email.toUpperCase()} `,
    password: user.password,
  })
  expect(answer.status).toBe(200)
})

test('an unknown account, an account without password and a wrong password cannot be told apart', async () => {
  const fresh = await useTestApp(database.url)
  const { email: noPassword } = await createAccount(database.db, { email: 'no-password@example.com' })
  const attempts = {
    wrong: user.email,
    unknown: 'nobody@example.com',
    'no password': noPassword,
    impossible: 'not an address',
  }
  const answers = []
  const times: string[] = []
  for (const [name, email] of Object.entries(attempts)) {
    const start = performance.now()
    const answer = await postJson(fresh, '/account/sign-in', { email, password: 'not the password' })
    times.push(`${name} ${(performance.now() - start).toFixed(0)} ms`)
    const { request_id, ...body } = (await answer.json()) as Record<string, unknown>
    const headers = Object.fromEntries(answer.headers)
    for (const own of ['date', 'request-id', 'ratelimit']) delete headers[own]
    answers.push({ status: answer.status, headers, body })
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  console.log(`sign-in refused after: ${times.join(', ')}`)
})

test.each([
  ['one megabyte', 'x'.repeat(1_000_000), 413],
  ['longer than allowed', 'x'.repeat(5_000), 401],
  ['empty', '', 401],
  ['with NUL', 'a\0b', 401],
])('a password that is %s is refused cleanly', async (_name, password, status) => {
  const fresh = await useTestApp(database.url)
  expect((await postJson(fresh, '/account/sign-in', { email: user.email, password })).status).toBe(status)
})

test('guessing one account is stopped, from however many networks it comes', async () => {
  const fresh = await useTestApp(database.url, { trustProxy: '127.0.0.1' })
  const victim = await addUser(database.db)
  const attempt = (password: string, network: number) =>
    postJson(
      fresh,
      '/account/sign-in',
      { email: victim.email, password },
      { 'x-forwarded-for': `203.0.113.${network}` },
    )
  for (let guess = 0; guess < 10; guess++) expect((await attempt(`guess ${guess}`, guess)).status).toBe(401)
  const refused = await attempt(victim.password, 200)
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a page of another site cannot sign its visitor in', async () => {
  const credentials = { email: user.email, password: user.password }
  const answer = await postJson(app, '/account/sign-in', credentials, { origin: 'https://evil.example' })
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden_origin'])
})

test('signing out ends the session for cookie and bearer, and takes the cookie back', async () => {
  const { cookie, bearer } = await signIn(app, user)
  const headers = { cookie, origin: 'http://mailsift.test' }
  const answer = await app.fetch('/account/sign-out', { method: 'POST', headers })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('set-cookie')).toMatch(/^mailsift_session=; Max-Age=0/)
  expect((await app.fetch('/read', { headers: { cookie } })).status).toBe(401)
  expect((await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401)
})

test('the session says who is signed in and what they pay for', async () => {
  const { bearer } = await signIn(app, user)
  const answer = await app.fetch('/account/session', { headers: { authorization: `Bearer ${bearer}` } })
  expect(await answer.json()).toEqual({
    person_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    role: 'owner',
    operator: false,
    accounts: [{ id: user.id, name: user.email, role: 'owner' }],
    account: expect.objectContaining({ id: user.id, email: user.email }),
    subscription: { plan: 'self-hosted', status: 'active', period_end: null, active: true },
    expires_at: expect.any(String),
    has_password: true,
    address_confirmed: true,
    second_factor: false,
    second_factor_required: false,
    second_factor_missing: false,
    password_sign_in: true,
    provider: null,
  })
})

test('a session stores who and when, no address of a client, and nothing that signs in', async () => {
  const { bearer } = await signIn(app, user)
  const { rows } = await database.pool.query('SELECT * FROM sessions ORDER BY created_at DESC LIMIT 1')
  expect(Object.keys(rows[0]).sort()).toEqual([
    'account_id',
    'created_at',
    'expires_at',
    'id',
    'last_used_at',
    'multi_factor',
    'sha256',
    'user_id',
  ])
  expect(rows[0].sha256).toEqual(hash('sha256', bearer.split('.')[0]!, 'buffer'))
})

test('passwords, sessions and addresses never reach the log', async () => {
  const fresh = await useTestApp(database.url)
  const { cookie, bearer } = await signIn(fresh, user)
  await postJson(fresh, '/account/sign-in', { email: user.email, password: 'a wrong password' })
  await postJson(fresh, '/account/sign-up/confirm', { secret: 'wrong', password: 'another password' })
  await fresh.fetch(`/read?email=${user.email}`, { headers: { cookie, authorization: `Bearer ${bearer}` } })
  for (const secret of [
    user.email,
    user.password,
    'wrong password',
    'another password',
    cookie,
    bearer,
    bearer.split('.')[0]!,
  ])
    expect(fresh.logged()).not.toContain(secret)
})
