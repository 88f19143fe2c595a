import { API_TOKEN_HEADER } from '@mailsift/contract'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { registerAccess } from '../../src/access/caller.ts'
import type { Http } from '../../src/platform/http/server.ts'
import { useTestDatabase } from '../support/database.ts'
import { addToken, addUser, codeOf, signIn, startAppOfFile, useTestApp, withToken } from './test-app.ts'

const { app, database } = await startAppOfFile()

const SUBSCRIPTION = {
  active: { plan: 'team', status: 'active', periodEnd: null },
  'past its end': { plan: 'team', status: 'active', periodEnd: new Date(Date.now() - 1_000) },
  'past due': { plan: 'team', status: 'past_due', periodEnd: null },
  canceled: { plan: 'team', status: 'canceled', periodEnd: new Date(Date.now() + 86_400_000) },
  none: null,
} as const

const OK = 'ok'
const UNAUTHENTICATED = 'unauthenticated'
const READ_ONLY = 'write_permission_required'
const UNPAID = 'subscription_required'

const ROUTES = ['GET /read', 'POST /write', 'GET /read/subscribed', 'POST /write/subscribed'] as const
/** §5: tokens always need a subscription; sessions and bearers only where the route asks for one. */
const EXPECTED = {
  'no credential': { subscribed: [UNAUTHENTICATED, UNAUTHENTICATED, UNAUTHENTICATED, UNAUTHENTICATED] },
  'read token': { subscribed: [OK, READ_ONLY, OK, READ_ONLY], not: [UNPAID, READ_ONLY, UNPAID, READ_ONLY] },
  'write token': { subscribed: [OK, OK, OK, OK], not: [UNPAID, UNPAID, UNPAID, UNPAID] },
  'session cookie': { subscribed: [OK, OK, OK, OK], not: [OK, OK, UNPAID, UNPAID] },
  'bearer token': { subscribed: [OK, OK, OK, OK], not: [OK, OK, UNPAID, UNPAID] },
}

type Who = keyof typeof EXPECTED

describe.each(Object.keys(SUBSCRIPTION) as (keyof typeof SUBSCRIPTION)[])('with a subscription: %s', (state) => {
  test.each(Object.keys(EXPECTED) as Who[])('%s meets exactly the protections of each route', async (who) => {
    const user = await addUser(database.db, SUBSCRIPTION[state])
    const headers: Record<string, string> = { origin: 'http://mailsift.test' }
    if (who === 'read token') headers[API_TOKEN_HEADER] = await addToken(database.db, user.id, 'read')
    if (who === 'write token') headers[API_TOKEN_HEADER] = await addToken(database.db, user.id, 'write')
    if (who === 'session cookie') headers.cookie = (await signIn(app, user)).cookie
    if (who === 'bearer token') headers.authorization = `Bearer ${(await signIn(app, user)).bearer}`

    const outcomes = []
    for (const route of ROUTES) {
      const [method, path] = route.split(' ') as [string, string]
      const answer = await app.fetch(path, { method, headers })
      const body = (await answer.json()) as { accountId?: string; code?: string }
      outcomes.push(body.accountId === user.id ? OK : body.code)
    }
    const { subscribed, not = subscribed } = EXPECTED[who] as { subscribed: string[]; not?: string[] }
    expect(outcomes).toEqual(state === 'active' ? subscribed : not)
  })
})

test('the statuses and challenges are those of the contract', async () => {
  const token = await addToken(database.db, (await addUser(database.db)).id, 'read')
  const unpaid = await addToken(database.db, (await addUser(database.db, null)).id, 'write')
  const anonymous = await app.fetch('/read')
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="mailsift"'])
  const wrong = await app.fetch('/read', withToken('nonsense'))
  expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="mailsift", error="invalid_token"',
  ])
  expect((await app.fetch('/write', withToken(token, { method: 'POST' }))).status).toBe(403)
  expect((await app.fetch('/read', withToken(unpaid))).status).toBe(402)
})

test('a refused request is refused before its body is read', async () => {
  const token = await addToken(database.db, (await addUser(database.db)).id, 'read')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{ not json' }
  expect(await codeOf(await app.fetch('/write', init))).toBe(UNAUTHENTICATED)
  expect(await codeOf(await app.fetch('/write', withToken(token, init)))).toBe(READ_ONLY)
})

test('a route can ask for one kind of caller', async () => {
  const user = await addUser(database.db)
  const token = await addToken(database.db, user.id, 'write')
  const answer = await app.fetch('/session-only', withToken(token))
  expect([answer.status, await codeOf(answer)]).toEqual([403, 'session_required'])
  const { cookie } = await signIn(app, user)
  expect((await app.fetch('/session-only', { headers: { cookie } })).status).toBe(200)
})

test('a public route asks for nothing and knows no caller', async () => {
  const answer = await app.fetch('/public', withToken('nonsense'))
  expect(await answer.json()).toEqual({ caller: null })
})

test('what does not exist is 404 for all callers, signed in or not', async () => {
  expect((await app.fetch('/nowhere')).status).toBe(404)
})

test('a subscription that ends is noticed at its end, although the token was just looked up', async () => {
  const { db, url } = await useTestDatabase()
  const app = await useTestApp(url, { keepTokensForMs: 3_600_000 })
  const soon = { plan: 'team', status: 'active', periodEnd: new Date(Date.now() + 700) } as const
  const token = await addToken(db, (await addUser(db, soon)).id, 'read')
  const statuses = new Set<number>()
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !statuses.has(402); )
    statuses.add((await app.fetch('/read', withToken(token))).status)
  expect([...statuses].at(-1)).toBe(402)
})

test('the start fails when a route does not say who may call it, naming every such route', async () => {
  const http = Fastify() as unknown as Http
  registerAccess(http, {} as never)
  http.get('/declared', { config: { access: 'public' } }, () => '')
  http.get('/forgotten', () => '')
  http.register(async (child) => {
    child.post('/nested', () => '')
  })
  await expect(http.ready()).rejects.toThrow(/do not declare config\.access: GET \/forgotten; .*POST \/nested/)
})
