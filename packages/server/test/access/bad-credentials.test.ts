// The "Auth" list of bad input: a clear 4xx for each, never a 5xx.
import { API_TOKEN_HEADER } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookUpToken } from '../../src/credentials/tokens/token-lookup.ts'
import { makeToken } from '../../src/credentials/tokens/token-text.ts'
import { revokeToken } from '../../src/credentials/tokens/tokens.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  addToken,
  addUser,
  codeOf,
  postJson,
  type SignedInClient,
  signIn,
  startTestApp,
  type TestApp,
  useTestApp,
  withToken,
} from './test-app.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
let accountId: string
let token: string
let client: SignedInClient
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database.url)
  const user = await addUser(database.db)
  accountId = user.id
  token = await addToken(database.db, accountId, 'write')
  client = await signIn(app, user)
  // Tokens of somebody else that are valid in every way must never vouch for another one.
  const other = await addUser(database.db)
  await addToken(database.db, other.id, 'write')
  await addToken(database.db, other.id, 'write', new Date(Date.now() + 3_600_000))
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function codeWith(value: string): Promise<string> {
  const answer = await app.fetch('/read', withToken(value))
  expect(answer.status).toBe(401)
  return codeOf(answer)
}

describe('an API token is refused', () => {
  test('in the query', async () => {
    for (const name of [API_TOKEN_HEADER, 'token', 'api_token', 'access_token'])
      expect((await app.fetch(`/read?${name}=${token}`)).status).toBe(401)
  })

  test.each([
    ['in wrong case', () => token.toUpperCase()],
    ['in swapped case', () => token.slice(0, -1) + swapCase(token.at(-1)!)],
    ['truncated', () => token.slice(0, -1)],
    ['with something after it', () => `${token}x`],
    ['in quotes', () => `"${token}"`],
    ['empty', () => ''],
    ['with a bad checksum', () => token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11)],
    ['with the permission letter changed', () => token.replace('ms_w_', 'ms_r_')],
    ['well-formed but never issued', () => makeToken('write')],
    ['as a list of two', () => `${token}, ${token}`],
    ['with its header sent as bearer', () => `Bearer ${token}`],
  ])('%s', async (_name, text) => {
    expect(await codeWith(text())).toBe('unauthenticated')
  })

  test('revoked', async () => {
    const revoked = await addToken(database.db, accountId, 'write')
    await sql`UPDATE api_tokens SET revoked_at = now() WHERE last4 = ${revoked.slice(-4)} AND account_id = ${accountId}`.execute(
      database.db,
    )
    expect(await codeWith(revoked)).toBe('unauthenticated')
  })

  test('expired', async () => {
    expect(await codeWith(await addToken(database.db, accountId, 'write', new Date(Date.now() - 1)))).toBe(
      'unauthenticated',
    )
  })

  test('whatever else the header holds', async () => {
    // What the Fetch standard lets into a header value, as bytes on the wire.
    const headerValue = fc.string({
      unit: fc
        .integer({ min: 0x21, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
    })
    await fc.assert(
      fc.asyncProperty(headerValue, async (value) => (await app.fetch('/read', withToken(value))).status === 401),
      { numRuns: 200 },
    )
  })
})

test('a typo costs no query', async () => {
  const untouchable = new Proxy({}, { get: () => expect.fail('the database was queried') }) as Db
  expect(await lookUpToken(untouchable, token.slice(0, -1) + swapCase(token.at(-1)!))).toBe(null)
})

test('an API token is accepted as a bearer token too, and stays an API token', async () => {
  const authorization = `Bearer ${token}`
  expect(await (await app.fetch('/read', { headers: { authorization } })).json()).toMatchObject({ kind: 'token' })
  expect((await app.fetch('/account/tokens', { headers: { authorization } })).status).toBe(403)
  for (const text of [token.slice(0, -1), makeToken('write'), token.replace('ms_w_', 'ms_r_')])
    expect((await app.fetch('/read', { headers: { authorization: `Bearer ${text}` } })).status).toBe(401)
})

describe('two kinds of credential are refused, whether or not they are valid', () => {
  test.each([
    ['token and bearer', { [API_TOKEN_HEADER]: 'x', authorization: 'Bearer y' }],
    ['token and cookie', { [API_TOKEN_HEADER]: 'x', cookie: 'mailsift_session=y' }],
    ['bearer and cookie', { authorization: 'bearer y', cookie: 'other=1; mailsift_session=y' }],
    ['all three', { [API_TOKEN_HEADER]: 'x', authorization: 'Bearer y', cookie: 'mailsift_session=z' }],
  ])('%s', async (_name, headers) => {
    const answer = await app.fetch('/read', { headers: headers as unknown as Record<string, string> })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'multiple_credentials'])
  })

  test("but a proxy's own password and other cookies are not credentials of ours", async () => {
    const headers = { authorization: 'Basic dXNlcjpwYXNz', cookie: 'theme=dark; not_mailsift_session=1' }
    expect((await app.fetch('/read', withToken(token, { headers }))).status).toBe(200)
    expect((await app.fetch('/read', { headers })).status).toBe(401)
  })
})

describe('sessions', () => {
  test.each([
    ['garbage', (value: string) => `x${value}`],
    ['without its signature', (value: string) => value.split('.')[0]!],
    ['with another signature', (value: string) => `${value.slice(0, -12)}AAAAAAAA%3D`],
    ['badly percent-encoded', (value: string) => `${value}%zz%`],
    ['empty', () => ''],
  ])('a cookie %s is refused', async (_name, change) => {
    const { cookie } = client
    const [name, value] = cookie.split('=') as [string, string]
    const answer = await app.fetch('/read', { headers: { cookie: `${name}=${change(value)}` } })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthenticated'])
  })

  test.each([
    ['garbage', (value: string) => `x${value}`],
    ['without its signature', (value: string) => value.split('.')[0]!],
    ['with another signature', (value: string) => `${value.slice(0, -8)}AAAAAAA=`],
    ['empty', () => ''],
    ['with a broken signature', (value: string) => `${value.split('.')[0]}.%%%`],
    ['with something after its signature', (value: string) => `${value}x`],
  ])('a bearer token %s is refused', async (_name, change) => {
    const { bearer } = client
    const answer = await app.fetch('/read', { headers: { authorization: `Bearer ${change(bearer)}` } })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthenticated'])
  })

  test('an expired session is refused, and the browser is told to forget its cookie', async () => {
    const { cookie, bearer } = await signIn(app, await addUser(database.db))
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second'
      WHERE user_id <> (SELECT id FROM users WHERE joined_account = ${accountId})`.execute(database.db)
    const answer = await app.fetch('/read', { headers: { cookie } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('set-cookie')).toMatch(/^mailsift_session=; Max-Age=0/)
    expect((await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401)
  })

  test.each([
    ['of another site', 'https://evil.example'],
    ['of another port', 'http://mailsift.test:8080'],
    ['of another scheme', 'https://mailsift.test'],
    ['of a lookalike', 'http://mailsift.test.evil.example'],
    ['hidden by the browser', 'null'],
    ['missing', undefined],
  ])('a cookie-authenticated write is refused when its origin is %s', async (_name, origin) => {
    const { cookie } = client
    const headers: Record<string, string> = origin === undefined ? { cookie } : { cookie, origin }
    const answer = await app.fetch('/write', { method: 'POST', headers })
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden_origin'])
  })

  test('a cookie-authenticated write is accepted from the configured origin and from the address it was sent to', async () => {
    const { cookie } = client
    for (const origin of ['http://mailsift.test', app.url])
      expect((await app.fetch('/write', { method: 'POST', headers: { cookie, origin } })).status).toBe(200)
  })

  test('below the path of a proxy, the origin of a page is still its host alone', async () => {
    const { db, url } = database
    const below = await useTestApp(url, { origin: 'http://mailsift.test/tools' })
    const { cookie } = await signIn(below, await addUser(db))
    const write = (origin: string) => below.fetch('/write', { method: 'POST', headers: { cookie, origin } })
    expect((await write('http://mailsift.test')).status).toBe(200)
    expect((await write('http://other.test')).status).toBe(403)
  })

  test.each([
    ['of another site', 'cross-site'],
    ['of another port or subdomain', 'same-site'],
    ['of something new', 'nonsense'],
  ])(
    'a cookie-authenticated request that is billed or writes is refused when a page %s caused it',
    async (_name, site) => {
      const { cookie } = client
      const foreign = { cookie, 'sec-fetch-site': site }
      // A navigation has no Origin; where a page sends one, it may not speak louder than the browser.
      for (const headers of [
        foreign,
        { ...foreign, origin: 'http://mailsift.test' },
        { ...foreign, 'mailsift-request': '1' },
      ])
        for (const [path, method] of [
          ['/read/subscribed', 'GET'],
          ['/write', 'POST'],
          ['/write/subscribed', 'POST'],
        ] as const) {
          const answer = await app.fetch(path, { method, headers })
          expect([path, answer.status, await codeOf(answer)]).toEqual([path, 403, 'forbidden_origin'])
        }
      expect((await app.fetch('/read', { headers: foreign })).status).toBe(200)
    },
  )

  test('a billed GET by cookie is refused when nothing says whose page caused it', async () => {
    const { cookie } = client
    for (const headers of [{ cookie }, { cookie, origin: 'null' }, { cookie, origin: 'https://evil.example' }]) {
      const answer = await app.fetch('/read/subscribed', { headers: headers as Record<string, string> })
      expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden_origin'])
    }
  })

  test('a billed GET by cookie is accepted from the same origin, a typed address, and clients that name the origin', async () => {
    const { cookie } = client
    const proofs: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://mailsift.test' },
      { 'mailsift-request': '1' },
    ]
    for (const proof of proofs)
      expect((await app.fetch('/read/subscribed', { headers: { cookie, ...proof } })).status).toBe(200)
    const typed = { method: 'POST', headers: { cookie, 'sec-fetch-site': 'none' } }
    expect((await app.fetch('/write', typed)).status).toBe(403)
  })

  test('reading with a cookie, and writing with a bearer or API token, need no origin', async () => {
    const { cookie, bearer } = client
    const origin = 'https://evil.example'
    expect((await app.fetch('/read', { headers: { cookie, origin } })).status).toBe(200)
    const byBearer = await app.fetch('/write', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, origin },
    })
    expect(byBearer.status).toBe(200)
    expect((await app.fetch('/write', withToken(token, { method: 'POST', headers: { origin } }))).status).toBe(200)
  })
})

test('a spoofed X-Forwarded-For does not make a client another one', async () => {
  const app = await useTestApp(database.url)
  const body = { email: 'nobody', password: 'wrong' }
  const statuses = []
  for (let attempt = 0; attempt < 31; attempt++)
    statuses.push(
      (
        await postJson(
          app,
          '/account/sign-in',
          { ...body, email: `nobody${attempt}` },
          { 'x-forwarded-for': `203.0.113.${attempt}` },
        )
      ).status,
    )
  expect(statuses).toEqual([...Array(30).fill(401), 429])
})

test('behind a trusted proxy each client is counted separately', async () => {
  const app = await useTestApp(database.url, { trustProxy: '127.0.0.1' })
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 35; attempt++) {
    const headers = { 'x-forwarded-for': `203.0.113.${attempt}` }
    statuses.add(
      (await postJson(app, '/account/sign-in', { email: `nobody${attempt}`, password: 'wrong' }, headers)).status,
    )
  }
  expect([...statuses]).toEqual([401])
})

test("another user's token is answered exactly like one that does not exist", async () => {
  const { bearer } = client
  const stranger = await addUser(database.db)
  await addToken(database.db, stranger.id, 'read')
  const { id } = await database.db
    .selectFrom('api_tokens')
    .select('id')
    .where('account_id', '=', stranger.id)
    .executeTakeFirstOrThrow()
  const init = { method: 'DELETE', headers: { authorization: `Bearer ${bearer}` } }
  const [foreign, missing] = await Promise.all(
    [id, '01890a5d-ac96-774b-bcce-b302099a8057'].map(async (tokenId) => {
      const answer = await app.fetch(`/account/tokens/${tokenId}`, init)
      const { request_id, ...body } = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body }
    }),
  )
  expect(foreign).toEqual(missing)
  expect(foreign?.status).toBe(404)
  expect(await revokeToken(database.db, id, accountId)).toBe(false)
})

function swapCase(letter: string): string {
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return swapped === letter ? 'x' : swapped
}
