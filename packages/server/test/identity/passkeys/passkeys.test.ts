import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAccountRows } from '../../../src/accounts/accounts.ts'
import { addUser, codeOf, type TestUser, useTestApp } from '../../access/test-app.ts'
import { useTestDatabase } from '../../support/database.ts'
import { codeOf as totpOf } from '../second-factor/totp.ts'
import { createVisitor, type Visitor } from '../single-sign-on/visitor.ts'
import { type Answer, type Authenticator, createAuthenticator } from './authenticator.ts'

type Creation = { challenge: string; user_id: string; exclude: string[] }

async function setUp() {
  const database = await useTestDatabase()
  const app = await useTestApp(database.url)
  const user = await addUser(database.db)
  const visitor = createVisitor(app)
  await signIn(visitor, user)
  return { ...database, app, user, visitor }
}

async function resultOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  return response.status < 300 ? 'ok' : await codeOf(response)
}

async function signIn(visitor: Visitor, { email, password }: TestUser): Promise<void> {
  expect(await resultOf(visitor.post('/account/sign-in', { email, password }))).toBe('ok')
}

const begin = async (visitor: Visitor, { password }: TestUser) =>
  (await (await visitor.post('/account/passkeys/begin', { password })).json()) as Creation

async function register(visitor: Visitor, user: TestUser): Promise<{ key: Authenticator; userHandle: string }> {
  const key = createAuthenticator()
  const { challenge, user_id } = await begin(visitor, user)
  const added = await visitor.post('/account/passkeys', { name: 'Laptop', ...key.register({ challenge }) })
  expect([added.status, await added.json()]).toMatchObject([
    201,
    { name: 'Laptop', backed_up: false, last_used_at: null },
  ])
  return { key, userHandle: user_id }
}

const challenge = async (visitor: Visitor) =>
  ((await (await visitor.post('/account/passkeys/challenge', undefined)).json()) as { challenge: string }).challenge

test('a passkey is added, named, signs in without a code, and is removed', async () => {
  const { visitor, user, app, pool } = await setUp()
  const { key, userHandle } = await register(visitor, user)
  const elsewhere = createVisitor(app)
  const answer = key.assert({ challenge: await challenge(elsewhere), userHandle })
  expect(await resultOf(elsewhere.post('/account/passkeys/sign-in', answer))).toBe('ok')
  expect(await (await elsewhere.get('/account/session')).json()).toMatchObject({ account: { id: user.id } })
  // Its answer and its challenge are spent.
  expect(await resultOf(elsewhere.post('/account/passkeys/sign-in', answer))).toBe('passkey_refused')

  const { items } = (await (await visitor.get('/account/passkeys')).json()) as { items: { id: string }[] }
  const path = `/account/passkeys/${items[0]!.id}`
  expect(items).toMatchObject([{ name: 'Laptop', last_used_at: expect.any(String) }])
  expect(await resultOf(visitor.post(path, { name: 'Phone' }, 'PATCH'))).toBe('ok')
  expect((await begin(visitor, user)).exclude).toEqual([key.id])
  expect(await resultOf(visitor.post(path, undefined, 'DELETE'))).toBe('ok')
  const late = key.assert({ challenge: await challenge(elsewhere), userHandle })
  expect(await resultOf(elsewhere.post('/account/passkeys/sign-in', late))).toBe('passkey_refused')
  const { rows } = await pool.query(
    `SELECT action, detail FROM audit_events WHERE account_id = $1 AND (action ~ 'passkey' OR detail = 'passkey') ORDER BY at, id`,
    [user.id],
  )
  expect(rows).toEqual([
    { action: 'passkey_added', detail: null },
    { action: 'sign_in', detail: 'passkey' },
    { action: 'passkey_removed', detail: null },
  ])
})

test('adding a passkey takes the password, and the session and the browser that began', async () => {
  const { visitor, user, app } = await setUp()
  expect(await resultOf(visitor.post('/account/passkeys/begin', {}))).toBe('invalid_credentials')
  const key = createAuthenticator()
  const { challenge: began } = await begin(visitor, user)
  const body = { name: 'Laptop', ...key.register({ challenge: began }) }
  const other = createVisitor(app)
  await signIn(other, user)
  expect(await resultOf(other.post('/account/passkeys', body))).toBe('passkey_refused')
  // The same browser, signed in again.
  await signIn(visitor, user)
  expect(await resultOf(visitor.post('/account/passkeys', body))).toBe('passkey_refused')
  expect((await (await visitor.get('/account/passkeys')).json()) as object).toEqual({ items: [] })
})

test('a registration that is not for this service, or whose person was not verified, is refused', async () => {
  const { visitor, user } = await setUp()
  for (const [name, change] of Object.entries({
    'another origin': { origin: 'https://evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'a person who was not verified': { isVerified: false },
    'a made-up challenge': { challenge: 'A'.repeat(43) },
    'a sign-in': { type: 'webauthn.get' },
  } satisfies Record<string, Partial<Answer>>)) {
    const { challenge: began } = await begin(visitor, user)
    const body = { name: 'Laptop', ...createAuthenticator().register({ challenge: began, ...change }) }
    expect([name, await resultOf(visitor.post('/account/passkeys', body))]).toEqual([name, 'passkey_refused'])
  }
})

test('a forged, repeated or foreign answer signs no one in', async () => {
  const { visitor, user, app, db, pool } = await setUp()
  const { key, userHandle } = await register(visitor, user)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = await addUser(db)
  const otherVisitor = createVisitor(app)
  await signIn(otherVisitor, other)
  const { user_id: otherHandle } = await begin(otherVisitor, other)
  const attacker = createVisitor(app)
  const answers: Record<string, (challenge: string) => object> = {
    'another key': (given) => key.assert({ challenge: given, userHandle }, privateKey),
    'another origin': (given) => key.assert({ challenge: given, userHandle, origin: 'https://evil.example' }),
    'another relying party': (given) => key.assert({ challenge: given, userHandle, rpId: 'evil.example' }),
    'a person who was not verified': (given) => key.assert({ challenge: given, userHandle, isVerified: false }),
    'the handle of another person': (given) => key.assert({ challenge: given, userHandle: otherHandle }),
    'a made-up challenge': () => key.assert({ challenge: 'A'.repeat(43), userHandle }),
    'a registration': (given) => key.assert({ challenge: given, userHandle, type: 'webauthn.create' }),
    'an unknown passkey': (given) => createAuthenticator().assert({ challenge: given, userHandle }),
  }
  for (const [name, make] of Object.entries(answers)) {
    const answer = make(await challenge(attacker))
    expect([name, await resultOf(attacker.post('/account/passkeys/sign-in', answer))]).toEqual([
      name,
      'passkey_refused',
    ])
  }
  // A challenge of another browser, and one that was requested to add a passkey.
  const victim = createVisitor(app)
  await challenge(attacker)
  const stolen = key.assert({ challenge: await challenge(victim), userHandle })
  expect(await resultOf(attacker.post('/account/passkeys/sign-in', stolen))).toBe('passkey_refused')
  const { challenge: adding } = await begin(visitor, user)
  const crossed = key.assert({ challenge: adding, userHandle })
  expect(await resultOf(visitor.post('/account/passkeys/sign-in', crossed))).toBe('passkey_refused')
  const { rowCount } = await pool.query(
    `SELECT FROM audit_events WHERE action = 'sign_in_failed' AND detail = 'passkey'`,
  )
  expect(rowCount).toBe(Object.keys(answers).length + 2)
})

test('a counter that does not grow shows a copy, and the copy is refused', async () => {
  const { visitor, user, app } = await setUp()
  const { key, userHandle } = await register(visitor, user)
  const guest = createVisitor(app)
  const use = async (counter: number) =>
    resultOf(
      guest.post('/account/passkeys/sign-in', key.assert({ challenge: await challenge(guest), userHandle, counter })),
    )
  expect(await use(10)).toBe('ok')
  expect(await use(10)).toBe('passkey_refused')
  expect(await use(9)).toBe('passkey_refused')
  // Two answers with the same counter at once: one is the copy.
  const challenges = [await challenge(guest), await challenge(guest)]
  const results = await Promise.all(
    challenges.map((given) =>
      resultOf(guest.post('/account/passkeys/sign-in', key.assert({ challenge: given, userHandle, counter: 11 }))),
    ),
  )
  expect(results.toSorted()).toEqual(['ok', 'passkey_refused'])
})

test('a passkey can replace the code after the password, and only that of the same person', async () => {
  const { visitor, user, app, db } = await setUp()
  const { key, userHandle } = await register(visitor, user)
  const setup = await visitor.post('/account/second-factor', { password: user.password })
  const { totp_uri } = (await setup.json()) as { totp_uri: string }
  expect(await resultOf(visitor.post('/account/second-factor/confirm', { code: totpOf(totp_uri) }))).toBe('ok')
  const thief = await addUser(db)
  const own = createVisitor(app)
  await signIn(own, thief)
  const stolen = await register(own, thief)

  const guest = createVisitor(app)
  const { email, password } = user
  const trySignIn = async (passkey?: object, given = password) =>
    resultOf(guest.post('/account/sign-in', { email, password: given, ...(passkey && { passkey }) }))
  expect(await trySignIn()).toBe('second_factor_required')
  const foreign = stolen.key.assert({ challenge: await challenge(guest), userHandle: stolen.userHandle })
  expect(await trySignIn(foreign)).toBe('passkey_refused')
  expect(await trySignIn(key.assert({ challenge: await challenge(guest), userHandle }), 'wrong')).toBe(
    'invalid_credentials',
  )
  expect(await trySignIn(key.assert({ challenge: await challenge(guest), userHandle }))).toBe('ok')
})

test('passkeys are gone with their person', async () => {
  const { visitor, user, db, pool } = await setUp()
  await register(visitor, user)
  await deleteAccountRows(db, user.id)
  expect((await pool.query('SELECT FROM passkeys')).rowCount).toBe(0)
})
