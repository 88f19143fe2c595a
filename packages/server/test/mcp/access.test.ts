// Who may speak to /mcp, from where, and how often.
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOverHttp } from '../../../mcp/test/client.ts'
import { issueToken, revokeToken } from '../../src/credentials/tokens/tokens.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { bearer, LATEST, post2026 } from './post.ts'

let service: Service
let caller: Caller
beforeAll(async () => {
  service = await startService({}, { worker: false })
  caller = await service.newCaller()
})
afterAll(() => service.stop())

test('a token is offered the tools of its scopes alone', async () => {
  const { token } = await issueToken(service.db, caller.accountId, {
    name: 'contacts',
    permission: 'write',
    scopes: ['contacts'],
  })
  const client = await connectOverHttp(LATEST, service.origin, bearer(token))
  expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(
    ['search_contacts', 'update_contact', 'usage'].toSorted(),
  )
})

test('each request counts to the limit of its token', async () => {
  const { token } = await issueToken(service.db, caller.accountId, {
    name: 'few',
    permission: 'read',
    limit: { requests: 3, window_seconds: 86_400 },
  })
  const post = () => post2026(service.origin, token, 'tools/call', { name: 'usage', arguments: {} }, 'usage')
  const statuses = []
  for (let round = 0; round < 5; round++) statuses.push((await post()).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('without a valid token, or without a subscription, nothing is answered', async () => {
  for (const headers of [{}, bearer('ms_r_wrong')]) {
    const answer = await fetch(`${service.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  }
  const lapsed = await service.newCaller()
  await sql`UPDATE subscriptions SET period_end = now() - interval '1 day' WHERE account_id = ${lapsed.accountId}`.execute(
    service.db,
  )
  expect((await post2026(service.origin, lapsed.token, 'tools/list', {})).status).toBe(402)
})

test('a page of another origin, and a name that is not ours, are refused', async () => {
  for (const [headers, status] of [
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: service.origin }, 200],
  ] as const)
    expect((await post2026(service.origin, caller.token, 'tools/list', {}, undefined, headers)).status).toBe(status)
  const status = await new Promise((resolve) => {
    const url = new URL(`${service.origin}/mcp`)
    request(url, { method: 'POST', headers: { ...bearer(caller.token), host: 'rebound.example' } }, (answer) =>
      resolve(answer.statusCode),
    ).end()
  })
  expect(status).toBe(421)
})

test('a token that is revoked, or used from another network, is refused at the next message', async () => {
  const { token, api_token } = await issueToken(service.db, caller.accountId, { name: 'brief', permission: 'read' })
  expect((await post2026(service.origin, token, 'tools/list', {})).status).toBe(200)
  await revokeToken(service.db, api_token.id)
  await expect.poll(async () => (await post2026(service.origin, token, 'tools/list', {})).status).toBe(401)
  const elsewhere = await issueToken(service.db, caller.accountId, {
    name: 'elsewhere',
    permission: 'read',
    networks: ['192.0.2.0/24'],
  })
  expect((await post2026(service.origin, elsewhere.token, 'tools/list', {})).status).toBe(403)
})

test('with MCP=off there is nothing at /mcp', async () => {
  const closed = await startService({ MCP: 'off' }, { worker: false })
  try {
    const answer = await fetch(`${closed.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{}',
    })
    expect(answer.status).toBe(404)
  } finally {
    await closed.stop()
  }
})
