import { API_TOKEN_HEADER, type AuditTrail, type SessionView } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { addMember } from '../../../src/accounts/members/members.ts'
import { readPlans } from '../../../src/accounts/plans/plans.ts'
import { requireSecondFactor } from '../../../src/identity/identity.ts'
import { createUser, findUser } from '../../../src/identity/users/users.ts'
import { routesOfApi } from '../../access/routes-of-api.ts'
import { addToken, addUser, codeOf, signIn, startAppOfFile, type TestUser, useTestApp } from '../../access/test-app.ts'
import { callAdmin } from '../../admin/run-admin.ts'
import { startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { createAuthenticator } from '../passkeys/authenticator.ts'
import { createVisitor, finish, type Visitor, visitProvider } from '../single-sign-on/visitor.ts'
import { quickPasswords } from '../users/quick-passwords.ts'
import { codeOf as totpOf } from './totp.ts'

const { app, database } = await startAppOfFile()
const { db } = database
const PASSWORD = 'correct horse battery staple'

type Caller = { send(method: string, path: string, body?: unknown): Promise<Response> }

function callerWith(bearer: string): Caller {
  return {
    send: (method, path, body) =>
      app.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  }
}

const sessionOf = async ({ send }: Caller) => (await (await send('GET', '/account/session')).json()) as SessionView

/** Turns it on; the session that did so ends. */
async function turnOn(caller: Caller): Promise<Caller> {
  const setup = await caller.send('POST', '/account/second-factor', { password: PASSWORD })
  const { totp_uri } = (await setup.json()) as { totp_uri: string }
  const confirmed = await caller.send('POST', '/account/second-factor/confirm', { code: totpOf(totp_uri) })
  return callerWith(((await confirmed.json()) as { bearer_token: string }).bearer_token)
}

const requireOf = ({ send }: Caller, required: boolean) => send('PUT', '/account/second-factor/required', { required })

async function ownerWithRequirement(): Promise<{ owner: TestUser; own: Caller }> {
  const owner = await addUser(db)
  const own = await turnOn(callerWith((await signIn(app, owner)).bearer))
  expect((await requireOf(own, true)).status).toBe(204)
  return { owner, own }
}

let members = 0
async function joinAs(accountId: string, role: 'admin' | 'member' | 'viewer') {
  const email = `second${++members}@example.com`
  const passwordHash = await quickPasswords.hash(PASSWORD)
  const userId = await db.transaction().execute(async (tx) => {
    const { id } = await createUser(tx, { email, passwordHash, isConfirmed: true })
    await addMember(tx, readPlans(''), { accountId, userId: id, role })
    return id
  })
  return { userId, email, caller: callerWith((await signIn(app, { email, password: PASSWORD })).bearer) }
}

test('an owner without a second factor cannot require one, and other roles cannot', async () => {
  const owner = await addUser(db)
  const own = callerWith((await signIn(app, owner)).bearer)
  expect(await codeOf(await requireOf(own, true))).toBe('second_factor_setup_required')
  const { caller } = await joinAs(owner.id, 'admin')
  const admin = await turnOn(caller)
  expect(await codeOf(await requireOf(admin, true))).toBe('role_required')
  expect(await sessionOf(own)).toMatchObject({ second_factor_required: false, second_factor_missing: false })
})

/** What sets a second factor up, and what leads out of the account. All other routes for people refuse. */
const OPEN = [
  ...[
    'GET /account/session',
    'POST /account/sign-out',
    'POST /account/single-sign-on/sign-out',
    'POST /account/switch',
  ],
  ...['POST /account/second-factor', 'POST /account/second-factor/confirm', 'POST /account/second-factor/disable'],
  ...['POST /account/second-factor/backup-codes', 'POST /account/password'],
  ...['GET /account/passkeys', 'POST /account/passkeys/begin', 'POST /account/passkeys'],
]

test('a member without a second factor reaches nothing of the account but its setup', async () => {
  const { owner } = await ownerWithRequirement()
  const { caller } = await joinAs(owner.id, 'admin')
  const routes = (await routesOfApi()).filter(({ config, method }) => {
    const access = config?.access
    return method !== 'HEAD' && access !== undefined && access !== 'public' && !access.operator
  })
  const open = routes.filter(({ config }) => (config!.access as { beforeSecondFactor?: true }).beforeSecondFactor)
  expect(open.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(OPEN.toSorted())
  const asked = routes.filter((route) => !open.includes(route) && route.url.startsWith('/account'))
  expect(asked.length).toBeGreaterThan(30)
  const known = new Set<string>()
  for (const { method, url } of asked) {
    const answer = await caller.send(method, url.replaceAll(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057'))
    const code = await codeOf(answer)
    // The app of this test has the routes of accounts only.
    if (code !== 'not_found') known.add(`${method} ${url} ${code}`)
  }
  expect(known.size).toBeGreaterThan(25)
  expect([...known].filter((line) => !line.endsWith(' second_factor_setup_required'))).toEqual([])
  expect(await sessionOf(caller)).toMatchObject({ second_factor_required: true, second_factor_missing: true })
})

test('a member who sets it up has the account at once, also in sessions that began before', async () => {
  const { owner } = await ownerWithRequirement()
  const { caller, email } = await joinAs(owner.id, 'viewer')
  const other = callerWith((await signIn(app, { email, password: PASSWORD })).bearer)
  const renewed = await turnOn(caller)
  for (const each of [renewed, other]) {
    expect((await each.send('GET', '/account/members')).status).toBe(200)
    expect(await sessionOf(each)).toMatchObject({ second_factor_missing: false })
  }
})

test('a session that began with a passkey has its second factor; one with the password of the same person has not', async () => {
  const { owner } = await ownerWithRequirement()
  const { caller, userId } = await joinAs(owner.id, 'member')
  const person = (await findUser(db, userId))!
  const { bearerToken } = await app.authentication.sessions.start(db, person, { isMultiFactor: true })
  expect((await callerWith(bearerToken).send('GET', '/account/members')).status).toBe(200)
  expect(await codeOf(await caller.send('GET', '/account/members'))).toBe('second_factor_setup_required')
})

const addPasskey = async (visitor: Visitor) => {
  const key = createAuthenticator()
  const begun = await visitor.post('/account/passkeys/begin', { password: PASSWORD })
  const { challenge } = (await begun.json()) as { challenge: string }
  return visitor.post('/account/passkeys', { name: 'Laptop', ...key.register({ challenge }) })
}

async function visitAs(email: string): Promise<Visitor> {
  const visitor = createVisitor(app)
  expect((await visitor.post('/account/sign-in', { email, password: PASSWORD })).status).toBe(200)
  return visitor
}

test('a member who adds a passkey has the account at once, in that session alone', async () => {
  const { owner } = await ownerWithRequirement()
  const { email, caller } = await joinAs(owner.id, 'member')
  const visitor = await visitAs(email)
  expect(await codeOf(await visitor.get('/account/members'))).toBe('second_factor_setup_required')
  expect((await addPasskey(visitor)).status).toBe(201)
  expect((await visitor.get('/account/members')).status).toBe(200)
  expect(await codeOf(await caller.send('GET', '/account/members'))).toBe('second_factor_setup_required')
})

test('the password alone neither adds a factor beside a passkey nor removes it, also not from another account', async () => {
  const { owner } = await ownerWithRequirement()
  const { email, userId } = await joinAs(owner.id, 'member')
  const free = await addUser(db)
  await db.transaction().execute((tx) => addMember(tx, readPlans(''), { accountId: free.id, userId, role: 'member' }))
  const known = await visitAs(email)
  expect((await addPasskey(known)).status).toBe(201)
  const thief = await visitAs(email)
  const setup = await thief.post('/account/second-factor', { password: PASSWORD })
  const code = totpOf(((await setup.json()) as { totp_uri: string }).totp_uri)
  const confirmed = await thief.post('/account/second-factor/confirm', { code })
  expect(await codeOf(confirmed)).toBe('second_factor_setup_required')
  expect((await thief.post('/account/switch', { account_id: free.id })).status).toBe(204)
  expect(await codeOf(await addPasskey(thief))).toBe('second_factor_setup_required')
  const { items } = (await (await thief.get('/account/passkeys')).json()) as { items: { id: string }[] }
  const removed = await thief.post(`/account/passkeys/${items[0]!.id}`, undefined, 'DELETE')
  expect(await codeOf(removed)).toBe('second_factor_setup_required')
  expect((await known.get('/account/members')).status).toBe(200)

  const lost = await callAdmin(database.url, ['users', 'remove-second-factor', email, '--passkeys'])
  expect(lost.output).toContain('Passkeys removed: 1.')
  expect((await addPasskey(thief)).status).toBe(201)
})

test('a session that began with a passkey keeps its second factor when the app is turned off', async () => {
  const { owner } = await ownerWithRequirement()
  const { userId } = await joinAs(owner.id, 'member')
  const person = (await findUser(db, userId))!
  const { bearerToken } = await app.authentication.sessions.start(db, person, { isMultiFactor: true })
  const withApp = await turnOn(callerWith(bearerToken))
  const answer = await withApp.send('POST', '/account/second-factor/disable', { password: PASSWORD })
  const renewed = callerWith(((await answer.json()) as { bearer_token: string }).bearer_token)
  expect((await renewed.send('GET', '/account/members')).status).toBe(200)
})

test('API tokens of the account keep working, and the audit log says who required it', async () => {
  const owner = await addUser(db)
  const token = await addToken(db, owner.id, 'read')
  const own = await turnOn(callerWith((await signIn(app, owner)).bearer))
  await joinAs(owner.id, 'member')
  expect((await requireOf(own, true)).status).toBe(204)
  expect((await requireOf(own, true)).status).toBe(204)
  const answer = await app.fetch('/read/subscribed', { headers: { [API_TOKEN_HEADER]: token } })
  expect(answer.status).toBe(200)
  const { items } = (await (await own.send('GET', '/account/audit?take=100')).json()) as AuditTrail
  expect(items.filter(({ action }) => action === 'second_factor_requirement_set')).toEqual([
    expect.objectContaining({ actor: 'account', detail: 'on', person: owner.email }),
  ])
})

test('a member switches from an account that requires it to one that does not, and back', async () => {
  const { owner } = await ownerWithRequirement()
  const { caller, userId } = await joinAs(owner.id, 'member')
  const free = await addUser(db)
  await db.transaction().execute((tx) => addMember(tx, readPlans(''), { accountId: free.id, userId, role: 'member' }))
  expect((await caller.send('POST', '/account/switch', { account_id: free.id })).status).toBe(204)
  expect((await caller.send('GET', '/account/members')).status).toBe(200)
  expect((await caller.send('POST', '/account/switch', { account_id: owner.id })).status).toBe(204)
  expect(await codeOf(await caller.send('GET', '/account/members'))).toBe('second_factor_setup_required')
})

test('the administration lets a locked-out owner in, by a new second factor or without one', async () => {
  const { owner } = await ownerWithRequirement()
  const admin = (...args: string[]) => callAdmin(database.url, args)
  expect((await admin('users', 'remove-second-factor', owner.email)).code).toBe(0)
  const own = callerWith((await signIn(app, owner)).bearer)
  expect(await codeOf(await own.send('GET', '/account/members'))).toBe('second_factor_setup_required')
  expect((await admin('users', 'require-second-factor', owner.email, '--off')).code).toBe(0)
  expect((await own.send('GET', '/account/members')).status).toBe(200)
  expect((await admin('users', 'require-second-factor', owner.email)).code).toBe(0)
  const renewed = await turnOn(own)
  expect((await renewed.send('GET', '/account/members')).status).toBe(200)
  const { items } = (await (await renewed.send('GET', '/account/audit?take=100')).json()) as AuditTrail
  const set = items.filter(({ action }) => action === 'second_factor_requirement_set')
  expect(set.map(({ actor, detail }) => [actor, detail])).toEqual([
    ['administration', 'on'],
    ['administration', 'off'],
    ['account', 'on'],
  ])
})

test('single sign-on counts if the provider says that it asked for several factors', async () => {
  const own = await useTestDatabase()
  const owner = await addUser(own.db)
  await own.db.transaction().execute((tx) => requireSecondFactor(tx, owner.id, true))
  const provider = await startIdentityProvider({ config: { account: owner.id } })
  const sso = await useTestApp(own.url, { providers: [provider.config] })
  const arrive = async (amr: unknown): Promise<Visitor> => {
    provider.person = { sub: 'f3b1', email: 'ada@contoso.com', email_verified: true, name: 'Ada' }
    provider.tamper = (claims, sign) => sign({ ...claims, amr })
    const visitor = createVisitor(sso)
    expect((await finish(visitor, await visitProvider(visitor))).status).toBe(200)
    return visitor
  }
  for (const amr of [undefined, ['pwd'], 'mfa', [['mfa']]])
    expect(await codeOf(await (await arrive(amr)).get('/account/members'))).toBe('second_factor_setup_required')
  expect((await (await arrive(['pwd', 'mfa'])).get('/account/members')).status).toBe(200)
})
