// Single sign-on against a real OpenID provider in the shapes of the ones that people use.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteAccountRows } from '../../../src/accounts/accounts.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { addUser, codeOf, useTestApp } from '../../access/test-app.ts'
import { type Person, type Shape, startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { createVisitor, finish, visitProvider } from './visitor.ts'

const SHAPES: Record<string, { shape: Shape; person: Person }> = {
  Keycloak: {
    shape: { path: '/realms/contoso' },
    person: { sub: 'f3b1', email: 'Ada@Contoso.com', email_verified: true, name: 'Ada', groups: ['/staff'] },
  },
  'authentik, whose issuer ends in a slash': {
    shape: { path: '/application/o/mailsift/' },
    person: { sub: 'hashed', email: 'ada@contoso.com', email_verified: true, name: 'Ada', groups: ['staff'] },
  },
  'Entra, which has an issuer for each tenant and never says that an address is verified': {
    shape: {
      path: '/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
      namesIssuer: false,
      config: { managedAddresses: true },
    },
    person: { sub: 'AAAAAAAA', email: 'ada@contoso.com', name: 'Ada' },
  },
  'Google, which has no page to sign out': {
    shape: { namesIssuer: false, hasSignOut: false },
    person: { sub: '1095', email: 'ada@contoso.com', email_verified: true, name: 'Ada' },
  },
}

for (const [name, { shape, person }] of Object.entries(SHAPES))
  test(`signs in a newcomer, and the same person again, through ${name}`, async () => {
    const { db, url } = await useTestDatabase()
    const owner = await addUser(db)
    const provider = await startIdentityProvider({ ...shape, config: { ...shape.config, account: owner.id } })
    provider.person = person
    const app = await useTestApp(url, { providers: [provider.config] })
    const sessions: { account: { email: string }; person_id: string; role: string; provider: unknown }[] = []
    for (const _ of [1, 2]) {
      const visitor = createVisitor(app)
      const answer = await finish(visitor, await visitProvider(visitor))
      expect(await answer.json()).toMatchObject({ account: { id: owner.id, email: 'ada@contoso.com' } })
      sessions.push((await (await visitor.get('/account/session')).json()) as never)
      const out = await visitor.post('/account/single-sign-on/sign-out', undefined)
      const { redirect_to } = (await out.json()) as { redirect_to: string | null }
      if (shape.hasSignOut === false) expect(redirect_to).toBeNull()
      else {
        const sent = new URL(redirect_to!).searchParams
        expect(Object.fromEntries(sent)).toMatchObject({
          client_id: 'mailsift',
          post_logout_redirect_uri: 'http://mailsift.test/',
        })
        expect(sent.get('id_token_hint')).toMatch(/^ey/)
      }
      expect((await visitor.get('/account/session')).status).toBe(401)
    }
    expect(sessions[0]).toMatchObject({
      role: 'member',
      provider: { id: 'contoso', name: 'Contoso' },
      has_password: false,
    })
    expect(sessions[1]!.person_id).toBe(sessions[0]!.person_id)
    expect(await actionsOf(db, owner.id)).toEqual([
      ...[
        'account_created',
        'password_set',
        'subscription_set',
        'member_added',
        'identity_linked',
        'sign_in',
        'sign_out',
      ],
      ...['sign_in', 'sign_out'],
    ])
  })

async function actionsOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_events WHERE account_id = ${accountId} ORDER BY at, id`.execute(db)
  return rows.map(({ action }) => action)
}

async function setUp(shape: Shape = {}, account = true) {
  const database = await useTestDatabase()
  const owner = await addUser(database.db)
  const provider = await startIdentityProvider({
    ...shape,
    config: { ...(account && { account: owner.email }), ...shape.config },
  })
  const app = await useTestApp(database.url, { providers: [provider.config] })
  return { ...database, owner, provider, app, visitor: createVisitor(app) }
}

describe('groups', () => {
  const config = { roles: { admins: 'admin', staff: 'member' }, defaultRole: null } as const

  test('decide the role with each sign-in, and the highest one wins', async () => {
    const { provider, visitor, app } = await setUp({ config })
    for (const [groups, role] of [
      [['staff', 'admins'], 'admin'],
      [['staff'], 'member'],
    ] as const) {
      provider.person = { ...provider.person!, groups }
      const next = createVisitor(app)
      expect((await finish(next, await visitProvider(next))).status).toBe(200)
      expect(await (await next.get('/account/session')).json()).toMatchObject({ role })
    }
    provider.person = { ...provider.person!, groups: ['other'] }
    const refusal = await finish(visitor, await visitProvider(visitor))
    expect([refusal.status, await codeOf(refusal)]).toEqual([403, 'single_sign_on_refused'])
  })

  test('that Entra leaves out because they are too many change no role, and admit no newcomer', async () => {
    const { provider, visitor, app } = await setUp({ config })
    const overage = { _claim_names: { groups: 'src1' }, groups: undefined }
    provider.person = { ...provider.person!, ...overage }
    expect((await finish(visitor, await visitProvider(visitor))).status).toBe(403)
    provider.person = { ...provider.person!, _claim_names: undefined, groups: ['admins'] }
    const first = createVisitor(app)
    expect((await finish(first, await visitProvider(first))).status).toBe(200)
    provider.person = { ...provider.person!, ...overage }
    const second = createVisitor(app)
    expect((await finish(second, await visitProvider(second))).status).toBe(200)
    expect(await (await second.get('/account/session')).json()).toMatchObject({ role: 'admin' })
  })
})

test('without an account to join, a newcomer is refused and nothing is created', async () => {
  const { visitor, pool } = await setUp({}, false)
  expect(await codeOf(await finish(visitor, await visitProvider(visitor)))).toBe('single_sign_on_refused')
  expect((await pool.query('SELECT FROM users')).rowCount).toBe(1)
  expect((await pool.query('SELECT FROM identities')).rowCount).toBe(0)
})

test('the service starts without the provider, and says that it cannot be reached', async () => {
  const { url } = await useTestDatabase()
  const config = { ...(await startIdentityProvider()).config, issuer: 'http://127.0.0.1:9' }
  const app = await useTestApp(url, { providers: [config] })
  const answer = await createVisitor(app).post('/account/single-sign-on/begin', { provider: 'contoso' })
  expect([answer.status, await codeOf(answer)]).toEqual([503, 'unavailable'])
})

test('a key that the provider has just rotated is accepted, and the old one is not', async () => {
  const { visitor, provider, app } = await setUp()
  expect((await finish(visitor, await visitProvider(visitor))).status).toBe(200)
  await provider.rotateKeys()
  const next = createVisitor(app)
  expect((await finish(next, await visitProvider(next))).status).toBe(200)
})

test('deleting the account removes its people with their identities', async () => {
  const { visitor, db, pool, owner } = await setUp()
  expect((await finish(visitor, await visitProvider(visitor))).status).toBe(200)
  await deleteAccountRows(db, owner.id)
  for (const table of ['users', 'identities', 'session_identities', 'sessions'])
    expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0)
})

test('a removed member loses the identity with the account', async () => {
  const { visitor, pool, app, owner } = await setUp()
  expect((await finish(visitor, await visitProvider(visitor))).status).toBe(200)
  const { person_id } = (await (await visitor.get('/account/session')).json()) as { person_id: string }
  const admin = createVisitor(app)
  await admin.post('/account/sign-in', { email: owner.email, password: owner.password })
  expect((await admin.post(`/account/members/${person_id}`, undefined, 'DELETE')).status).toBe(204)
  expect((await visitor.get('/account/session')).status).toBe(401)
  expect((await pool.query('SELECT FROM identities')).rowCount).toBe(0)
})
