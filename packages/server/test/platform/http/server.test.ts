import { once } from 'node:events'
import { connect } from 'node:net'
import { Problem } from '@mailsift/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '../../../src/platform/http/limits/drain.ts'
import { AppError } from '../../../src/platform/http/problem.ts'
import { createHttp, type Http } from '../../../src/platform/http/server.ts'
import { createMetrics } from '../../../src/platform/metrics/metrics.ts'
import { silentLog } from '../../support/database.ts'

const OPTIONS = {
  log: silentLog,
  docsUrl: 'https://x.example/docs',
  trustProxy: false,
  https: false,
}
const open = { config: { access: 'public' as const } }

function createTestHttp(): Http {
  const http = createHttp({ ...OPTIONS, metrics: createMetrics() })
  const body = Type.Object({ n: Type.Integer() }, { additionalProperties: false })
  const querystring = Type.Object(
    { page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })) },
    { additionalProperties: false },
  )
  http.post('/strict', { ...open, schema: { body } }, (request) => request.body)
  http.get('/paged', { ...open, schema: { querystring } }, (request) => request.query)
  http.get('/refused', open, () => {
    throw new AppError('rate_limited', 'Slowly.', { retryAfterSeconds: 7 })
  })
  http.get('/broken', open, () => {
    throw new Error('secret detail with jane@example.com')
  })
  http.get('/no-database', open, () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  })
  return http
}

let http: Http
let origin: string
beforeAll(async () => {
  http = createTestHttp()
  origin = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => http.close())

async function problemFrom(path: string, init?: RequestInit): Promise<{ answer: Response; problem: Problem }> {
  const answer = await fetch(origin + path, init)
  const problem = (await answer.json()) as Problem
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(Value.Errors(Problem, problem)).toEqual([])
  expect(problem.status).toBe(answer.status)
  expect(problem.request_id).toBe(answer.headers.get('request-id'))
  expect(problem.type).toBe(`https://x.example/docs/errors/${problem.code}`)
  return { answer, problem }
}

const json = (body: unknown, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('an unknown address', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test('shows a page with a way on to a browser', async () => {
    const answer = await fetch(`${origin}/nope`, { headers: { accept: BROWSER } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('vary')).toBe('accept')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    const page = await answer.text()
    expect(page).toContain('Page not found')
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual(['/', '/help/', '/docs'])
  })

  test.each([
    ['a client that accepts anything', { accept: '*/*' }, 'GET'],
    ['a client that accepts JSON', { accept: 'application/json' }, 'GET'],
    ['a form of a browser', { accept: BROWSER }, 'POST'],
  ])('is a problem to %s', async (_who, headers, method) => {
    const { problem } = await problemFrom('/nope', { method, headers })
    expect(problem.code).toBe('not_found')
  })
})

describe('errors', () => {
  test.each([
    ['an unknown path', '/nowhere', undefined, 404, 'not_found'],
    ['a body that is not JSON', '/strict', json('{'), 400, 'invalid_json'],
    ['an empty body', '/strict', json(''), 400, 'invalid_json'],
    ['another media type', '/strict', json('n=1', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    ['an extra property', '/strict', json({ n: 1, m: 2 }), 400, 'invalid_request'],
    ['a string for a number', '/strict', json({ n: '1' }), 400, 'invalid_request'],
    ['a missing property', '/strict', json({}), 400, 'invalid_request'],
    ['a body over 5 MiB', '/strict', json(`"${'x'.repeat(5 * 1024 * 1024)}"`), 413, 'body_too_large'],
    ['a path that cannot be decoded', '/%zz', undefined, 400, 'invalid_request'],
    ['page 0', '/paged?page=0', undefined, 400, 'invalid_request'],
    ['page 1e3', '/paged?page=1e3', undefined, 400, 'invalid_request'],
    ['an unknown query', '/paged?size=3', undefined, 400, 'invalid_request'],
    ['the same query twice', '/paged?page=1&page=2', undefined, 400, 'invalid_request'],
    ['an error of ours', '/refused', undefined, 429, 'rate_limited'],
    ['a lost database', '/no-database', undefined, 503, 'unavailable'],
  ] as const)('%s is a problem with its own code', async (_what, path, init, status, code) => {
    const { answer, problem } = await problemFrom(path, init)
    expect([answer.status, problem.code]).toEqual([status, code])
  })

  test('a fault of ours says nothing of its cause', async () => {
    const { answer } = await problemFrom('/broken')
    expect(answer.status).toBe(500)
    const { problem } = await problemFrom('/broken')
    expect(JSON.stringify(problem)).not.toMatch(/secret|jane|stack/)
  })

  test('what may be tried again says when', async () => {
    expect((await problemFrom('/refused')).answer.headers.get('retry-after')).toBe('7')
    expect((await problemFrom('/no-database')).answer.headers.get('retry-after')).toBe('2')
  })

  test('a schema failure says where, and does not echo the value', async () => {
    const { problem } = await problemFrom('/strict', json({ n: 'jane@example.com' }))
    expect(problem.errors).toEqual([{ path: '/body/n', message: 'must be integer' }])
  })

  test('a missing property is named by its path', async () => {
    const { problem } = await problemFrom('/strict', json({}))
    expect(problem.errors).toEqual([{ path: '/body/n', message: 'is required' }])
  })

  test('an unknown property is not echoed: it may be an address', async () => {
    const { problem } = await problemFrom('/strict', json({ n: 1, 'jane@example.com': 2 }))
    expect(problem.errors).toEqual([{ path: '/body', message: 'has a parameter that is not supported. Supported: n.' }])
    const query = await problemFrom('/paged?jane%40example.com=1')
    expect(query.problem.errors).toEqual([
      { path: '/querystring', message: 'has a parameter that is not supported. Supported: page.' },
    ])
  })

  test.each([
    ['not HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 400 .*"code":"invalid_request"/s],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1.1 431 .*headers_too_large/s,
    ],
  ])('%s still gets a problem', async (_what, bytes, expected) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(bytes)
    let answer = ''
    for await (const data of socket) answer += data
    expect(answer).toMatch(expected)
    expect(answer).toMatch(/\r\nrequest-id: (\S+)\r\n.*"request_id":"\1"/s)
  })
})

test('every answer carries the security headers and its own id', async () => {
  const [one, two] = await Promise.all([fetch(`${origin}/paged`), fetch(`${origin}/nowhere`)])
  for (const answer of [one, two]) {
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(one.headers.get('request-id')).not.toBe(two.headers.get('request-id'))
})

test('query integers and their defaults arrive as numbers', async () => {
  expect(await (await fetch(`${origin}/paged`)).json()).toEqual({ page: 1 })
  expect(await (await fetch(`${origin}/paged?page=12`)).json()).toEqual({ page: 12 })
})

test('draining answers what is running, asks clients to leave, and then refuses new connections', async () => {
  const stopping = createTestHttp()
  const { promise, resolve } = Promise.withResolvers<void>()
  stopping.get('/slow', open, async () => {
    await promise
    return { done: true }
  })
  const address = await stopping.listen({ host: '127.0.0.1', port: 0 })
  const slow = fetch(`${address}/slow`)
  await once(stopping.server, 'request')
  const drained = drain(stopping, { isReplaced: false })
  const during = await fetch(`${address}/paged`)
  expect(during.headers.get('connection')).toBe('close')
  resolve()
  expect(await (await slow).json()).toEqual({ done: true })
  await drained
  await expect(fetch(`${address}/paged`)).rejects.toThrow()
})
