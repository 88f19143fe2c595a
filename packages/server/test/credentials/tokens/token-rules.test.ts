import type { ApiToken, IssuedToken } from '@mailsift/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerContactRoutes } from '../../../src/contacts/routes.ts'
import { parseNetwork, rulesOf } from '../../../src/credentials/tokens/token-rules.ts'
import { issueToken, listTokens, type NewToken } from '../../../src/credentials/tokens/tokens.ts'
import {
  addUser,
  codeOf,
  postJson,
  signIn,
  startTestApp,
  type TestApp,
  type TestUser,
  useTestApp,
  withToken,
} from '../../access/test-app.ts'
import { callAdmin } from '../../admin/run-admin.ts'
import { createTestDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
let user: TestUser
let headers: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database.url, {
    trustProxy: '127.0.0.1',
    keepTokensForMs: 3_600_000,
    addRoutes: (http) =>
      registerContactRoutes(http, { db: database.db, engine: {} as never, enrichment: false, secrets: [''] }),
  })
  user = await addUser(database.db)
  headers = { authorization: `Bearer ${(await signIn(app, user)).bearer}` }
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function issue(rules: Partial<NewToken> = {}): Promise<IssuedToken> {
  return issueToken(database.db, user.id, { name: 'test', permission: 'read', ...rules })
}

const change = (id: string, body: object) =>
  app.fetch(`/account/tokens/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a token is for its scopes alone, and what asks for none is open to it', async () => {
  const contacts = await issue({ scopes: ['contacts'] })
  const validate = await issue({ scopes: ['validate', 'bulk'] })
  expect((await app.fetch('/v1/contacts', withToken(contacts.token))).status).toBe(200)
  const refused = await app.fetch('/v1/contacts', withToken(validate.token))
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'scope_required'])
  expect((await app.fetch('/read', withToken(validate.token))).status).toBe(200)
})

describe('networks', () => {
  const from = (ip: string, token: string) =>
    app.fetch('/read', withToken(token, { headers: { 'x-forwarded-for': ip } }))

  test('a token that is bound to networks works from nowhere else', async () => {
    const { token } = await issue({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1']) expect((await from(ip, token)).status).toBe(200)
    for (const ip of ['192.0.3.7', '2001:db9::1', '127.0.0.1', 'unknown']) {
      const answer = await from(ip, token)
      expect([answer.status, await codeOf(answer)]).toEqual([403, 'network_not_allowed'])
    }
  })

  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    ['::192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.7/90', '::ffc0:0:0/90'],
  ])('%s is the range %s', (text, network) => expect(parseNetwork(text)).toBe(network))

  test.each([
    '',
    'x',
    '10.1',
    '0x7f.0.0.1',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/24/24',
    '192.0.2.0/ 24',
    ' ::1',
  ])('%j is none', (text) => expect(parseNetwork(text)).toBeUndefined())

  test('whatever the text, it is a range that holds its own base or nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.ipV4(),
          fc.ipV6(),
          fc.tuple(fc.ipV4(), fc.nat(40)).map((pair) => pair.join('/')),
          fc.tuple(fc.ipV6(), fc.nat(130)).map((pair) => pair.join('/')),
          fc
            .tuple(fc.constantFrom('::', '::ffff:'), fc.ipV4(), fc.nat(130))
            .map(([prefix, ip, bits]) => `${prefix}${ip}/${bits}`),
        ),
        (text) => {
          const network = parseNetwork(text)
          if (network === undefined) return
          expect(parseNetwork(network)).toBe(network)
          const rules = rulesOf({
            scopes: ['bulk'],
            networks: [network],
            limit_requests: null,
            limit_window_seconds: null,
          })
          expect(rules!.isAllowedFrom!(network.split('/')[0]!)).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

test('the account chooses and changes what a token is for; it counts at once, and is noted', async () => {
  const body = {
    name: 'form',
    permission: 'read',
    scopes: ['validate'],
    networks: ['192.0.2.7/24'],
    limit: { requests: 5, window_seconds: 60 },
  }
  const answer = await postJson(app, '/account/tokens', body, headers)
  expect(answer.status).toBe(201)
  const { token, api_token } = (await answer.json()) as IssuedToken
  const rules = { scopes: ['validate'], networks: ['192.0.2.0/24'], limit: { requests: 5, window_seconds: 60 } }
  expect(api_token).toMatchObject({ ...rules, replaced_by: null })
  expect((await app.fetch('/read', withToken(token))).status).toBe(403)
  const changed = await change(api_token.id, { networks: [], limit: null, name: 'any form' })
  expect([changed.status, await changed.json()]).toMatchObject([
    200,
    { name: 'any form', scopes: ['validate'], networks: [], limit: null },
  ])
  await expect.poll(async () => (await app.fetch('/read', withToken(token))).status).toBe(200)
  expect(((await (await change(api_token.id, {})).json()) as ApiToken).name).toBe('any form')
  const { rows } = await database.pool.query(
    `SELECT action, actor FROM audit_events WHERE subject_id = $1 ORDER BY at`,
    [api_token.id],
  )
  expect(rows).toEqual([
    { action: 'token_issued', actor: 'account' },
    { action: 'token_changed', actor: 'account' },
  ])
})

test.each([
  ['no scope', { scopes: [] }],
  ['a scope twice', { scopes: ['bulk', 'bulk'] }],
  ['an unknown scope', { scopes: ['admin'] }],
  ['a network that is none', { networks: ['somewhere'] }],
  ['too many networks', { networks: Array(21).fill('192.0.2.1') }],
  ['a limit of nothing', { limit: { requests: 0, window_seconds: 60 } }],
  ['a limit without a window', { limit: { requests: 1 } }],
  ['a window beyond a day', { limit: { requests: 1, window_seconds: 86_401 } }],
  ['a permission', { permission: 'write' }],
])('%s is refused, at issue and at change', async (_name, rules) => {
  const { api_token } = await issue()
  const answers = [await change(api_token.id, rules)]
  if (!('permission' in rules))
    answers.push(await postJson(app, '/account/tokens', { name: 'x', permission: 'read', ...rules }, headers))
  for (const answer of answers) expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
})

describe('roll-over', () => {
  const rollOver = (id: string, body: object = {}) => postJson(app, `/account/tokens/${id}/roll-over`, body, headers)

  test('old and new token work together until the overlap ends; the new one has the rules of the old', async () => {
    const old = await issue({ name: 'CI', scopes: ['bulk'], limit: { requests: 9, window_seconds: 60 } })
    const answer = await rollOver(old.api_token.id, { overlap_seconds: 2 })
    expect(answer.status).toBe(201)
    const { token, api_token } = (await answer.json()) as IssuedToken
    expect(api_token).toMatchObject({
      name: 'CI',
      permission: 'read',
      scopes: ['bulk'],
      limit: { requests: 9 },
      expires_at: null,
    })
    expect((await app.fetch('/read', withToken(token))).status).toBe(200)
    const { items } = (await (await app.fetch('/account/tokens', { headers })).json()) as { items: ApiToken[] }
    const listed = items.find(({ id }) => id === old.api_token.id)!
    expect(listed.replaced_by).toBe(api_token.id)
    expect(Date.parse(listed.expires_at!)).toBeLessThan(Date.now() + 2_500)
    await expect.poll(async () => (await app.fetch('/read', withToken(old.token))).status).toBe(401)
    expect((await app.fetch('/read', withToken(token))).status).toBe(200)
    expect((await rollOver(old.api_token.id)).status).toBe(404)
  })

  test('without an overlap the old token ends at once; the usual one is a day', async () => {
    const [now, later] = [await issue(), await issue()]
    await rollOver(now.api_token.id, { overlap_seconds: 0 })
    await expect.poll(async () => (await app.fetch('/read', withToken(now.token))).status).toBe(401)
    await rollOver(later.api_token.id)
    const { rows } = await database.pool.query<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM api_tokens WHERE id = $1`,
      [later.api_token.id],
    )
    expect(rows[0]!.hours).toBeCloseTo(24, 0)
    expect((await rollOver(later.api_token.id, { overlap_seconds: -1 })).status).toBe(400)
  })

  test('a token that was to end still does, although the overlap is longer', async () => {
    const end = new Date(Date.now() + 3_600_000)
    const { api_token } = await issue({ expiresAt: end })
    const { api_token: successor } = (await (await rollOver(api_token.id)).json()) as IssuedToken
    expect(Date.parse(successor.expires_at!)).toBeGreaterThanOrEqual(end.getTime())
    expect(Date.parse(successor.expires_at!)).toBeLessThanOrEqual(Date.now() + 3_600_000)
    const { rows } = await database.pool.query('SELECT expires_at FROM api_tokens WHERE id = $1', [api_token.id])
    expect(rows).toEqual([{ expires_at: end }])
  })

  test('a token that is replaced twice, or by two at once, gives every successor the same life', async () => {
    const [endless, ending] = [await issue(), await issue({ expiresAt: new Date(Date.now() + 3_600_000) })]
    for (const { api_token } of [endless, ending]) {
      const answers = await Promise.all([rollOver(api_token.id), rollOver(api_token.id)])
      const successors = (await Promise.all(answers.map((answer) => answer.json()))) as IssuedToken[]
      expect(successors[0]!.api_token.expires_at).toBe(successors[1]!.api_token.expires_at)
      expect(successors[0]!.api_token.expires_at === null).toBe(api_token.expires_at === null)
    }
  })

  test('past the limit of new tokens it is refused, the process lives on, and no further token is made', async () => {
    const own = await useTestApp(database.url)
    const { api_token } = await issue()
    const path = `/account/tokens/${api_token.id}/roll-over`
    const countOf = async () => (await listTokens(database.db, user.id)).length
    // Ten at a time: a slow machine would refuse some of sixty because they waited for the database.
    for (let round = 0; round < 6; round++) {
      const made = await Promise.all(Array.from({ length: 10 }, () => postJson(own, path, {}, headers)))
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    }
    const before = await countOf()
    for (let refused = 0; refused < 2; refused++) {
      const answer = await postJson(own, path, {}, headers)
      expect([answer.status, await codeOf(answer)]).toEqual([429, 'rate_limited'])
    }
    expect(await countOf()).toBe(before)
  })

  test('the administration does it too, and restricts what it issues', async () => {
    const { api_token } = await issue({ scopes: ['contacts'] })
    const { code, output } = await callAdmin(database.url, [
      'tokens',
      'roll-over',
      api_token.id,
      '--overlap',
      '7d',
      '--json',
    ])
    expect([code, JSON.parse(output)]).toMatchObject([0, { api_token: { scopes: ['contacts'] } }])
    expect((await callAdmin(database.url, ['tokens', 'roll-over', '01890a5d-ac96-774b-bcce-b302099a8057'])).code).toBe(
      3,
    )
    const issueByAdmin = (...words: string[]) =>
      callAdmin(database.url, ['tokens', 'issue', user.email, '--permission', 'read', '--json', ...words])
    const issued = await issueByAdmin('--scopes', 'validate,bulk', '--networks', '192.0.2.7', '--limit', '600/60')
    expect(JSON.parse(issued.output)).toMatchObject({
      api_token: {
        scopes: ['validate', 'bulk'],
        networks: ['192.0.2.7/32'],
        limit: { requests: 600, window_seconds: 60 },
      },
    })
    for (const words of [
      ['--scopes', 'all'],
      ['--networks', 'home'],
      ['--limit', '10'],
      ['--limit', '0/1'],
    ])
      expect((await issueByAdmin(...words)).code).toBe(2)
  })
})

test("another user's token answers exactly like a missing one, to change and to roll-over", async () => {
  const stranger = await addUser(database.db)
  const { api_token } = await issueToken(database.db, stranger.id, { name: 'x', permission: 'read' })
  const ask = async (id: string) => {
    const answers = [
      await change(id, { name: 'mine' }),
      await postJson(app, `/account/tokens/${id}/roll-over`, {}, headers),
    ]
    return Promise.all(
      answers.map(async (answer) => {
        const { request_id, ...body } = (await answer.json()) as Record<string, unknown>
        return { status: answer.status, body }
      }),
    )
  }
  const foreign = await ask(api_token.id)
  expect(foreign).toEqual(await ask('01890a5d-ac96-774b-bcce-b302099a8057'))
  expect(foreign.map(({ status }) => status)).toEqual([404, 404])
})
