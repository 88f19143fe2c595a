import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addToken,
  addUser,
  codeOf,
  postJson,
  signIn,
  startTestApp,
  type TestApp,
  withToken,
} from '../../access/test-app.ts'
import { createTestDatabase } from '../../support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
let accountId: string
let email: string
let authorization: string
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database.url)
  const user = await addUser(database.db)
  accountId = user.id
  email = user.email
  authorization = `Bearer ${(await signIn(app, user)).bearer}`
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

type Issued = { token: string; api_token: { id: string; last4: string; revoked_at: string | null } }

async function issue(body: object): Promise<Issued> {
  const answer = await postJson(app, '/account/tokens', body, { authorization })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Issued
}

test('a token is issued, works, is listed without its text, and is revoked for good', async () => {
  const { token, api_token } = await issue({ name: 'CI', permission: 'write' })
  expect(token).toMatch(/^ms_w_[0-9A-Za-z]{36}$/)
  expect(api_token).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'CI',
    permission: 'write',
    created_by: email,
    scopes: ['validate', 'bulk', 'contacts'],
    networks: [],
    limit: null,
    last4: token.slice(-4),
    created_at: expect.stringMatching(/Z$/),
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
    replaced_by: null,
  })
  expect((await app.fetch('/write', withToken(token, { method: 'POST' }))).status).toBe(200)

  const list = await (await app.fetch('/account/tokens', { headers: { authorization } })).text()
  expect(list).toContain(api_token.id)
  expect(list).not.toContain(token)

  const path = `/account/tokens/${api_token.id.toUpperCase()}`
  for (let time = 0; time < 2; time++)
    expect((await app.fetch(path, { method: 'DELETE', headers: { authorization } })).status).toBe(204)
  const { items } = (await (await app.fetch('/account/tokens', { headers: { authorization } })).json()) as {
    items: Issued['api_token'][]
  }
  expect(items.find(({ id }) => id === api_token.id)?.revoked_at).toMatch(/Z$/)
})

test('only the hash of a token is stored', async () => {
  const { token } = await issue({ name: 'secret', permission: 'read' })
  const { rows } = await database.pool.query('SELECT t::text AS row FROM api_tokens t')
  expect(JSON.stringify(rows)).not.toContain(token.slice(5))
})

test('a token with an end stops at it', async () => {
  const { token } = await issue({
    name: 'short',
    permission: 'read',
    expires_at: new Date(Date.now() + 800).toISOString(),
  })
  const statuses = new Set<number>()
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !statuses.has(401); )
    statuses.add((await app.fetch('/read', withToken(token))).status)
  expect([...statuses].at(-1)).toBe(401)
})

test('an API token, even one that may write, cannot see, make or revoke tokens', async () => {
  const token = await addToken(database.db, accountId, 'write')
  const answers = [
    await app.fetch('/account/tokens', withToken(token)),
    await app.fetch('/account/session', withToken(token)),
    await app.fetch('/account/tokens/01890a5d-ac96-774b-bcce-b302099a8057', withToken(token, { method: 'DELETE' })),
    await postJson(app, '/account/tokens', { name: 'x', permission: 'write' }, { 'service-email-api-token': token }),
  ]
  for (const answer of answers) expect([answer.status, await codeOf(answer)]).toEqual([403, 'session_required'])
})

test.each([
  ['no name', { permission: 'read' }],
  ['an empty name', { name: '', permission: 'read' }],
  ['a long name', { name: 'x'.repeat(65), permission: 'read' }],
  ['a name with NUL', { name: 'a\0', permission: 'read' }],
  ['an unknown permission', { name: 'x', permission: 'admin' }],
  ['an end in the past', { name: 'x', permission: 'read', expires_at: '2020-01-01T00:00:00Z' }],
  ['an end that is no time', { name: 'x', permission: 'read', expires_at: 'tomorrow' }],
  ['an end in a leap second', { name: 'x', permission: 'read', expires_at: '2096-12-31T23:59:60Z' }],
  ['an unknown property', { name: 'x', permission: 'read', account_id: 'someone' }],
])('%s is refused', async (_name, body) => {
  const answer = await postJson(app, '/account/tokens', body, { authorization })
  expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request'])
})

test('an id that is no id is 400, one that does not exist 404', async () => {
  const init = { method: 'DELETE', headers: { authorization } }
  expect((await app.fetch('/account/tokens/nonsense', init)).status).toBe(400)
  expect((await app.fetch('/account/tokens/01890a5d-ac96-774b-bcce-b302099a8057', init)).status).toBe(404)
})

test('tokens never reach the log', async () => {
  const { token } = await issue({ name: 'logged?', permission: 'read' })
  await app.fetch(`/read?token=${token}`, withToken(token))
  expect(app.logged()).not.toContain(token)
})
