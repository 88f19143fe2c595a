import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { codeOf, postJson, signIn, useTestApp } from './test-app.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const password = 'correct horse battery staple'

test('signing up makes an account without subscription and signs it in', async () => {
  const app = await useTestApp(database.url)
  const answer = await postJson(app, '/account/sign-up', { email: 'Ada@Example.com', password, name: 'Ada' })
  expect(answer.status).toBe(201)
  const { account, bearer_token } = (await answer.json()) as { account: object; bearer_token: string }
  expect(account).toMatchObject({ email: 'ada@example.com', name: 'Ada' })
  const session = await app.fetch('/account/session', { headers: { authorization: `Bearer ${bearer_token}` } })
  expect(await session.json()).toMatchObject({ account: { email: 'ada@example.com' }, subscription: null })
  await signIn(app, { email: 'ada@example.com', password })
})

test('an address has one account, however it is written', async () => {
  const app = await useTestApp(database.url)
  await postJson(app, '/account/sign-up', { email: 'once@example.com', password })
  const again = await postJson(app, '/account/sign-up', { email: 'ONCE@example.com', password: 'another password' })
  expect([again.status, await codeOf(again)]).toEqual([409, 'account_exists'])
})

test('of sign-ups at the same moment one wins and the others are told that the account exists', async () => {
  const app = await useTestApp(database.url)
  const attempts = Array.from({ length: 5 }, () =>
    postJson(app, '/account/sign-up', { email: 'race@example.com', password }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409, 409, 409, 409])
  const sessions = await database.pool.query(
    "SELECT FROM sessions JOIN people ON people.id = person_id WHERE email = 'race@example.com'",
  )
  expect(sessions.rowCount).toBe(1)
})

test.each([
  ['no address', 'nonsense', 'invalid_email'],
  ['an address with NUL', 'a\0b@example.com', 'invalid_email'],
  ['an empty address', '', 'invalid_email'],
])('%s is refused', async (_name, email, code) => {
  const app = await useTestApp(database.url)
  const answer = await postJson(app, '/account/sign-up', { email, password })
  expect([answer.status, await codeOf(answer)]).toEqual([400, code])
})

test.each([
  ['a short password', { email: 'a@example.com', password: '1234567' }],
  ['a long password', { email: 'a@example.com', password: 'x'.repeat(129) }],
  ['a name with NUL', { email: 'a@example.com', password, name: 'a\0b' }],
  ['a name with a line break', { email: 'a@example.com', password, name: 'a\nb' }],
  ['an unknown property', { email: 'a@example.com', password, emailVerified: true }],
  ['no password', { email: 'a@example.com' }],
])('%s is refused', async (_name, body) => {
  const app = await useTestApp(database.url)
  const answer = await postJson(app, '/account/sign-up', body)
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
})

test('a password is measured in characters, not in UTF-16 units', async () => {
  const app = await useTestApp(database.url)
  const long = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(0x1f300 + ((at * 37) % 256))).join('')
  expect((await postJson(app, '/account/sign-up', { email: 'keys@example.com', password: long })).status).toBe(201)
  await signIn(app, { email: 'keys@example.com', password: long })
})

test('when sign-up is closed no account is made, and known and unknown addresses get the same answer', async () => {
  const app = await useTestApp(database.url, { signUp: 'closed' })
  for (const email of ['new@example.com', 'ada@example.com']) {
    const answer = await postJson(app, '/account/sign-up', { email, password })
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'sign_up_closed'])
  }
})

test('one network makes only so many accounts', async () => {
  const app = await useTestApp(database.url)
  const statuses = []
  for (let account = 0; account < 11; account++)
    statuses.push((await postJson(app, '/account/sign-up', { email: 'nonsense', password })).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})
