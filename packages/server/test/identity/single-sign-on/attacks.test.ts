// What others could try with single sign-on, against a real OpenID provider.
import { generateKeyPair, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { findUserOf } from '../../../src/accounts/accounts.ts'
import { makeLink } from '../../../src/identity/identity.ts'
import { addUser, codeOf, postJson, useTestApp } from '../../access/test-app.ts'
import { APP_ORIGIN, type Sign, startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { begin, createVisitor, finish, isCallback, ticketOf, type Visitor, visitProvider } from './visitor.ts'

async function setUp({ people = ['ada@contoso.com'], ...shape }: { people?: string[]; namesIssuer?: boolean } = {}) {
  const database = await useTestDatabase()
  const owner = await addUser(database.db)
  const provider = await startIdentityProvider({ ...shape, config: { account: owner.id } })
  const app = await useTestApp(database.url, { providers: [provider.config] })
  provider.person = { ...provider.person!, email: people[0] }
  return { ...database, owner, provider, app, visitor: createVisitor(app) }
}

async function resultOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  return response.status === 200 || response.status === 204 ? 'ok' : await codeOf(response)
}

async function signInByPassword(visitor: Visitor, { email, password }: { email: string; password: string }) {
  expect(await resultOf(visitor.post('/account/sign-in', { email, password }))).toBe('ok')
}

describe('what was used', () => {
  test('the answer of a provider is used once', async () => {
    const { visitor, provider } = await setUp()
    const callback = await visitor.follow(await begin(visitor), isCallback)
    const first = ticketOf(await visitor.follow(callback))
    const second = ticketOf(await visitor.follow(callback))
    expect(await resultOf(finish(visitor, second))).toBe('link_invalid')
    expect(await resultOf(finish(visitor, first))).toBe('ok')
    expect(await resultOf(finish(visitor, first))).toBe('link_invalid')
    expect(provider.requests.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('of two uses of a ticket at once, one signs in', async () => {
    const { visitor } = await setUp()
    const ticket = await visitProvider(visitor)
    const results = await Promise.all([1, 2, 3].map(() => resultOf(finish(visitor, ticket))))
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
  })

  test('a HEAD request does not use up the answer', async () => {
    const { visitor, app } = await setUp()
    const callback = await visitor.follow(await begin(visitor), isCallback)
    const cookie = `mailsift_browser=${visitor.cookies.get('mailsift_browser')}`
    const head = await fetch(callback.replace(APP_ORIGIN, app.url), { method: 'HEAD', headers: { cookie } })
    expect(head.status).toBe(404)
    expect(await resultOf(finish(visitor, ticketOf(await visitor.follow(callback))))).toBe('ok')
  })
})

describe('another browser', () => {
  test('gets nothing from a link that somebody else began, before or after the provider', async () => {
    const { visitor, app } = await setUp()
    const victim = createVisitor(app)
    await begin(victim)
    const callback = await visitor.follow(await begin(visitor), isCallback)
    expect(await resultOf(finish(victim, ticketOf(await victim.follow(callback))))).toBe('link_invalid')
    const ticket = ticketOf(await visitor.follow(callback))
    expect(await resultOf(finish(victim, ticket))).toBe('link_invalid')
    expect(await resultOf(finish(createVisitor(app), ticket))).toBe('link_invalid')
    expect(await resultOf(finish(visitor, ticket))).toBe('ok')
  })

  test('cannot inject a code that it has taken from a victim', async () => {
    const { visitor: victim, app, provider } = await setUp()
    const stolen = new URL(await victim.follow(await begin(victim), isCallback)).searchParams.get('code')!
    const attacker = createVisitor(app)
    provider.person = { sub: 'mallory', email: 'mallory@contoso.com', email_verified: true }
    const own = new URL(await attacker.follow(await begin(attacker), isCallback))
    own.searchParams.set('code', stolen)
    expect(await resultOf(finish(attacker, ticketOf(await attacker.follow(own.href))))).toBe('single_sign_on_refused')
  })

  test('is not made to begin by a page of another origin', async () => {
    const { app } = await setUp()
    const answer = await postJson(
      app,
      '/account/single-sign-on/begin',
      { provider: 'contoso' },
      { origin: 'https://evil.example' },
    )
    expect(await codeOf(answer)).toBe('forbidden_origin')
  })
})

test('the answer of one provider is never taken for the answer of another', async () => {
  const { db, url } = await useTestDatabase()
  const owner = await addUser(db)
  const config = { account: owner.id }
  const honest = await startIdentityProvider({ id: 'honest', config })
  const evil = await startIdentityProvider({ id: 'evil', config, namesIssuer: false })
  const app = await useTestApp(url, { providers: [honest.config, evil.config] })
  const visitor = createVisitor(app)
  // The victim begins with the evil provider, which sends them on to the honest one and hopes to get its code.
  const state = new URL(await begin(visitor, 'evil')).searchParams.get('state')!
  const answer = new URL(await visitor.follow(await begin(visitor, 'honest'), isCallback))
  for (const [path, change] of [
    // At the address of the evil provider, with the state that began there.
    ['evil', (query: URLSearchParams) => query.set('state', state)],
    // At its own address, with the name of the evil one, or without a name.
    ['honest', (query: URLSearchParams) => query.set('iss', evil.issuer)],
  ] as const) {
    const forged = new URL(answer)
    forged.pathname = forged.pathname.replace('honest', path)
    change(forged.searchParams)
    expect(await resultOf(finish(visitor, ticketOf(await visitor.follow(forged.href))))).toBe('single_sign_on_refused')
  }
  expect([...honest.requests, ...evil.requests].filter((path) => path === '/token')).toEqual([])
})

test('an answer without its issuer is refused where the provider names it', async () => {
  const { visitor, provider } = await setUp()
  const callback = new URL(await visitor.follow(await begin(visitor), isCallback))
  callback.searchParams.delete('iss')
  expect(await resultOf(finish(visitor, ticketOf(await visitor.follow(callback.href))))).toBe('single_sign_on_refused')
  expect(provider.requests).not.toContain('/token')
})

describe('an address', () => {
  for (const [words, claims] of Object.entries({
    'is not verified': { email_verified: false },
    'is not said to be verified': { email_verified: undefined },
    'is verified in another type': { email_verified: 'true' as unknown as boolean },
    'is missing': { email: undefined },
    'has over 254 characters': { email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.com` },
  }))
    test(`that ${words} takes over no account and creates none`, async () => {
      const { visitor, provider, owner, pool } = await setUp()
      for (const email of [owner.email, 'new@contoso.com']) {
        provider.person = { sub: 'mallory', email, email_verified: true, ...claims }
        const next = await visitProvider(visitor)
        expect(await resultOf(finish(visitor, next))).toBe('single_sign_on_refused')
        // Not even by the owner, who is led to a page with the ticket.
        await signInByPassword(visitor, owner)
        expect(await resultOf(visitor.post('/account/identities', { ticket: next }))).toBe('link_invalid')
      }
      expect((await pool.query('SELECT FROM identities')).rowCount).toBe(0)
      expect((await pool.query('SELECT FROM users')).rowCount).toBe(1)
    })

  test('that is verified signs in to an existing account only after its person has signed in and confirmed', async () => {
    const { visitor, provider, owner, app, db } = await setUp()
    const other = await addUser(db)
    provider.person = { sub: 'owner', email: owner.email, email_verified: true }
    const ticket = await visitProvider(visitor)
    expect(await resultOf(finish(visitor, ticket))).toBe('confirmation_required')
    await signInByPassword(visitor, other)
    expect(await resultOf(visitor.post('/account/identities', { ticket }))).toBe('link_invalid')
    await signInByPassword(visitor, owner)
    expect(await resultOf(visitor.post('/account/identities', { ticket }))).toBe('ok')
    // From then on the subject decides, whatever the address.
    provider.person = { sub: 'owner', email: 'moved@contoso.com', email_verified: false }
    const later = createVisitor(app)
    expect(await resultOf(finish(later, await visitProvider(later)))).toBe('ok')
    expect(await (await later.get('/account/session')).json()).toMatchObject({
      account: { id: owner.id, email: owner.email },
    })
    // And the same address under another subject is somebody else.
    provider.person = { sub: 'thief', email: owner.email, email_verified: true }
    const thief = createVisitor(app)
    expect(await resultOf(finish(thief, await visitProvider(thief)))).toBe('confirmation_required')
  })
})

describe('linking in the settings', () => {
  async function beginLink(visitor: Visitor, password?: string) {
    return visitor.post('/account/identities/begin', { provider: 'contoso', ...(password && { password }) })
  }

  test('needs the password, and the session that began it', async () => {
    const { visitor, owner, app } = await setUp()
    await signInByPassword(visitor, owner)
    expect(await resultOf(beginLink(visitor))).toBe('invalid_credentials')
    const { redirect_to } = (await (await beginLink(visitor, owner.password)).json()) as { redirect_to: string }
    const back = await visitor.follow(redirect_to)
    expect(back).toMatch(/^http:\/\/mailsift\.test\/settings#sso-link=/)
    const ticket = ticketOf(back)
    expect(await resultOf(finish(visitor, ticket))).toBe('link_invalid')
    expect(await resultOf(visitor.post('/account/identities', { ticket }))).toBe('ok')
    const { items } = (await (await visitor.get('/account/identities')).json()) as { items: { id: string }[] }
    expect(items).toMatchObject([{ provider: { id: 'contoso', name: 'Contoso' } }])

    const linked = createVisitor(app)
    expect(await resultOf(finish(linked, await visitProvider(linked)))).toBe('ok')
    expect(await resultOf(visitor.post(`/account/identities/${items[0]!.id}`, undefined, 'DELETE'))).toBe('ok')
    expect((await linked.get('/account/session')).status).toBe(401)
  })

  test('is refused to a session that began later, and for an identity of somebody else', async () => {
    const { visitor, owner, db, app } = await setUp()
    const member = createVisitor(app)
    expect(await resultOf(finish(member, await visitProvider(member)))).toBe('ok')
    await signInByPassword(visitor, owner)
    const link = async () => {
      const { redirect_to } = (await (await beginLink(visitor, owner.password)).json()) as { redirect_to: string }
      return ticketOf(await visitor.follow(redirect_to))
    }
    expect(await resultOf(visitor.post('/account/identities', { ticket: await link() }))).toBe('identity_taken')
    const ticket = await link()
    await signInByPassword(visitor, await addUser(db))
    expect(await resultOf(visitor.post('/account/identities', { ticket }))).toBe('link_invalid')
  })
})

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const forged: Record<string, (claims: JWTPayload, sign: Sign) => Promise<string>> = {
    'signed by another key': async (claims, sign) => sign(claims, { key: (await generateKeyPair('RS256')).privateKey }),
    'of an unknown key': async (claims, sign) =>
      sign(claims, { key: (await generateKeyPair('RS256')).privateKey, kid: 'other' }),
    'without a signature': async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'for another client': (claims, sign) => sign({ ...claims, aud: 'somebody else' }),
    'for several clients, authorized for another': (claims, sign) =>
      sign({ ...claims, aud: ['mailsift', 'b'], azp: 'b' }),
    'of another issuer': (claims, sign) => sign({ ...claims, iss: 'https://evil.example' }),
    'of another visit': (claims, sign) => sign({ ...claims, nonce: 'other' }),
    'without the nonce': ({ nonce: _, ...claims }, sign) => sign(claims),
    'that has expired': (claims, sign) => sign({ ...claims, exp: now() - 90 }),
    'issued in the future': (claims, sign) => sign({ ...claims, iat: now() + 90, exp: now() + 600 }),
    'that is not valid yet': (claims, sign) => sign({ ...claims, nbf: now() + 90 }),
    'without a subject': ({ sub: _, ...claims }, sign) => sign(claims),
    'with an empty subject': (claims, sign) => sign({ ...claims, sub: '' }),
    'with a blank subject': (claims, sign) => sign({ ...claims, sub: ' ' }),
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('that is forged, or meant for others, signs no one in', async () => {
    const { provider, app, pool } = await setUp()
    for (const [name, tamper] of Object.entries(forged)) {
      provider.tamper = tamper
      const visitor = createVisitor(app)
      expect([name, await resultOf(finish(visitor, await visitProvider(visitor)))]).toEqual([
        name,
        'single_sign_on_refused',
      ])
    }
    expect((await pool.query('SELECT FROM identities')).rowCount).toBe(0)
    expect(app.logged()).not.toContain('ada@contoso.com')
  })

  test('of a clock that is half a minute off is accepted', async () => {
    const { provider, app } = await setUp()
    for (const shift of [-30, 30]) {
      provider.tamper = (claims, sign) => sign({ ...claims, iat: now() + shift, exp: now() + shift + 10 })
      const visitor = createVisitor(app)
      expect(await resultOf(finish(visitor, await visitProvider(visitor)))).toBe('ok')
    }
  })
})

describe('the address to return to', () => {
  test('is a path of this service', async () => {
    const { visitor } = await setUp()
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'evil',
      '/a#b',
      '',
    ]) {
      const answer = await visitor.post('/account/single-sign-on/begin', { provider: 'contoso', return_to: path })
      expect([path, answer.status]).toEqual([path, 400])
    }
    const url = await begin(visitor, 'contoso', '/contacts?state=known')
    expect(await visitor.follow(url)).toMatch(/^http:\/\/mailsift\.test\/contacts\?state=known#sso=/)
  })
})

test('a canceled sign-in says so', async () => {
  const { visitor, provider } = await setUp()
  provider.person = null
  const answer = await finish(visitor, await visitProvider(visitor))
  expect(await answer.json()).toMatchObject({ detail: 'The sign-in at Contoso was canceled.' })
})

test('with passwords off no one signs in with one or sets one, and the link of the operator still works', async () => {
  const { db, url } = await useTestDatabase()
  const owner = await addUser(db)
  const provider = await startIdentityProvider({ config: { account: owner.id } })
  const app = await useTestApp(url, { providers: [provider.config], passwordSignIn: false })
  const visitor = createVisitor(app)
  const { email, password } = owner
  expect(await (await visitor.get('/account/sign-in-options')).json()).toEqual({
    password: false,
    passkeys: false,
    providers: [{ id: 'contoso', name: 'Contoso' }],
  })
  expect(await resultOf(visitor.post('/account/sign-in', { email, password }))).toBe('password_sign_in_off')
  expect(
    await resultOf(visitor.post('/account/sign-up', { email: 'new@contoso.com', challenge: 'c', number: 0 })),
  ).toBe('password_sign_in_off')
  const { id } = (await findUserOf(db, owner.id))!
  const reset = await makeLink(db, id, { purpose: 'password_reset', confirms: true })
  expect(
    await resultOf(visitor.post('/account/password-reset', { secret: reset.secret, new_password: password })),
  ).toBe('password_sign_in_off')
  const link = await makeLink(db, id, { purpose: 'sign_in', confirms: true })
  expect(await resultOf(visitor.post('/account/sign-in-link', { secret: link.secret }))).toBe('ok')
  expect(await resultOf(visitor.post('/account/password', { new_password: 'four random words here' }))).toBe(
    'password_sign_in_off',
  )
  expect(await resultOf(visitor.post('/account/identities/begin', { provider: 'contoso' }))).toBe('ok')
})
