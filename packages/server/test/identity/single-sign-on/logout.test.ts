// Sessions that end at the provider end here: OpenID Connect Back-Channel Logout 1.0 and Front-Channel Logout 1.0.
import { randomUUID } from 'node:crypto'
import { generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { addUser, codeOf, type TestApp, useTestApp } from '../../access/test-app.ts'
import { startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { codeOf as totpOf } from '../second-factor/totp.ts'
import { createVisitor, finish, visitProvider } from './visitor.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const now = () => Math.floor(Date.now() / 1000)

async function setUp() {
  const { db, url, pool } = await useTestDatabase()
  const owner = await addUser(db)
  let app: TestApp | undefined
  const provider = await startIdentityProvider({ config: { account: owner.id }, logoutTo: () => app!.url })
  app = await useTestApp(url, { providers: [provider.config] })
  const signIn = async () => {
    const visitor = createVisitor(app)
    expect((await finish(visitor, await visitProvider(visitor))).status).toBe(200)
    return visitor
  }
  const send = (token: string) =>
    app.fetch('/account/single-sign-on/contoso/backchannel-logout', {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })
  const claims = () => ({
    iss: provider.issuer,
    aud: 'mailsift',
    iat: now(),
    exp: now() + 120,
    jti: randomUUID(),
    sub: 'ada',
    events: { [EVENT]: {} },
  })
  return { app, provider, pool, owner, signIn, send, claims }
}

const stateOf = async (visitor: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['signIn']>>) =>
  (await visitor.get('/account/session')).status

test('signing out at the provider ends the sessions that began there, and no other', async () => {
  const { signIn, app, owner, pool } = await setUp()
  const [here, elsewhere] = [await signIn(), await signIn()]
  const byPassword = createVisitor(app)
  await byPassword.post('/account/sign-in', { email: owner.email, password: owner.password })
  const first = here.cookies.get('mailsift_session')!
  expect((await finish(here, await visitProvider(here))).status).toBe(200)
  const out = await here.post('/account/single-sign-on/sign-out', undefined)
  const { redirect_to } = (await out.json()) as { redirect_to: string }
  here.cookies.set('mailsift_session', first)
  expect(await stateOf(here)).toBe(200)
  // The provider's page asks; its form is sent as a browser would.
  const page = await here.open(redirect_to)
  const [, action] = /action="([^"]+)"/.exec(page)!
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(page)!
  await here.open(action!, new URLSearchParams({ xsrf: xsrf!, logout: 'yes' }))
  expect(await stateOf(here)).toBe(401)
  // Another browser has its own session at the provider.
  expect(await stateOf(elsewhere)).toBe(200)
  expect(await stateOf(byPassword)).toBe(200)
  expect((await pool.query('SELECT FROM used_logout_tokens')).rowCount).toBe(1)
})

test('a logout token ends every session of its subject, once', async () => {
  const { signIn, send, claims, provider, pool } = await setUp()
  const visitors = [await signIn(), await signIn()]
  const token = await provider.sign(claims(), { typ: 'logout+jwt' })
  expect((await send(token)).status).toBe(200)
  for (const visitor of visitors) expect(await stateOf(visitor)).toBe(401)
  const again = await signIn()
  const replay = await send(token)
  expect([replay.status, await codeOf(replay)]).toEqual([400, 'invalid_request'])
  expect(await stateOf(again)).toBe(200)
  const { rows } = await pool.query(`SELECT actor, detail FROM audit_events WHERE action = 'session_ended'`)
  expect(rows).toEqual([1, 2].map(() => ({ actor: 'service', detail: 'single_sign_on' })))
})

test('a page of the provider ends the session that it names, without a cookie, and no other', async () => {
  const { signIn, app, provider, pool } = await setUp()
  const [named, other] = [await signIn(), await signIn()]
  const sidOf = async () => {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT session_id AS id FROM session_identities ORDER BY session_id',
    )
    return rows[0]!.id
  }
  await pool.query("UPDATE session_identities SET sid_sha256 = sha256('sid of the first') WHERE session_id = $1", [
    await sidOf(),
  ])
  const call = (query: Record<string, string>) =>
    app.fetch(`/account/single-sign-on/contoso/frontchannel-logout?${new URLSearchParams(query)}`)
  for (const [query, status] of [
    [{ iss: provider.issuer, sid: 'another' }, 200],
    [{ iss: 'https://elsewhere.example', sid: 'sid of the first' }, 400],
    [{ iss: provider.issuer, sid: '' }, 400],
    [{ iss: provider.issuer }, 400],
    [{ sid: 'sid of the first' }, 400],
  ] as const)
    expect((await call(query as Record<string, string>)).status).toBe(status)
  expect(await Promise.all([named, other].map(stateOf))).toEqual([200, 200])
  const ended = await call({ iss: provider.issuer, sid: 'sid of the first' })
  expect([ended.status, ended.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await Promise.all([named, other].map(stateOf))).toEqual([401, 200])
})

test('a forged, old or foreign logout token ends nothing', async () => {
  const { signIn, send, claims, provider } = await setUp()
  const visitor = await signIn()
  const { privateKey } = await generateKeyPair('RS256')
  const { jti: _, ...unnamed } = claims()
  const { sub: __, ...withoutSubject } = claims()
  const { events: ___, ...idToken } = claims()
  for (const [name, token] of Object.entries({
    'no token': 'x.y.z',
    'another key': await provider.sign(claims(), { key: privateKey }),
    'another client': await provider.sign({ ...claims(), aud: 'other' }),
    'another issuer': await provider.sign({ ...claims(), iss: 'https://evil.example' }),
    'an ID token': await provider.sign({ ...idToken, nonce: 'n' }),
    'with a nonce': await provider.sign({ ...claims(), nonce: 'n' }),
    'another type': await provider.sign(claims(), { typ: 'at+jwt' }),
    'too old': await provider.sign({ ...claims(), iat: now() - 600 }),
    expired: await provider.sign({ ...claims(), exp: now() - 90 }),
    'from the future': await provider.sign({ ...claims(), iat: now() + 90 }),
    'without an id': await provider.sign(unnamed),
    'without a subject': await provider.sign(withoutSubject),
  }))
    expect([name, (await send(token)).status]).toEqual([name, 400])
  expect(await stateOf(visitor)).toBe(200)
})

test('a person with two-factor authentication sends a code after single sign-on, too', async () => {
  const { app, owner, provider } = await setUp()
  const visitor = createVisitor(app)
  await visitor.post('/account/sign-in', { email: owner.email, password: owner.password })
  provider.person = { sub: 'owner', email: owner.email, email_verified: true }
  const ticket = await visitProvider(visitor)
  expect((await visitor.post('/account/identities', { ticket })).status).toBe(204)
  const setup = await visitor.post('/account/second-factor', { password: owner.password })
  const { totp_uri } = (await setup.json()) as { totp_uri: string }
  expect((await visitor.post('/account/second-factor/confirm', { code: totpOf(totp_uri) })).status).toBe(200)
  const later = createVisitor(app)
  const next = await visitProvider(later)
  expect(await codeOf(await finish(later, next))).toBe('second_factor_required')
  expect(await codeOf(await finish(later, next, '000000'))).toBe('invalid_second_factor')
  expect((await finish(later, next, totpOf(totp_uri, 1))).status).toBe(200)
})
